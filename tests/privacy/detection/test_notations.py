"""Records as programs, pages and people write them down: each holds the same person."""

from __future__ import annotations

import pytest

from .reading import found

RECORDS = [
    "Array\n(\n    [name] => {name}\n    [company] => {firm}\n    [dob] => {born}\n)\n",
    '{{:name=>"{name}", :company=>"{firm}", :dob=>"{born}"}}',
    'main.Customer{{Name:"{name}", Company:"{firm}", DOB:"{born}"}}',
    "Customer(fullName={name}, company={firm}, dob={born})",
    "full_name -> {name}\ncompany -> {firm}\ndob -> {born}\n",
    "curl -F 'full_name={name}' -F 'company={firm}' -F 'dob={born}' https://example.org\n",
    'crm add --name "{name}" --company "{firm}" --dob "{born}"\n',
    "[('name', '{name}'), ('company', '{firm}'), ('dob', '{born}')]",
    "Full name = {name}\nEmployer = {firm}\nDate of birth = {born}\n",
    '<div><span class="label">Full name</span><span class="value">{name}</span></div>'
    '<div><span class="label">Employer</span><span class="value">{firm}</span></div>'
    '<div><span class="label">Date of birth</span><span class="value">{born}</span></div>',
    "<p><strong>Full name:</strong> {name}<br><strong>Employer:</strong> {firm}<br><b>Born</b>: {born}</p>",
    "Full name\n{name}\n\nEmployer\n{firm}\n\nDate of birth\n{born}\n",
    "Full name:\n{name}\nEmployer:\n{firm}\nDate of birth:\n{born}\n",
    "### Full name\n\n{name}\n\n### Employer\n\n{firm}\n\n### Date of birth\n\n{born}\n",
    "*Full name*\n{name}\n*Employer*\n{firm}\n*Date of birth*\n{born}\n",
    '--x\r\nContent-Disposition: form-data; name="full_name"\r\n\r\n{name}\r\n--x\r\n'
    'Content-Disposition: form-data; name="company"\r\n\r\n{firm}\r\n--x\r\n'
    'Content-Disposition: form-data; name="dob"\r\n\r\n{born}\r\n--x--\r\n',
    'array(3) {{\n  ["name"]=>\n  string(14) "{name}"\n  ["company"]=>\n  string(19) "{firm}"\n'
    '  ["dob"]=>\n  string(10) "{born}"\n}}\n',
    'customer = {{ ["full_name"] = "{name}", ["company"] = "{firm}", ["dob"] = "{born}" }}',
    ' $ full_name: chr "{name}"\n $ company  : chr "{firm}"\n $ dob      : chr "{born}"\n',
    "&{{FullName:{name} Company:{firm} DateOfBirth:{born}}}",
    "Customer {{ FullName = {name}, Company = {firm}, DateOfBirth = {born} }}",
    'Customer {{ full_name: Some("{name}"), company: Some("{firm}"), dob: Some("{born}") }}',
    '{{:full-name "{name}" :company "{firm}" :dob "{born}"}}',
    '(customer (full-name "{name}") (company "{firm}") (dob "{born}"))',
    '[{{full_name,"{name}"}},{{company,"{firm}"}},{{dob,"{born}"}}]',
    '$1 = {{full_name = 0x55d0 "{name}", company = 0x55e0 "{firm}", dob = 0x55f0 "{born}"}}',
    "05 CUST-NAME PIC X(30) VALUE '{name}'.\n05 CUST-EMPLOYER PIC X(30) VALUE '{firm}'.\n"
    "05 CUST-DOB PIC X(10) VALUE '{born}'.\n",
    'New-Customer -FullName "{name}" -Company "{firm}" -DateOfBirth "{born}"\n',
    "page.getByLabel('Full name').fill('{name}');\npage.getByLabel('Employer').fill('{firm}');\n"
    "page.getByLabel('Date of birth').fill('{born}');\n",
    'I fill in "Full name" with "{name}"\nI fill in "Employer" with "{firm}"\n'
    'I fill in "Date of birth" with "{born}"\n',
    'customer.setFullName("{name}");\ncustomer.setCompany("{firm}");\ncustomer.setDob("{born}");\n',
    '<field name="full_name">{name}</field><field name="company">{firm}</field><field name="dob">{born}</field>',
    '<field name="person&apos;s full name">{name}</field><field name="company">{firm}</field>'
    '<field name="date of birth" type="str">{born}</field>',
    'UPDATE "c" SET "full name"=\'{name}\', "company" = \'{firm}\' WHERE "c"."dob"<>\'{born}\'',
    "SELECT `id` FROM `c` WHERE `full_name`='{name}' AND `c`.`company` != '{firm}' OR [dob] = '{born}'",
    "<key>full_name</key>\n<string>{name}</string>\n<key>company</key>\n<string>{firm}</string>\n"
    "<key>dob</key>\n<string>{born}</string>\n",
    "fields:\n  - name: full_name\n    value: {name}\n  - name: company\n    value: {firm}\n"
    "  - name: dob\n    value: {born}\n",
    "[Full name: {name}] [Employer: {firm}] [DOB: {born}]",
    "full_name[{name}] company[{firm}] dob[{born}]",
    "Full name:: {name}\nEmployer:: {firm}\nDate of birth:: {born}\n",
    "full name      {name}\nemployer       {firm}\nbirth date     {born}\n",
    "Full name........{name}\nEmployer.........{firm}\nDate of birth....{born}\n",
    "full_name .. {name}\nemployer ... {firm}\ndob ........ {born}\n",
    "Full name — {name}\nEmployer — {firm}\nDate of birth — {born}\n",
    "full name → {name}\nemployer → {firm}\ndate of birth → {born}\n",
    "Name & {name} \\\\\nEmployer & {firm} \\\\\nDate of birth & {born} \\\\\n",
    "Name {name} / Employer {firm} / DOB {born}",
    "*Name:* {name} · *Employer:* {firm} · *DOB:* {born}",
    "name^company^dob\n{name}^{firm}^{born}\n",
    "name::company::dob\n{name}::{firm}::{born}\n",
    "SELECT full_name, c.company, born AS dob FROM customers c;\n{name} | {firm} | {born}\n",
    '[{{"k": "full_name", "v": "{name}"}}, {{"k": "company", "v": "{firm}"}}, {{"k": "dob", "v": "{born}"}}]',
    '[{{"field": {{"ref": "full_name"}}, "text": "{name}"}}, {{"field": {{"ref": "company"}}, "text": "{firm}"}},'
    ' {{"field": {{"ref": "dob"}}, "date": "{born}"}}]',
]


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_read_in_any_notation(record: str) -> None:
    text = record.format(name="Maria Roessler", firm="Lakeview Retail Ltd", born="1980-04-16")

    assert found(text) == [
        ("PERSON", "Maria Roessler"),
        ("COMPANY", "Lakeview Retail Ltd"),
        ("BIRTHDAY", "1980-04-16"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name\n\nls - list the contents of directories\n\nAuthor\n\nWritten by many people\n",
        "## Owner\n\nThe owner of a lock\n\n## Address\n\nWhere the lock lies in memory\n",
        "Name\nAddress\nPhone\nCompany\n",
        '<h3><a name="xsltSetSortFunc"/>xsltSetSortFunc</h3><p><b>Returns:</b> the old one</p>',
        "def f(owner=None, name=Default Value) -> Blue Sky\n",
        "name -> Blue Sky\n",
        "git commit --author-date-is-committer-date --name \"Blue Sky\"\n",
        "('Name', 'Blue Sky')",
        "Point(x=1, name=Upper Left)",
        'return Response(name[index], address[Blue Sky], phone[0])',
        "owner      the user who runs it\ngroup      the group\nmode       0644\n",
        "Name        Description\nowner       Who owns the lock\naddress     Where it lies\n",
        "contact - see below\naddress - where the lock lies in memory\n",
        "author / owner / reviewer",
        "select owner, name from locks;\nmain | upper left\n",
        "SELECT \"id\" FROM \"locks\" WHERE \"name\" = 'upper left' AND \"owner\"='system'",
        '{"id": "address", "text": "Where shall it go?"}',
    ],
)  # fmt: skip
def test_what_is_written_so_about_things_stays_readable(text: str) -> None:
    assert found(text) == []


def test_a_column_that_says_what_numbers_are_explains_them() -> None:
    text = "type,number,name\npassport,X4827193,Maria Roessler\nlicense,D4162280,Maria Roessler\n"

    assert found(text) == [
        ("PASSPORT", "X4827193"),
        ("PERSON", "Maria Roessler"),
        ("LICENCE", "D4162280"),
        ("PERSON", "Maria Roessler"),
    ]


def test_records_are_read_as_python_prints_them() -> None:
    text = (
        "[{'key': 'DB_PASSWORD', 'value': 'plumtree-7!', 'since': datetime.date(2031, 5, 2), 'last': None},"
        " {'_id': ObjectId('507f1f77bcf86cd799439011'), 'name': 'Jane Roe', 'due': Decimal('4.50'),"
        " 'note': 'ask \\'Joe\\', jane@example.com'}]"
    )

    assert found(text) == [("SECRET", "plumtree-7!"), ("PERSON", "Jane Roe"), ("EMAIL", "jane@example.com")]


@pytest.mark.parametrize(
    "line",
    [
        "error: customer_name: Ada Lovelace",
        "login failed: customer_name: Ada Lovelace, 3 tries",
        "no order of customer_name=Ada Lovelace in the index",
        "customer_name=Ada Lovelace status=open",
    ],
)
def test_a_name_in_a_complaint_is_found_whole(line: str) -> None:
    assert [value for _, value in found(line)] == ["Ada Lovelace"]


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("{ dateOfBirth: ISODate('1961-03-14T00:00:00.000Z'), v: 2 }", "1961-03-14T00:00:00.000Z"),
        ('birthDate = LocalDate.parse("1961-03-14");', "1961-03-14"),
        ('{dob: new Date("1961-03-14")}', "1961-03-14"),
    ],
)
def test_a_birthday_is_found_in_the_call_that_reads_it(text: str, born: str) -> None:
    assert found(text) == [("BIRTHDAY", born)]


@pytest.mark.parametrize(
    "text",
    [
        "{ createdAt: ISODate('2024-12-02T00:00:00.000Z') }",
        "expires = LocalDate.parse('2031-01-01')",
        "dateOfBirth: formatDate('dd.MM.yyyy')",
    ],
)
def test_other_days_in_such_calls_stay_readable(text: str) -> None:
    assert found(text) == []
