"""The way out of a sandbox: a proxy that lets a run reach the hosts its policy lists, and writes down every request."""

from .dialling import Dial, Resolver, system, tcp
from .policy import NetworkLimits, NetworkPolicy, policy_of
from .proxy import serve
from .records import Alert, Connection, OnAlert, OnConnection

__all__ = [
    "Alert",
    "Connection",
    "Dial",
    "NetworkLimits",
    "NetworkPolicy",
    "OnAlert",
    "OnConnection",
    "Resolver",
    "policy_of",
    "serve",
    "system",
    "tcp",
]
