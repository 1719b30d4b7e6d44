"""Keys as systems of operations keep and show them: headers of services, audits, accounts of machines."""

from __future__ import annotations

import pytest

from .reading import found, walked

UUID = "6f1c2a9e-4b7d-4e03-9c58-a1d2e3f40516"
MIXED = "q7RkP2zVn9XbT4mWcJ5hLs8dYf3gKa6u"
RANCHER = "token-k7v2p:" + "b8xq4zt6vw" * 5 + "h2kd"
K3S = "K10" + "3fa9c07e" * 8 + "::server:" + "5b0d81e7" * 4
SCRAM = "SCRAM-SHA-256$4096:cTdSa1Ayelz2$" + "k3Jd9sLq0Zx7" * 3 + "=:" + "Vb2NmQ8wTr5y" * 3 + "="


@pytest.mark.parametrize("scheme", ["Splunk", "GenieKey", "PVEAPIToken=jane@pam!ci=", "Token token="])
def test_a_header_may_have_a_scheme_that_a_service_made_up(scheme: str) -> None:
    between = "" if scheme.endswith("=") else " "
    assert ("SECRET", UUID) in found(f'curl -H "Authorization: {scheme}{between}{UUID}" https://logs.example.org/')


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('a0="mysqldump" a1="-hdb1" a2="-ubackup" a3="-pujoXEkXv4711" a4="--all-databases"', "ujoXEkXv4711"),
        ('a0="sshpass" a1="-p" a2="ujoXEkXv4711" a3="ssh"', "ujoXEkXv4711"),
        (f"curl -u :{MIXED} https://dev.example.org/_apis", MIXED),
        (f"ann: put this in the registry: robot$ci+pull / {MIXED}", MIXED),
        (f"header `Authorization: Bearer {RANCHER}`", RANCHER),
        (f"# cat node-token\n{K3S}\n", K3S),
        ('; userlist.txt\n"app_rw" "md53fa9c07e3fa9c07e3fa9c07e3fa9c07e"\n', "md53fa9c07e3fa9c07e3fa9c07e3fa9c07e"),
        (f'"app_rw" "{SCRAM}"\n', SCRAM),
    ],
)
def test_what_systems_let_in_with_is_hidden_where_they_write_it(text: str, secret: str) -> None:
    assert ("SECRET", secret) in found(text)


def test_tokens_are_hidden_that_are_called_after_who_uses_them() -> None:
    tokens = {"agent": UUID, "default": UUID, "initial_management": UUID}
    assert walked({"acl": {"tokens": tokens}}) == {"acl": {"tokens": dict.fromkeys(tokens, "<SECRET>")}}


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer is required for this route",
        'a0="mkdir" a1="-p" a2="/srv/data/build4711"',
        'a0="mysql" a1="-ubackup" a2="-p"',
        "image: shop / checkout-service-frontend-2",
        "curl -u : --negotiate https://intranet.example.org/",
        "shop.tar.gz md53fa9c07e3fa9c07e3fa9c07e3fa9c07e",
    ],
)
def test_what_only_looks_so_stays(text: str) -> None:
    assert found(text) == []
