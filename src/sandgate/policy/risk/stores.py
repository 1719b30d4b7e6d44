"""What is asked of stores that do not speak SQL: Redis commands, Mongo filters and pipelines, GraphQL."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from sandgate.policy.risk.levels import NOTHING, Risk, Weighed, changes, leaks, plain, reads, shown, together
from sandgate.policy.risk.words import deed_of_name

_REDIS: dict[Risk, str] = {
    "low": """
        get mget hget hgetall hmget hkeys hvals hlen hexists lrange lindex llen smembers sismember scard zrange zscore
        zcard zrank zrangebyscore exists ttl pttl type scan hscan sscan zscan strlen getrange ping echo info
        dbsize time memory object xrange xread xlen xinfo json.get ft.search ft.info ft._list randomkey bitcount getbit
        command lastsave role client zrevrange
    """,
    "medium": """
        set mset setex setnx hset hmset hsetnx lpush rpush sadd zadd incr decr incrby decrby append expire persist
        rename publish xadd json.set setrange getset lset ltrim zincrby hincrby pexpire copy move restore keys monitor
        lpop rpop spop zpopmin zpopmax srem zrem hdel lrem xdel getdel
    """,
    "high": "del unlink eval evalsha script function fcall cluster acl module config replicaof slaveof migrate debug"
    " bgrewriteaof save bgsave failover swapdb",
    "critical": "flushall flushdb shutdown",
}
_REDIS_RISKS: dict[str, Risk] = {name: risk for risk, names in _REDIS.items() for name in names.split()}
_MONGO_CODE = frozenset(("$where", "$function", "$accumulator"))
_MONGO_WRITES = frozenset(("$out", "$merge"))
_MOST_KEYS = 2000

_GRAPHQL_NOISE = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*')
_GRAPHQL = re.compile(r"[_A-Za-z]\w*|[{}()]|\S")


def weigh_redis(words: Sequence[str]) -> Weighed | None:
    """`None` where the first word is no command of Redis."""
    name = words[0].lower() if words else ""
    risk = _REDIS_RISKS.get(name)
    if risk is None:
        return None
    if risk == "low" or (name == "config" and [w.lower() for w in words[1:2]] == ["get"]):
        return reads()
    if name in ("keys", "monitor"):
        return leaks("medium", f"is {name.upper()}: may hold up the whole server")
    everything = " of everything" if risk == "critical" and name.startswith("flush") else ""
    return changes(risk, f"is {shown(' '.join(words))}{everything}", False if risk in ("high", "critical") else None)


def weigh_documents(value: Any) -> Weighed:
    """Operators of Mongo in a filter or pipeline that run code or write."""
    found: list[Weighed] = []
    queue: list[Any] = [value]
    for _ in range(_MOST_KEYS):
        if not queue:
            break
        entry = queue.pop()
        if isinstance(entry, dict):
            for key, inside in cast("dict[Any, Any]", entry).items():
                found.extend(_operator(plain(key)))
                queue.append(inside)
        elif isinstance(entry, list):
            queue.extend(cast("list[Any]", entry)[:_MOST_KEYS])
        elif isinstance(entry, str) and '"$' in entry:
            queue.append(_parsed(entry))
    return together(found)


def _parsed(text: str) -> Any:
    """Filters are often given as a text of JSON."""
    try:
        parsed: Any = json.loads(text) if text.lstrip()[:1] in ("{", "[") and len(text) < 100_000 else None
    except (ValueError, RecursionError):
        return None
    return cast("Any", parsed) if isinstance(parsed, dict | list) else None  # a text in a text would come round again


def _operator(key: str) -> list[Weighed]:
    if key in _MONGO_CODE:
        return [leaks("high", f"has {key}: code that the database runs")]
    return [changes("high", f"has {key}: writes its result over a collection", False)] if key in _MONGO_WRITES else []


def weigh_graphql(text: str) -> Weighed | None:
    """`None` where this is not GraphQL: an operation, or a bracket that closes."""
    tokens = _GRAPHQL.findall(_GRAPHQL_NOISE.sub(" ", text[:50_000]))
    if not tokens or "{" not in tokens or tokens.count("{") != tokens.count("}"):
        return None
    if tokens[0] not in ("query", "mutation", "subscription", "fragment", "{"):
        return None
    fields = _mutations(tokens)
    return together(_mutation(name) for name in fields) if fields else NOTHING


def _mutations(tokens: list[str]) -> list[str]:
    """The names of fields right inside of a mutation."""
    found: list[str] = []
    depth, brackets, operation = 0, 0, ""
    for sign, following in zip(tokens, [*tokens[1:], ""], strict=True):
        brackets += (sign == "(") - (sign == ")")
        if depth == 0 and sign in ("query", "mutation", "subscription", "fragment"):
            operation = sign
        if depth == 1 and brackets == 0 and operation == "mutation" and sign[0].isalpha() and following != ":":
            found.append(sign)
        if brackets == 0:
            depth += (sign == "{") - (sign == "}")
            operation = "" if sign == "}" and depth == 0 else operation
    return found or (["mutation"] if "mutation" in tokens[:1] else [])


def _mutation(name: str) -> Weighed:
    deed = deed_of_name(name)
    kind = deed.kind if deed else "change"
    risk: Risk = "critical" if kind == "destroy" else "high" if kind in ("delete", "grant", "pay") else "medium"
    return changes(risk, f"is a GraphQL mutation: {shown(name)}", False if risk != "medium" else None)
