"""More ways in which programs write a name and its value: records of many languages, fields of forms, tests."""

from __future__ import annotations

import re

KEY = r"(?P<key>[A-Za-z_][\w.\-]{1,48})"
WORDS = r"(?P<key>[^\W\d_][\w '’./()#\-]{1,40}?)"
_ESCAPED = r"(?P<key>[A-Za-z_][\w .'’&#;\-]{1,48})"
VALUE = r"(?P<value>[^\n\0\"]{1,300}?)"
_EITHER = r"(?P<mark>[\"'])(?P<value>[^\"'\n\0]{1,300})(?P=mark)"
Notation = tuple[str, re.Pattern[str], bool]
"""What shows that there may be such, how it is written, and whether that shows where a value ends."""
DUMPS: tuple[Notation, ...] = (
    # ` $ full_name: chr "Jane Roe"` of R
    (" chr ", re.compile(rf"\$ {KEY} {{0,30}}: chr \"{VALUE}\""), True),
    # `full_name: Some("Jane Roe")` of Rust
    ('Some("', re.compile(rf"{KEY}: Some\(\"{VALUE}\"\)"), True),
    # `:full-name "Jane Roe"` of Clojure, `(full-name "Jane Roe")` of Lisp
    (' "', re.compile(rf"(?<![\w:\"]):{KEY} \"{VALUE}\""), True),
    ('")', re.compile(rf"\({KEY} \"{VALUE}\"\)"), True),
    # `{full_name,"Jane Roe"}` and `<<"full_name">> => <<"Jane Roe">>` of Erlang
    (',"', re.compile(rf"\{{{KEY},\"{VALUE}\"\}}"), True),
    ('<<"', re.compile(rf"<<\"{KEY}\">>(?: => |,)<<\"{VALUE}\">>"), True),
    # `["full_name"] = "Jane Roe"` of Lua
    ('"] = ', re.compile(rf"\[\"{KEY}\"\] = \"{VALUE}\""), True),
    # `full_name = 0x55d0 "Jane Roe"`, as a debugger shows memory
    ("= 0x", re.compile(rf"{KEY} = 0x[0-9a-f]{{1,16}} \"{VALUE}\""), True),
    # `05 CUST-NAME PIC X(30) VALUE 'Jane Roe'.` of COBOL
    (" PIC ", re.compile(rf"{KEY} {{1,40}}PIC [\w()]{{1,20}} {{1,20}}VALUE {_EITHER}"), True),
    # `-FullName "Jane Roe"` of PowerShell
    (" -", re.compile(rf"(?<=\s)-(?=[A-Z]){KEY} (?P<mark>[\"'])(?P<value>[^\"'\n\0$]{{2,300}})(?P=mark)"), True),
    # `getByLabel('Full name').fill('Jane Roe')`, `"Full name" with "Jane Roe"`, as tests fill forms in
    (").", re.compile(rf"\([\"']{WORDS}[\"']\)\.(?:fill|type|sendKeys|send_keys|set|setValue)\({_EITHER}"), True),
    ('" with "', re.compile(rf"\"{WORDS}\"(?: field)? with \"{VALUE}\""), True),
    # `customer.setFullName("Jane Roe")`, `customer.setBorn(LocalDate.parse("1980-04-16"))`
    (".set", re.compile(rf"\.set(?P<key>[A-Z]\w{{1,40}})\((?:[A-Z]\w{{1,30}}\.\w{{1,20}}\()?\"{VALUE}\"\)"), True),
    # `<field name="full_name">Jane Roe</field>`, `<key name="driver&apos;s license">…</key>`
    (
        '">',
        re.compile(
            rf"<\w{{1,20}} (?:[\w\-]{{1,20}}=\"[^\"<>\n]{{0,60}}\" )?(?:name|key|id|label|field)=\"{_ESCAPED}\""
            r"(?: [\w\-]{1,20}=\"[^\"<>\n]{0,60}\"){0,2}>(?P<value>[^<>\n\0]{1,300})</"
        ),
        True,
    ),
    # `<key>full_name</key><string>Jane Roe</string>`
    (
        "</key>",
        re.compile(rf"<key>{WORDS}</key>\s{{0,20}}<(?:string|value|val|v)>(?P<value>[^<>\n\0]{{1,300}})</"),
        True,
    ),
    (
        "</name>",
        re.compile(rf"<name>{WORDS}</name>\s{{0,20}}<(?:string|value|val|v)>(?P<value>[^<>\n\0]{{1,300}})</"),
        True,
    ),
    # `- name: full_name` above `value: Jane Roe`
    (
        " value: ",
        re.compile(
            rf"\b(?:name|key|field|label|id|title|question): (?P<quote>[\"']?){WORDS}(?P=quote)\r?\n[ \t]{{1,20}}"
            r"value: (?P<mark>[\"']?)(?P<value>[^\n\0]{1,300}?)(?P=mark)[ \t\r]*$",
            re.M,
        ),
        True,
    ),
    # `born=datetime.date(1980, 4, 16)` of Python, `born: ~D[1980-04-16]` of Elixir
    (
        "date(",
        re.compile(rf"{KEY}[\"']?(?:=|: )(?P<value>(?:datetime\.)?date(?:time)?\(\d{{4}}(?:, \d{{1,2}}){{2,6}}\))"),
        True,
    ),
    # `born: ISODate('1980-04-16T00:00:00Z')` of MongoDB, `born = LocalDate.parse("1980-04-16")` of Java
    (
        "Date",
        re.compile(
            rf"(?<![\w.\-]){KEY}[\"']? ?[=:] ?(?:new )?(?:ISO|Local|Offset|Zoned)?Date(?:Time)?(?:\.\w{{2,12}})?"
            r"\((?P<mark>[\"'])(?P<value>\d[\dT:.Z+\- /]{7,30})(?P=mark)\)"
        ),
        True,
    ),
    ("~D[", re.compile(rf"{KEY}: ~D\[(?P<value>[\d\-]{{10}})\]"), True),
    # `snmp-server contact Jane Roe` of routers
    (
        "snmp-server",
        re.compile(r"snmp-server (?P<key>contact|location) (?P<value>[^\n\0]{2,200}?)[ \t\r]*$", re.M),
        False,
    ),
    # `[Full name: Jane Roe] [Phone: …]`
    ("] [", re.compile(rf"\[{WORDS}: (?P<value>[^\]\[\n\0]{{2,200}})\]"), True),
    # `full_name changed from "Jane Roe" to "Jane Doe"`
    (
        ' to "',
        re.compile(rf"{KEY}(?: was)? (?:changed|updated|modified) from \"[^\"\n\0]{{0,300}}\" to \"{VALUE}\""),
        True,
    ),
    (' from "', re.compile(rf"{KEY}(?: was)? (?:changed|updated|modified) from \"{VALUE}\" to \""), True),
)
CLOSED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("[", re.compile(rf"(?<![\w.]){KEY}\[(?P<value>[^\[\]\n\0\"']{{2,120}})\]")),
    ("(", re.compile(rf"(?<![\w.]){KEY}\((?P<value>[^()\n\0\"']{{2,120}})\)(?=\s|\Z)")),
)
"""`full_name[Jane Roe] phone[…]`: code is written so too, and does not name three things in a row that somebody has."""
