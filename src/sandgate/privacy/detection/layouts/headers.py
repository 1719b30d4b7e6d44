"""The first line of a table: whether its cells are names of columns."""

from __future__ import annotations

import re

from ..naming.keys import NOT_OF_A_MACHINE, read_key
from ..secrets.looks import look_of

_HEADER_CELL = re.compile(
    r"(?:[^\W\d]|\d{1,3}[A-Za-z])[\w.\-/#'’*?°]{0,60}(?:\([a-z]{1,3}\))?"
    r"(?: (?:[\w.\-/()#'’*?°:]{1,40}|\(?[%$€£&+]\)?)){0,6}(?: \[[A-Za-z ]{2,20}\])?$"
    r"|[#№%]?$|(?:19|20)\d\d$"
)
"""A word or some; or, beside others that are: nothing, a sign for the number of a row, a year."""
_OBJECT = re.compile(
    r"(?:pod|secret|externalsecret|sealedsecret|deployment|replicaset|statefulset|daemonset|job|cronjob|service|svc|node"
    r"|configmap|ingress|serviceaccount|certificate|namespace|pvc|persistentvolumeclaim)s?(?:\.[a-z\d.]{1,40})?/[\w.\-]+"
)
"""`secret/db-password`, as Kubernetes calls what it holds: a value, though its words name one."""
_COLUMN = re.compile(r"[A-Za-z][A-Za-z\d]*(?:[_.\- ][A-Za-z\d]+)*|#")
_PAIR = 2
_SURE, _ODD = 3, 4
"""Where three names promise something, one in four may be written as no name is: `Lifetime value (USD, net)`."""
_VALUE = re.compile(r"@|\d{4}|://|[{}\"]")
_KEYS = ("key", "name", "setting", "option", "parameter", "property", "variable")
"""Beside `Value`: then the rows say what each holds."""
_LOOKS = ("mixed", "signed", "generated")


def are_names(cells: list[str]) -> bool:
    """Whether all cells are names and at least one promises something."""
    if len(cells) == _PAIR and read_key(cells[0]).kind == "SECRET" and look_of(cells[1]) in _LOOKS:
        return False  # `db_password  Plum4711` is a name and its value
    if any(map(_is_a_label, cells[:1])) and not all(map(_is_a_label, cells)):
        return False  # so is `Full name:  Jane Roe`
    if any("/" in name and _OBJECT.fullmatch(name) for name in cells):
        return False
    promised = sum(bool(read_key(name).kind) for name in cells)
    if may_be_names(cells):
        return promised > 0 or (cells[0].lower() in _KEYS and cells[1].lower() == "value")
    odd = [name for name in cells if not _HEADER_CELL.match(name)]
    return promised >= _SURE and len(odd) * _ODD <= len(cells) and not any(map(_VALUE.search, cells))


def _is_a_label(cell: str) -> bool:
    return cell.endswith(":")


def name_machines(cells: list[str]) -> bool:
    """Whether all are written as columns of data are, and some hold numbers of machines: no phones, no papers."""
    return len(cells) > _PAIR and all(map(_COLUMN.fullmatch, cells)) and any(map(_is_of_a_machine, cells))


def _is_of_a_machine(name: str) -> bool:
    return read_key(name).form in NOT_OF_A_MACHINE


def may_be_names(cells: list[str]) -> bool:
    """Whether all cells are written like names, where something else shows that the line is a header."""
    return sum(len(name) > 1 for name in cells) > 1 and all(map(_HEADER_CELL.match, cells))
