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
    ],
)  # fmt: skip
def test_what_is_written_so_about_things_stays_readable(text: str) -> None:
    assert found(text) == []
