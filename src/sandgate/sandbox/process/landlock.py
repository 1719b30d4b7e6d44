"""Landlock: which files may be touched, whatever the mounts say; no TCP, and no signal or socket to outsiders.

Standard library only. A second wall behind the mount namespace: it holds for paths and for descriptors alike.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Sequence

from . import kernel

SYS_CREATE_RULESET = 444  # these three have the same number on every architecture
SYS_ADD_RULE = 445
SYS_RESTRICT_SELF = 446
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1
RULE_NET_PORT = 2
CONNECT_TCP = 1 << 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHAR, MAKE_BLOCK = 1 << 6, 1 << 11
TRUNCATE = 1 << 14
RIGHTS = ((5, 16), (3, 15), (2, 14), (1, 13))
"""Since which version Landlock knows how many rights over files."""
NETWORK_SINCE, SCOPE_SINCE = 4, 6
BIND_AND_CONNECT = 0b11
ABSTRACT_SOCKETS_AND_SIGNALS = 0b11

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


class _NetPort(ctypes.Structure):
    _fields_ = (("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64))


def version() -> int:
    """The version this kernel has; 0 where it has none."""
    try:
        return kernel.call(SYS_CREATE_RULESET, 0, 0, CREATE_RULESET_VERSION)
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EOPNOTSUPP):
            return 0
        raise


def restrict(
    readable: Sequence[str],
    writable: Sequence[str],
    listable: Sequence[str] = (),
    port: int | None = None,
    executable: Sequence[str] = (),
) -> None:
    """Read some folders, write others, see the names in others, execute some files, connect to one port at most.

    Needs `no_new_privs`.
    """
    have = version()
    if not have:
        return  # kernels before 5.13: the mounts are read-only all the same, and `doctor` says it
    files = (1 << next(count for since, count in RIGHTS if have >= since)) - 1
    network = BIND_AND_CONNECT if have >= NETWORK_SINCE else 0
    scoped = ABSTRACT_SOCKETS_AND_SIGNALS if have >= SCOPE_SINCE else 0
    ruleset = _Ruleset(files, network, scoped)
    handle = kernel.call(SYS_CREATE_RULESET, ctypes.addressof(ruleset), ctypes.sizeof(ruleset), 0)
    for path in readable:
        _allow(handle, path, READ_FILE | (READ_DIR if os.path.isdir(path) else 0))
    for folder in listable:
        _allow(handle, folder, READ_DIR)
    for folder in writable:
        _allow(handle, folder, files & ~(EXECUTE | MAKE_CHAR | MAKE_BLOCK))
    for file in executable:
        _allow(handle, file, READ_FILE | EXECUTE)
    for device in DEVICES:
        _allow(handle, device, files & (READ_FILE | WRITE_FILE | TRUNCATE))
    if network and port is not None:
        rule = _NetPort(CONNECT_TCP, port)
        kernel.call(SYS_ADD_RULE, handle, RULE_NET_PORT, ctypes.addressof(rule), 0)
    kernel.call(SYS_RESTRICT_SELF, handle, 0)
    os.close(handle)


def _allow(handle: int, path: str, rights: int) -> None:
    parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = _PathBeneath(rights, parent)
    kernel.call(SYS_ADD_RULE, handle, RULE_PATH_BENEATH, ctypes.addressof(rule), 0)
    os.close(parent)
