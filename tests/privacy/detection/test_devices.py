"""Keys in the settings of routers, firewalls and VPNs."""

from __future__ import annotations

import pytest

from .reading import found

CISCO = [
    ("crypto isakmp key Otter9_22.qLm address 192.0.2.1", "Otter9_22.qLm"),
    ("crypto isakmp key 6 TfBCKLPWiOcdFgRHMaaEUbGe7 hostname vpn.example.net", "TfBCKLPWiOcdFgRHMaaEUbGe7"),
    (
        "crypto keyring hq\n  pre-shared-key address 198.51.100.7 key r7Kd.pTv_XZQ_.9ckwrs.B3.",
        "r7Kd.pTv_XZQ_.9ckwrs.B3.",
    ),
    (" ikev2 local-authentication pre-shared-key 0 Otter_9.2xWq", "Otter_9.2xWq"),
    ("tacacs-server host 10.2.2.2 key Tac$Heron99", "Tac$Heron99"),
    ("radius-server host 10.1.1.5 auth-port 1812 key 7 14371B030A052E38", "14371B030A052E38"),
    ("aaa-server RAD (inside) host 10.9.9.9\n timeout 5\n key HeronShared4\n", "HeronShared4"),
    ("username ops privilege 15 password 7 0A5F4D1C1B0E", "0A5F4D1C1B0E"),
    ("line vty 0 4\n password 7 120B0A16181D\n", "120B0A16181D"),
    (
        "enable secret 9 $9$pkGnRWdyC8erTp$Y.JtgM7y2jm1SyloQTTwzRZxvdzTDu8rGn5w8qrDylLN",
        "$9$pkGnRWdyC8erTp$Y.JtgM7y2jm1SyloQTTwzRZxvdzTDu8rGn5w8qrDylLN",
    ),
    (" ip ospf message-digest-key 1 md5 Osp7Heron0", "Osp7Heron0"),
    (" ip ospf authentication-key 7 0307015B1E1F36", "0307015B1E1F36"),
    ("ntp authentication-key 5 md5 HeronTime24", "HeronTime24"),
    (" standby 1 authentication md5 key-string 7 0401095F1C1D30", "0401095F1C1D30"),
    ("snmp-server user mon ops v3 auth sha HeronAuth47 priv aes 128 HeronPriv58", "HeronPriv58"),
    ("snmp-server user mon ops v3 auth sha HeronAuth47 priv aes 128 HeronPriv58", "HeronAuth47"),
]
OTHERS = [
    ('set system radius-server 10.0.0.4 secret "$9$t/uZYvrWn8kVN9Ci0ZWgFYR6s8qH"', "$9$t/uZYvrWn8kVN9Ci0ZWgFYR6s8qH"),
    ('set security ike policy hq pre-shared-key ascii-text "$9$q-tLfnZ9WEjIWF"', "$9$q-tLfnZ9WEjIWF"),
    ('    10.0.0.5 {\n        secret "$9$Ab3dEf/gH1"; ## SECRET-DATA\n    }', "$9$Ab3dEf/gH1"),
    ('    edit "to-hq"\n        set psksecret ENC Y8iVOlYAs1hlX4T9e2r==\n', "Y8iVOlYAs1hlX4T9e2r=="),
    ('    edit "to-hq"\n        set psksecret Otter#9931x\n', "Otter#9931x"),
    ("radius-server shared-key cipher %^%#Xk7pQ0zLw2TnB%^%#", "%^%#Xk7pQ0zLw2TnB%^%#"),
    ("set gateway gw1 pre-shared-key key -AQ==Y6l/L1xnSCtUrwDnAa0wZa4j=xB4l", "-AQ==Y6l/L1xnSCtUrwDnAa0wZa4j=xB4l"),
    ('192.0.2.1 198.51.100.2 : PSK "Otter9vLm2Qx"', "Otter9vLm2Qx"),
    ('carol : EAP "Otter3tTnp99"', "Otter3tTnp99"),
    ("# client server secret IP addresses\nbranch1 l2tpd Otter9vLm2Qx *\n", "Otter9vLm2Qx"),
]  # fmt: skip
PLAIN = [
    "interface GigabitEthernet0/1\n description key uplink to core-sw2\n ip ospf message-digest-key 1 md5\n",
    "crypto key generate rsa modulus 2048\nkey chain EIGRP-KEYS\n key 1\n",
    "service password-encryption\nsecurity passwords min-length 10\npassword encryption aes\n",
    "crypto isakmp profile isakmp-vpn-0\n  keyring keyring-vpn-0\n",
    "    edit \"to-hq\"\n        set psksecret <secret>\n        set password ENC\n",
    "pre-shared-key address 0.0.0.0 key <removed>",
    "radius-server host radius1 key ********",
    "Choose a password 8 characters long, and a secret 5 words long",
    "snmp-server enable traps snmp authentication linkdown linkup",
    "awk '{ print $9$10 }' access.log",
    "the radius-server asks for its key again",
    "# client server secret IP addresses\n",
]  # fmt: skip


@pytest.mark.parametrize(("text", "key"), [*CISCO, *OTHERS])
def test_what_a_device_keeps_is_hidden_also_where_it_shows_it_encrypted(text: str, key: str) -> None:
    assert ("SECRET", key) in found(text)


@pytest.mark.parametrize("text", PLAIN)
def test_commands_about_keys_stay_readable(text: str) -> None:
    assert [value for kind, value in found(text) if kind == "SECRET"] == []


@pytest.mark.parametrize(
    "line",
    [
        "snmp-server community {} RO 12",
        "snmp-server community {} view all RW",
        'snmp-server community "{}" operator',
        "set snmp community {} authorization read-only",
        "rocommunity {} 10.0.0.0/8",
    ],
)
def test_any_word_may_be_a_community(line: str) -> None:
    assert ("SECRET", "greyotter") in found("hostname sw-01\n" + line.format("greyotter"))
    assert ("SECRET", "public") not in found("hostname sw-01\n" + line.format("public"))


def test_a_key_below_its_server_is_hidden_however_the_command_is_joined() -> None:
    assert ("SECRET", "plum-otter-471") in found("tacacs-server host 10.0.0.9\n key plum-otter-471\nend\n")
    assert ("SECRET", "Plumriver39") in found("radius-server host 10.0.0.9\n timeout 5\n key Plumriver39\n")
    assert ("SECRET", "Plumriver39") not in found("ntp server 10.0.0.9\n source Plumriver39\n")


def test_what_a_tunnel_is_shut_with_is_found_in_its_dump() -> None:
    keys = ["9rv0xyBmoDnmd1GfsiWMY3L8elO/Euzzn+2BStszUhs=", "GvNZvSRgf7KmMviZq72Y+rY6ZuVYBWCHMsiEQ49ql4o="]
    public = "M2trcOCFtLcKOwDmXKoFgx2Q5TL9FAS3/l+R0uqoHgs="
    dump = f"{keys[0]}\t{public}\t51820\toff\n{public}\t{keys[1]}\t203.0.113.240:40846\t10.66.6.8/32\t177\t8\t9\t25\n"

    assert [value for kind, value in found(dump) if kind == "SECRET"] == keys
