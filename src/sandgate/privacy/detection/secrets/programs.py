"""Programs that take a secret without a name for it: behind a short flag, or by its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_LONGEST_COMMAND = 400
_VALUE = r"[\"']?(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){6,400})(?=[\s\"';|&)\0]|\Z)"
_NAME = r"[\"']?[\w.@\\;\-]{1,64}[\"']?"
_TAKEN = {
    "lftp ": r"lftp\b[^\n\0|]{0,60}? -u [\"']?[\w.@;\-]{1,64},",
    " -u ": rf" -u {_NAME} (?:[^\n\0|]{{0,80}} )?-p ",
    " -U ": rf" -U {_NAME} (?:[^\n\0|]{{0,80}} )?-P ",
    "mosquitto_": r"mosquitto_\w{3}\b[^\n\0|]{0,100}? -P ",
    "snmp": r"snmp(?:walk|get|getnext|bulkwalk|bulkget|set|table|trap)\b[^\n\0|]{0,80}? -c ?",
    " authPriv": r"snmp\w{3,8}\b[^\n\0|]{0,120}? -A ",
    " -X ": r"snmp\w{3,8}\b[^\n\0|]{0,160}? -X ",
    "7z": r"7z[ar]? [a-z] (?:[^\n\0|]{0,60} )?-p",
    "rar ": r"(?:un)?rar [a-z] (?:[^\n\0|]{0,60} )?-h?p",
    "vault login ": r"vault login (?!-)",
    "doctl ": r"doctl auth init\b[^\n\0|]{0,40}? -(?:t|-access-token) ",
    "kv put ": r"kv put [\w./\-]{0,80}(?:passw(?:or)?d|secret|token|key) ",
    "radtest ": rf"radtest (?:-\w \S{{1,20}} ){{0,4}}{_NAME} ",
    "keyvault secret set": r"keyvault secret set\b[^\n\0|]{0,120}? --value ",
    "pm2 link ": r"pm2 link \w{10,20} ",
    "http-basic.": rf"config (?:-\S{{1,20}} ){{0,3}}http-basic\.\S{{3,80}} {_NAME} ",
    " --record": r"(?:cypress(?:-cloud)?|cy|currents|pwc)\b[^\n\0|]{0,200}? (?:-k|--key)[ =]",
    "nuget push ": r"nuget push\b[^\n\0|]{0,200}? -k ",
    "codecov": r"codecov\S{0,20}\b[^\n\0|]{0,120}? (?:-t|--token)[ =]",
    "snyk auth ": r"snyk auth (?!-)",
    "wandb login ": r"wandb login (?:--?\S{1,60} ){0,3}",
    "config set": r"config set (?:--?\S{1,20} ){0,2}\S{0,100}(?:_auth|_password|[Tt]oken|[Kk]ey|[Ss]ecret)[ =]",
    "github-oauth.": r"config (?:-\S{1,20} ){0,3}github-oauth\.\S{3,80} ",
    "-token.": r"config (?:-\S{1,20} ){0,3}(?:gitlab|pypi|bitbucket|forgejo)-token\.\S{2,80} ",
    "bundle config ": r"bundle config (?:set )?(?:--\S{1,20} ){0,2}[\w\-]+\.[\w.\-]+ (?=[\"']?[\w.\-]{1,64}:)",
    " --with-token": r"(?:echo(?: -n)?|printf(?: [\"']?%s(?:\\n)?[\"']?)?) (?=[^\n|]{6,400}\|[^\n]{0,80} --with-token)",
    "-stdin": r"printf(?: [\"']?%s(?:\\n)?[\"']?)? (?=[^\n|]{6,400}\|[^\n]{0,100} --password-stdin)",
    "stats auth ": r"stats auth [\w.@\-]{1,64}:",
    " insecure-password ": r"user [\w.@\-]{1,64} insecure-password ",
    "onar.login=": r"-Dsonar\.login=",
    " secrets set ": r"\bsecrets? set (?:--?[\w\-]{1,20}[= ]\S{1,40} ){0,3}[A-Z][A-Z\d_]{1,60}=",
    " secret put ": r"echo (?:-n )?(?=[^\n|]{6,400}\|[^\n]{0,60} secret put )",
}
_PROGRAMS = tuple((hint, re.compile(before + _VALUE)) for hint, before in _TAKEN.items())
"""A word of the command, and what stands before the secret on its line."""


def given_to_programs(text: str) -> Iterator[re.Match[str]]:
    for hint, form in _PROGRAMS:
        for line in lines_with(text, (hint,)) if hint in text else ():
            yield from form.finditer(text, *line)


def lines_with(text: str, wanted: Iterable[str]) -> set[tuple[int, int]]:
    """Where the lines begin and end that hold one of some words: reading only them costs a tenth."""
    lines: set[tuple[int, int]] = set()
    for word in wanted:
        place = text.find(word)
        while place >= 0:
            start = max(text.rfind(sign, max(0, place - _LONGEST_COMMAND), place) for sign in "\n\0") + 1
            ends = (text.find(sign, place, place + _LONGEST_COMMAND) for sign in "\n\0")
            end = min((end for end in ends if end > 0), default=min(len(text), place + _LONGEST_COMMAND))
            lines.add((max(start, place - _LONGEST_COMMAND), end))
            place = text.find(word, end)
    return lines
