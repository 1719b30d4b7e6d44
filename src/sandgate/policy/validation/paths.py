"""What a path leads to: inside the sandbox's own folders, outside them, to secrets, or to what runs the system."""

from __future__ import annotations

import posixpath
import re
from typing import Literal

from .values import HOLE

Place = Literal["inside", "outside", "secret", "system"]
OWN = ("/tmp", "/sandgate", "/dev/shm", "/usr/share/zoneinfo")  # noqa: S108 - the run's own
OWN_FILES = frozenset(
    {"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/stdin", "/dev/stdout", "/dev/stderr"}
)
SECRET = re.compile(
    r"""
    ^/etc/(g?shadow-?|passwd-?|sudoers(\.d(/|$))?|ssh(/|$)|ssl/private|krb5\.keytab|security/opasswd)
    | ^/proc/(\d+|self|thread-self|\ufffc|\*)/(environ|mem|maps|smaps|fd|root|cwd|exe|ns|task|cmdline|mountinfo|mounts)
    | ^/proc/(kcore|kallsyms|keys|kmsg|sys/kernel/|sysrq-trigger|key-users|vmallocinfo)
    | ^/dev/(mem|kmem|kmsg|port|sd[a-z]|nvme|vd[a-z]|xvd|dm-|mapper|loop|kvm|fuse|net/tun|vsock|vhost|tty|input|fd/)
    | ^/sys/(kernel|firmware|fs/cgroup)
    | ^(/var)?/run/(docker\.sock|containerd|crio|podman|dbus|systemd|secrets)
    | ^/root(/|$)
    | ^/boot(/|$)
    | ^/var/(spool/cron|lib/docker|mail|lib/kubelet|log/(auth|secure|wtmp|btmp))
    | (^|/)\.(ssh|gnupg|aws|kube|azure|docker|mozilla|password-store)(/|$)
    | (^|/)\.(netrc|pgpass|git-credentials|npmrc|pypirc|bash_history|zsh_history|python_history|vault-token)$
    | (^|/)\.config/(gcloud|gh/|google-chrome|chromium)
    | (^|/)id_(rsa|dsa|ecdsa|ed25519)$
    | (^|/)(Login\ Data|Cookies)$
    """,
    re.VERBOSE,
)
SYSTEM = re.compile(
    r"""
    ^/?$
    | ^/(\*|\.)
    | ^/(etc|bin|sbin|usr|lib\w*|boot|dev|proc|sys|root|run|srv)(/|$)
    | ^/var/(spool|lib|run|mail|cache|backups)(/|$)
    | ^/(home|var|opt|mnt)/?\*?$
    | (^|/)\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zprofile|zshenv|vimrc)$
    | (^|/)\.(gitconfig|inputrc|xinitrc|xprofile)$
    | (^|/)\.(ssh|config/autostart|config/systemd)(/|$)
    | (^|/)(authorized_keys|crontab)$
    | (^|/)(sitecustomize|usercustomize)\.py$
    | /site-packages/
    """,
    re.VERBOSE,
)
WINDOWS = re.compile(r"^([A-Za-z]:[\\/]|\\\\)")
LONGEST = 1_000


def place(path: str, *, changed: bool) -> Place:
    """`changed` asks about writing, moving or deleting."""
    if len(path) > LONGEST or "\n" in path or path.startswith(HOLE):
        return "inside"
    if WINDOWS.match(path):
        return "outside"
    full = _resolved(path.removeprefix("file://"))
    if full is None or full in OWN_FILES:
        return "inside"
    if SECRET.search(full):
        return "system" if changed and SYSTEM.search(full) else "secret"
    if changed and SYSTEM.search(full):
        return "system"
    return "outside"


def _resolved(path: str) -> str | None:
    """The path from the root or from `~`; None for one below the sandbox's own folders."""
    full = posixpath.normpath(path) if path else "."
    if full.startswith(".."):  # the program starts one level below the root
        return "/" + full.lstrip("./")
    if full.startswith("//"):
        full = full[1:]
    if full.startswith("/"):
        return None if any(full == own or full.startswith(own + "/") for own in OWN) else full
    return full if full.startswith("~") else None
