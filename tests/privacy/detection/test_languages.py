"""What words announce in further languages, and how letters end in them. All values are invented."""

from __future__ import annotations

import pytest

from .reading import found, walked

PHONES = [
    ("Email: a@example.gr, τηλέφωνο: {}.", "2450477846"),
    ("Γεια σας, το τηλέφωνό μου είναι {}, ευχαριστώ", "27620 03 200"),
    ("Добрий день, мій телефон {}, дякую", "041 778 22 39"),
    ("Здравейте, телефонът ми е {}, благодаря", "0326 497218"),
    ("Пишите или звоните {}.", "86780085139"),
    ("Skriv eller ring på {}.", "63390726"),
    ("Puhelinnumeroni on {}, soittakaa", "045 534184"),
    ("Tél. {}", "929 21 763"),
    ("Cell. {}", "0776889113"),
    ("携帯電話は{}です。", "070-8698-7225"),
    ("携帯電話は{}です。", "+81 368 4574 8386"),
    ("请拨打{}联系我。", "13891971918"),
    ("Ich bin unter der Nummer {} erreichbar.", "(03619) 95859"),
    ("Hívjon a {} számon.", "63/801-7176"),
    ("Зателефонуйте за номером {}.", "280 04 96"),
    ("Позвоните по номеру {}.", "8 408 728 21 85"),
    ("Moj broj mobitela je {}.", "051 426 721"),
    ("Mijn mobiele nummer is {}.", "003 2888012"),
    ("Mon portable c'est le {}.", "0419645980"),
    ("Ring upp mig på {}.", "08-736 54 44"),
    ("Rappelez-moi au {} s'il vous plaît.", "080 421 49 80"),
    ("Rückruf bitte auf {}.", "031 045 14 57"),
    ("Tel. privat: {}, E-Mail", "06557/31664449"),
    ("She can be reached by telephone, {}, or by mail", "093-08 93 07"),
    ("He left a voicemail from {} about it", "66267184"),
    ("Send the SMS to {}, please", "03-3952285"),
    ("The caller ID showed {}.", "(351) 962 945 306"),
    ("tel. {}, or mail", "001-837-708-2216x240"),
]
OF_THINGS = [
    "Hi, please call me back about order 2829691611.",
    "llámenme por el pedido 346018788302.",
    "bitte rufen Sie mich wegen Bestellung 061-4089692-6096895 zurück",
    "bel me terug over bestelling 531256648.",
    "me ligue sobre o pedido nº 302356381.",
    "ring mig om order 541249001947.",
]
PASSWORDS = [
    ("Das Passwort lautet {} , bitte ändern.", "OpenSpring36557"),
    ("Le mot de passe est {}, merci", "KeepProtect3795"),
    ("La contraseña es {}, cámbiela", "GenerationOut430#"),
    ("La password è {}", "eqf9kLf7W4OB"),
    ("A senha é {}", "v4W0Iz0tFxWd"),
    ("Het wachtwoord is {}", "SpringFour70577"),
    ("Hasło: {}", "1A37gvfeTKPh"),
    ("[20/07/2024, 10:35:06] Ann: Lösenord: {}", "AgentAir86107"),
    ("Kennwort für das Portal: {}", "YetEstablish2892"),
    ("Agent (00:42): Votre nouveau mot de passe : {}", "MovementOccur28"),
    ("The new password for the portal is {} and it expires", "aWv>UM8Cs*b"),
    ("<p>Nytt lösenord: {}</p>", "uMvwWhXB74FY"),
    ("Contraseña del wifi: {}", "MainEspecially98057"),
    ("Mot de passe du wifi : {}", "5PqhswYuDn9t"),
    ("Пароль: {}", ".G*$Ze@rU>rf"),
]
ADDRESSES = [
    "al. Sobotecka 307",
    "chemin Théraulaz 35",
    "Φαραγγίου 5",
    "алл. Путейская, д. 64 к. 23",
    "Calle Los Copihues 8010 Dpto. 99",
    "新北投街996號",
]


@pytest.mark.parametrize(("sentence", "number"), PHONES)
def test_a_number_is_a_phone_where_a_word_of_its_language_says_so(sentence: str, number: str) -> None:
    assert ("PHONE", number) in found(sentence.format(number))


@pytest.mark.parametrize("sentence", OF_THINGS)
def test_who_wants_to_be_called_about_an_order_does_not_make_its_number_a_phone(sentence: str) -> None:
    assert found(sentence) == []


@pytest.mark.parametrize(("sentence", "password"), PASSWORDS)
def test_a_password_is_known_by_the_word_for_it_in_its_language(sentence: str, password: str) -> None:
    assert found(sentence.format(password)) == [("SECRET", password)]


@pytest.mark.parametrize(
    "sentence", ["Das Passwort ist abgelaufen.", "La contraseña es obligatoria.", "A senha é curta"]
)
def test_sentences_about_passwords_hold_none(sentence: str) -> None:
    assert found(sentence) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_on_a_line_of_its_own_is_known_in_every_script(address: str) -> None:
    assert found(f"Address: {address}\nOrder: 4711") == [("ADDRESS", address)]


@pytest.mark.parametrize("street", ["長春路9號", "沈阳路L座", "Flat 3\nHarris Extension", "Bulevardul Nistor"])
def test_a_field_of_streets_takes_short_ones_and_ones_of_two_lines(street: str) -> None:
    assert walked({"MailingStreet": street}) == {"MailingStreet": "<ADDRESS>"}


def test_the_number_shown_where_one_can_be_dialled_is_a_phone() -> None:
    page = 'call <a class="n" href="tel:+41585979977">023 425 24 81</a> or see <a href="/p">123 425 24 82</a>'

    assert found(page) == [("PHONE", "+41585979977"), ("PHONE", "023 425 24 81")]


def test_a_letter_before_a_number_is_enough_in_a_signature() -> None:
    assert ("PHONE", "0504-874 20") in found("M: 0504-874 20\nE: viola@example.se")
    assert ("PHONE", "032 284 581") in found("T: 032 284 581 | E: s.v@example.com")
    assert found("M: 0504-874 20\nS: 0504-874 21") == []


def test_a_family_whose_name_is_one_sign_is_found_in_a_directory() -> None:
    assert ("PERSON", "林") in found("sn: 林\ngivenName: 桂香\nmail: a@example.cn")


def test_parties_to_a_payment_have_names() -> None:
    assert walked({"debtor": {"name": "鈴木涼平"}}) == {"debtor": {"name": "<PERSON>"}}
    assert walked({"real_name_normalized": "Matti Koski"}) == {"real_name_normalized": "<PERSON>"}


def test_what_holds_a_phone_tells_every_number_in_it() -> None:
    assert walked({"PrimaryPhone": {"FreeFormNumber": "186 3 907"}}) == {"PrimaryPhone": {"FreeFormNumber": "<PHONE>"}}
    assert walked({"WhatsApp": "8389349"}) == {"WhatsApp": "<PHONE>"}


def test_a_name_on_a_page_may_hold_an_entity() -> None:
    page = "<table><tr><th>Customer Name</th><th>Qty</th></tr><tr><td>Vic O&#x27;Connor</td><td>2</td></tr></table>"

    assert found(page) == [("PERSON", "Vic O&#x27;Connor")]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("After lunch the best number is {}, cheers", "PHONE", "051234 98765"),
        ("she left this number: {}\n", "PHONE", "051234 56789"),
        ("From Monday my direct line is {}.", "PHONE", "091 203 45 67"),
        ("Para dúvidas, o meu contacto é {}, obrigada", "PHONE", "901 234 567"),
        ("nowy numer i zarazem numer kontaktowy: {}.", "PHONE", "501 234 567"),
        ("Ich helfe Ihnen gerne unter {} weiter", "PHONE", "0699 123456"),
        ("Questions: jane@example.org / {}\n", "PHONE", "091 203 45 68"),
        ("You can get me on {} thanks", "PHONE", "051234 98765"),
        ("SMS sent to {} at noon", "PHONE", "051234 98765"),
        ("Ruf mich an: {}", "PHONE", "051234 98765"),
        ("mon tél est le {} merci", "PHONE", "051234 98765"),
        ("Para el alta, mi DNI es {} gracias", "NATIONAL_ID", "12345678Z"),
        ("Para a nota, o CPF é {} obrigado", "NATIONAL_ID", "123.456.789-09"),
        ("Hej, personnummer är {} tack", "NATIONAL_ID", "900101-1234"),
        ("Die Anschrift lautet: {}. Danke sehr", "ADDRESS", "Quastenweg 3/2, 01234 Musterau"),
    ],
)
def test_a_verb_may_stand_between_a_word_and_what_it_announces(text: str, kind: str, value: str) -> None:
    assert (kind, value) in found(text.format(value))


def test_an_address_ends_with_its_sentence() -> None:
    text = "Address: 17 Elm Glens Apt. 3, Springfield, IL 62701. Her sister is reachable at 212-555-0143. Done."

    assert found(text) == [("ADDRESS", "17 Elm Glens Apt. 3, Springfield, IL 62701"), ("PHONE", "212-555-0143")]


@pytest.mark.parametrize(
    "text",
    [
        "- Review moved to 3 March, room two",
        "- The build number is now 1.2.3.45\n",
        "order number is 051234 98765",
    ],
)
def test_dates_versions_and_orders_stay(text: str) -> None:
    assert found(text) == []
