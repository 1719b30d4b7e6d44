"""Numbers that only the sentence around them tells: phones as people leave them, socials, what was read out."""

from __future__ import annotations

import pytest

from .reading import found

PHONES = [
    ("Für Rückfragen bin ich unter {} erreichbar.", "01512 1920459"),
    ("Sie können mich unter {} telefonisch erreichen.", "06131 449021"),
    ("Ik ben altijd op {} bereikbaar.", "06 29440604"),
    ("Kom je er niet uit, bel dan {} of mail ons.", "066 5514718"),
    ("and text me when it's out, {}\n", "01512 8162634"),
    ("uploaded by the night shift, ask on {}", "0687 611303"),
    ("bizum al {} o transferencia", "652 98 74 59"),
    ("llame al {} o escriba", "619.79.59.21"),
    ("El cliente llamó desde el {} porque", "674-85-09-06"),
    ("SMS till {}, e-post till alla", "08-81 34 25"),
    ("Emergências: {}, falar com a portaria", "910 995 972"),
    ("Notfall: {}", "0176 2290 4411"),
    ("Per qualsiasi cosa {}, rispondo sempre.", "3335748323"),
    ("For any questions call anytime: {}", "0161 496 0003"),
    ("Il mio interno è {}, altrimenti scrivetemi", "3968380104"),
    ("op naam van de buren, gsm {}.", "0453963561"),
    ("o novo telemóvel é {} e o resto fica", "960-656-082"),
    ("Text Ann on 07965 830036 or Paul (next door) on {}.", "01785630999"),
    ("en cas de fuite, le plombier : {} (il est gentil)", "0159330350"),
    ("Bellen kan ook: {}", "06-29440604"),
    ("unter {} geht immer jemand ran", "01712345678"),
    ("le gardien est au {}", "0612345678"),
    ("mi trovi al {}", "333 1234567"),
    ("puedes escribirme al {}", "612345678"),
    ("app me op {}", "0612345678"),
    ("dostępny pod numerem {}", "601 234 567"),
    ("pode contactar-me pelo {}", "912345678"),
    ("Give me a shout at {}", "4155550134"),
    ("Spoke with the customer ({}) about it", "4155550134"),
    ("Ann Roe - {} - backup", "4155550134"),
    ("{} is the number for the front desk", "4155550134"),
    ("kontakt: {}", "601 234 567"),
]
SOCIALS = [
    ("HR still needs your social for payroll. You wrote {} on the form.", "745680371"),
    ("{} is my social", "745680371"),
    ("spouse {} (SSN)", "745680371"),
    ("the W-2 has {} on it", "745680371"),
    ("Me: your ssn?\nAnn: {}\nMe: thanks", "446968886"),
    ("lender needs both socials today. Yours 083 55 0260, hers {}?", "175795896"),
]
READ_OUT = [
    ("please call us back at {}. Thank you", "PHONE", "six zero two, eight nine four, eight seven nine three"),
    ("am 3. 4. 2024: meine Nummer ist {}", "PHONE", "null eins sieben sechs zwei zwei neun null vier vier"),
    ("the social we have is {}. Is it right?", "SSN", "eight eight three, nine eight, two nine one zero"),
    ("call {} again", "PHONE", "four one five double five two three seven oh one"),
]
DOCUMENTS = [
    ("necesitamos su DNI; en la reserva figura {}, ¿es correcto?", "NATIONAL_ID", "12345678-Z"),
    ("Pode informar nome e CPF?\nCliente: Ana, {}", "NATIONAL_ID", "390.533.447-05"),
    ("Kun je mij je BSN sturen? Ik las {}.", "NATIONAL_ID", "111222333"),
    ("Laura  passport {}\n", "PASSPORT", "RGGT9Y7M1"),
    ("per Anna la patente {}.", "LICENCE", "U19MK32YPA"),
    ("Received copy of license {}; thanks", "LICENCE", "T572-8416-2838"),
    ("Jill May  DL {}\n", "LICENCE", "Y1071862"),
    ("Reporter: İsmail. DOB is {} (checked)", "BIRTHDAY", "08/12/1962"),
    ("IP6 2001:db8:1::7.39850 > {}.443: Flags [S]", "IP", "2001:db8:2::2c"),
    (":86:166?00GUTSCHRIFT?31{}?32Roe", "IBAN", "CH9300762011623852957"),
    ("DHCPACK on 198.51.100.9 to {} via eth0", "MAC", "52-49-09-54-86-72"),
]


@pytest.mark.parametrize(("text", "number"), PHONES)
def test_a_phone_is_told_by_what_people_say_around_it(text: str, number: str) -> None:
    assert ("PHONE", number) in found(text.format(number))


@pytest.mark.parametrize(("text", "number"), SOCIALS)
def test_nine_digits_are_a_social_where_one_was_spoken_of(text: str, number: str) -> None:
    assert ("SSN", number) in found(text.format(number))


@pytest.mark.parametrize(("text", "kind", "said"), READ_OUT)
def test_numbers_that_were_read_out_are_found(text: str, kind: str, said: str) -> None:
    assert found(text.format(said)) == [(kind, said)]


@pytest.mark.parametrize(("text", "kind", "value"), DOCUMENTS)
def test_documents_are_told_by_their_name_in_the_sentence(text: str, kind: str, value: str) -> None:
    assert (kind, value) in found(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "Referencia del artículo: 177-33-4186/B. Código EAN 8420427514903.",
        "social media reach was 745680371 people",
        "our social account has 745680371 followers",
        "SSN is stored elsewhere, member 745680371 is fine",
        "SSN check, order id 745680371",
        "W-2 forms: 31 of 745680371.5",
        "width W2 and 745680371 pixels",
        "count one two three four five six seven eight nine",
        "seven or eight of nine tests failed, five passed",
        "variant     users  resets\nshort_text  65421  112\n",
        "backup-52-03-09-14-26-52 was written",
        "we need a DNI; the order is 12345678-A",
        "license T572 was read and permission denied",
        "passport support landed in RELEASE-9",
        "any questions about 2024-10-11 are welcome",
        "urgent: 1700000000",
        "problem: 123456789 rows were lost",
        "sizes 847 12 34 56 78 bytes",
        "owner: 20240101",
        "unter 2024 10 11 steht es",
        "il totale ammonta al 12345678 del mese",
        "the heap grew to 4155550134 bytes",
        "shard 4155550134 is the number of rows",
        "invoice sent to us, 2155550134 rows",
        '{"email": "j***@***.com"}',
    ],
)
def test_numbers_of_other_things_stay_readable(text: str) -> None:
    assert found(text) == []
