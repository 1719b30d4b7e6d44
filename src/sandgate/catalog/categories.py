"""What a tool is about, in one word, so that a search can be narrowed: told from its words, by a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from sandgate.errors import BadArguments
from sandgate.model import Tool

from .search.words import stem, words
from .wrappers.text import first_sentence

OTHER = "other"
_WORDS = {
    "files": "file files folder directory filesystem path disk drive upload download archive zip",
    "web": "web website page url crawl scrape fetch http internet serp news search-engine",
    "browser": "browser tab click screenshot navigate dom selector devtools playwright puppeteer",
    "code": "code repository repo commit branch git github gitlab bitbucket pull merge lint package symbol",
    "database": "database sql table query row column postgres mysql sqlite mongodb collection redis vector dataset",
    "messaging": "message chat channel slack discord telegram teams thread whatsapp sms notification conversation",
    "mail": "mail email gmail inbox outlook draft attachment recipient",
    "calendar": "calendar event meeting schedule appointment timezone time date reminder",
    "documents": "document doc page notion wiki confluence markdown pdf spreadsheet sheet cell slide excel word",
    "tasks": "task todo ticket issue jira linear asana trello board sprint project milestone backlog",
    "cloud": "cloud aws azure gcp kubernetes pod cluster container docker deployment instance lambda bucket terraform",
    "monitoring": "log metric alert trace dashboard incident monitor grafana sentry datadog prometheus error span",
    "commerce": "payment invoice order product price customer subscription refund cart stripe shop crm lead contact",
    "finance": "stock crypto market portfolio trading ticker exchange dividend earnings",
    "maps": "map location geocode route place coordinates distance weather forecast directions",
    "media": "image video audio music photo picture speech voice sound chart diagram model 3d scene",
    "research": "paper article arxiv citation author pubmed scholar literature wikipedia library documentation docs",
    "memory": "memory remember recall knowledge entity relation observation note graph",
    "security": "vulnerability secret password vault scan security credential threat malware certificate",
    "identity": "user role permission team member account organization workspace group token",
}
CATEGORIES = (*_WORDS, OTHER)


def category(tool: Tool) -> str:
    """One of CATEGORIES; the same for the same tool."""
    found: Counter[str] = Counter()
    for text, weight in ((tool.server, 3), (tool.name, 2), (first_sentence(tool.description), 1)):
        for word in set(words(text)):
            for name in _table().get(word, ()):
                found[name] += weight
    best = max(found.values(), default=0)
    return next((name for name in CATEGORIES if found[name] == best), OTHER) if best else OTHER


def checked(name: str) -> str:
    """A category that exists. Raises BadArguments with those that do."""
    if name.lower() not in CATEGORIES:
        raise BadArguments(f"there is no category {name[:40]!r}; there are: {', '.join(CATEGORIES)}")
    return name.lower()


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for name, listed in _WORDS.items():
        for word in _stems(listed.split()):
            table.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in table.items()}


def _stems(listed: Iterable[str]) -> set[str]:
    return {stem(word) for word in listed}
