"""Words that announce phone numbers, in the languages of Europe and some others."""

from __future__ import annotations

import re

from ..checksums import digits_of
from ..labels import DATE, Label
from ..words import phrases, words
from .numbers import LOOSE, looks_dialled

_DOTTED = re.compile(
    r"1[4-8]\d{11}|\d{1,2}(?:\.\d{1,2}){2}|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|(?=.*\b\d\b)\d{1,4}\.\d{1,4}\.\d{1,5}"
)
_NUMBER = LOOSE.pattern
_MY_NUMBER = phrases("""
    my number, mein nummer, meine nummer, mon numéro, mi número, mi numero, mio numero, mijn nummer, meu número,
    mój numer, mitt nummer, mit nummer, moje číslo, mé číslo, numaram, new number, neue nummer, nouveau numéro,
    nuevo número,
    nuovo numero, nieuwe nummer, novo número, nowy numer, unter der nummer, unter folgender nummer, al numero,
    al número, mon portable
""")
_WHOSE = words("""
    my our his her their your this best new old current correct right contact other another personal private work office
    to to' from from' caller called calling dialled dialed recipient
    home daytime evening alternate alternative preferred following updated emergency main better callback backup second
    same direct desk
""")
_A_NUMBER = (
    rf"(?:{'|'.join(f'(?<={word} )' for word in sorted(_WHOSE))})number|direct line"
    r"|num[eé]ro (?=de contact|direct)|numeru? kontaktow\w+|kontaktnummer|contactnummer|número de contacto"
    r"|numero di contatto|número de contato|(?:meu|mi) conta[ck]?to|mio contatto|mon contact"
    r"|(?:gerne?|jederzeit) unter"
)
"""What announces the number of somebody without the word for a phone: `the best number is …`, `my direct line is …`."""
_INVITING_STEMS = (
    "question,anything,queries,rückfrag,fragen,emergenc,emergênc,urgen,notf,noodg,spoed,dudas,duda ,consulta,cualquier"
    ",dúvida,qualquer,qualsiasi,dubbi,vragen,vraag,frågor,spørgsmål,spørsmål,pytań,dotazů,sorular"
)
_URGENT = (
    r"emergenc(?:y|ies|ias?)|emergências?|urgen(?:ces?|cias?|ze|te?s?|cy)|(?:im )?notf(?:all|älle)n?|noodgeval(?:len)?"
    r"|spoed"
)
_INVITING = (
    r"(?:any |with |for |your )?(?:questions?|anything(?: else)?|queries)|(?:bei |für )?(?:rück)?fragen"
    rf"|{_URGENT}|(?:cualquier )?(?:dudas?|consultas?|cosa)|(?:qualquer )?(?:dúvidas?|coisa)"
    r"|(?:qualsiasi )(?:cosa|dubbio|domanda)"
    r"|dubbi|vragen|frågor|spørgsmål|spørsmål|pytań|dotazů|sorularınız"
)
"""What people may call about: `for any questions …`, `Notfall: …`."""
_CALLS = (
    "erreich,ruf ,ruft ,rufen,anrufen,rückruf,joign,joind,appele,rappele,appell,llám,llama,llame,llamó"
    ",contactar,contactez,contacteer,escrib,escríb,trovi,rispond,liga,melde,app m,hit me up,shout"
    ",localiz,chiam,contatt,raggiung,bel m,bel o,bel d,bel e,bel g,bel n,bel u,bellen"
    ",bereik,belt m,belt u,når m,nå m,nås p,når o,nå o,træffes,treffes,kontaktes,tavoit,zastih,dovol,ulaş,suna,elér"
    ",ligue,ligar,dzwo,zadzwo,oddzwo,ring m,ring p,ring t,ring u,ringe "
    ",звон,позвон,перезвон,дзвон"
    ",подзвон,задзвон,обад,καλέσ,volej,volajte,zavol,sunați,arayın,soita,soitta,nazov,hív"
)
_CALL = (
    r"ruft? (?:[^\W\d_]{1,12} ){1,4}an|erreich(?:en|bar)|(?:an|zurück|durch)?rufen|rückruf|joign\w+|joindre"
    r"|r?appel(?:e[rz]|lent|ler?)|llám\w+|llam(?:ar?|ar(?:me|nos|le)|an|en?|enme|ennos|ad(?:me|nos)|ó|aron|ando|ada)"
    r"|contact(?:ar|ez|eer)[\w\-]*|escr[ií]b\w+|trovi|rispond\w+|liga(?:-me|r|ção)?|melde[nt]?|app (?:me|mij|ons)"
    r"|hit me up|a shout"
    r"|localiz\w+|chiam\w+|contatt\w+"
    r"|raggiung\w+|bel (?:me|mij|ons|dan|even|gerust|naar|u)|(?:terug|op)?bellen|bereik\w+"
    r"|belt (?:me|mij|ons|u)|nås på|nå[rs]? (?:mig|meg|mej|oss|os)|tr[æe]ffes|kontaktes|tavoit\w+|zasti[hž]\w*|dovol\w+"
    r"|ulaşa\w+|suna|elér\w*|liguem?|ligar|(?:za|od)?dzwo\w+"
    r"|ringe? (?:(?:til|upp|tilbage|tilbake) )?(?:mig|meg|mej|på|til)|(?:по|пере)?звон\w+|(?:по|за)?дзвон\w+|обад\w+"
    r"|καλέσ\w+|(?:za)?volejte|(?:za)?volajte|sunați|arayın|soitt?a\w*|nazov\w+|hív\w+"
)
"""Words that ask for a call in the languages of Europe."""


def is_phone(value: str) -> str:
    wrong = _DOTTED.fullmatch(value) or not looks_dialled(value, at_least=6)
    return "" if wrong else "PHONE"


def _whole_phone(value: str) -> str:
    """The same where a weaker word announces it: short numbers may be anything."""
    return is_phone(value) if len(digits_of(value)) > 7 else ""


def _full_phone(value: str) -> str:
    """The same without a zero in front: nine digits, no day and no second since 1970."""
    wrong = re.fullmatch(rf"{DATE}|1[4-8]\d{{8}}", value, re.I)
    return is_phone(value) if len(digits_of(value)) > 8 and not wrong else ""


def _long_distance_phone(value: str) -> str:
    """The same behind words that announce a lot else."""
    return _whole_phone(value) if value[0] in "0+(" and not re.fullmatch(DATE, value, re.I) else ""


def _dialled_phone(value: str) -> str:
    """The same behind a word for any number: a zero or a plus first, or groups."""
    return _long_distance_phone(value) or (_whole_phone(value) if value.count(" ") > 1 else "")


CALLS = (
    Label(
        "sales,service,support,reception,enquiries,bookings,switchboard,verkauf,empfang,accueil,recepci",
        r"(?:sales|(?:customer )?service|support|reception|enquiries|bookings|switchboard|verkauf|empfang|accueil"
        r"|recepci[oó]n)(?= ?:)",
        _NUMBER,
        _long_distance_phone,
    ),
    Label(
        "ruf:,tfno,tfn,zap ,zap:,fone,gsm,natel,telemóvel,telemovel,komórk"
        ",phone,telephone,landline,telef,teléf,téléph,mobil,fax,whatsapp,hotline"
        ",cell,celular,móvil,handy,rufnummer,portable,puhel,matkapuh"
        ",mobiel,mobitel,durchwahl,зателефон"
        ",τηλέφων,κινητ,телефон,мобильн,мобільн,мобилен",
        r"ruf(?=:)|tfno?|zap|fone|gsm(?:-?nummer|-?nr)?|natel|telem[óo]vel|(?:numer )?komórk\w+|(?:tele|i)?phones?"
        r"|landline|tel[eé]f\w+|téléphone|mobil(?:e|nummer|telefon)?|fax|whatsapp|hotline|cell(?:ulare)?|celular"
        r"|móvil|handy(?:nummer|nr|(?= ?:))|rufnummer|portable(?= ?:)|(?:matka)?puhelin\w*|τηλέφων\w+|κινητ\w+"
        r"|mobiel\w*|mobitel\w*|durchwahl|(?:за)?телефон\w*|мобильн\w+|мобільн\w+|мобилен",
        _NUMBER,
        is_phone,
        fill=r"(?:[^\d\n\x00+(.=;|]|(?<=[nN][orOR])\.){0,24}",
    ),
    Label(
        "tel,tél,cell.,mob.,kom.,mob ,tlf,puh.,τηλ.,тел,моб.",
        r"t[eé]l|cell(?=\.)|(?:mob|kom)(?=\.)|mob(?= \d)|tlf|puh(?=\.)|τηλ(?=\.)|тел|моб(?=\.)",
        _NUMBER,
        is_phone,
        fill=r"(?: (?:est|is|ist|es|è|é)(?: le| el| il)?)?[ \t.:=#]{0,4}"
        r"(?:(?:kom|mob|dom|móv|cel|port|nr|no|privat|privé|perso|dienstl|büro|casa)[ .:]{1,3})?",
    ),
    Label(
        ",".join(_MY_NUMBER),
        "|".join(_MY_NUMBER),
        _NUMBER,
        _whole_phone,
        fill=r"(?: (?:c['’])?[^\W\d_]{1,6}){0,2}(?: ?:)? ",
    ),
    Label(
        "number,direct line,numéro,numero,numeru,kontaktnummer,contactnummer,número,meu conta,mi conta,mio conta"
        ",mon conta,gern unter,gerne unter,jederzeit unter",
        _A_NUMBER,
        _NUMBER,
        _whole_phone,
        fill=r"(?: (?:to|for|you|can|call|reach|contact|direct|me|us|him|her|them|on|at|de|is|was|now|es|est|é|è|ist|är"
        r"|er|jest|na|je))*[ :]{1,3}",
    ),
    Label(
        "ask on,ask at,get me,try me,ping me,buzz me,catch me,find me,speak to,speak with,available,reachable,sms"
        ",texted,text to"
        ",signal,reach out,number on,number's",
        r"ask (?=on|at)|(?:get|try|ping|buzz|catch|find) me|speak (?:to|with) \w{2,12}|available|reachable|sms"
        r"|texted|text(?= to)"
        r"|signal|reach out|number on (?:file|record)|number['’]s",
        _NUMBER,
        _long_distance_phone,
        fill=r"(?: (?:sent|on|at|to|from|via|is|was|under|the|an|till|til|à|au|al|a|aan|do|na|naar))*[ :]{1,3}",
    ),
    Label(
        _INVITING_STEMS,
        _INVITING,
        _NUMBER,
        _full_phone,
        fill=r"(?:[ ,]{1,2}[^\W\d_]{1,12}){0,4}[ :,–\-]{1,3}",
    ),
    Label(
        "info,problem",
        r"(?:more |further |per |für |pour )?info(?:rmation|s|rmazioni)?|(?:any )?problems?",
        _NUMBER,
        _dialled_phone,
        fill=r"(?:[ ,]{1,2}[^\W\d_]{1,12}){0,2}[ :,–\-]{1,3}",
    ),
    Label(
        "emergenc,emergênc,urgen,notf,noodg,spoed",
        _URGENT,
        _NUMBER,
        _full_phone,
        fill=r"(?: [^\W\d_]{1,12}){0,2} ?[:–\-] ",
    ),
    Label(
        "text me,text us,call me,call us,ring me,ring us,phone me,message me,whatsapp me",
        r"(?:text|call|ring|phone|message|whatsapp) (?:me|us)",
        _NUMBER,
        _long_distance_phone,
        fill=r"[^\d\n\0.;|=+(]{1,40}[, :]",
    ),
    Label(
        "interno,anschluss,poste direct,ramal",
        r"(?<=mio |suo )interno|anschluss|poste direct|(?<=meu )ramal",
        _NUMBER,
        _whole_phone,
        fill=r"(?: (?:è|ist|est|é|nummer|il|le|o))*[ :]{1,3}",
    ),
    Label("number", "(?<=, )number", _NUMBER, _dialled_phone, fill="[ :]{1,2}"),
    Label(
        "old one,new one,other one,previous one,die alte,ancien,antiguo,anterior,vecchio,de oude,antigo,den gaml",
        r"(?:old|new|other|previous) one|die alte|l['’]ancien|el an(?:tiguo|terior)"
        r"|il vecchio|de oude|o antigo|den gaml[ae]",
        _NUMBER,
        _long_distance_phone,
        fill=r"(?: is| was)? \(?",
    ),
    Label(_CALLS, _CALL, _NUMBER, _whole_phone, fill=r"(?:[ \-][^\W\d_]{1,12}){0,4}:? "),
    Label(
        "call,reach,dial,answering,contact,text,ring,sms,voicemail,ask for,a message",
        r"dial[ \-]in|call-?backs?"
        r"|(?:call|dial|reach|answering|contact|text|ring)(?:ed|ing)?|caller id(?: shows| showed| was)?"
        r"|sms (?:to|from)|ask for|a message|voicemail (?:left )?(?:from|to|at|on|by)",
        _NUMBER,
        is_phone,
        fill=r"(?:\s+(?:me|us|him|her|them|you|back|on|at|now|today|the|number|this|our|my|his|her|cell|office|please|via"
        r"|is|under|(?-i:[A-Z])[\w'’\-]{0,20}\.?))*\??[ \t:]+",
    ),
)
