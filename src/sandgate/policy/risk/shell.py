"""What a command line does: by the programs it starts and what it tells them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from posixpath import basename

from sandgate.policy.risk.levels import NOTHING, Risk, Weighed, about, changes, leaks, plain, reads, shown, together
from sandgate.policy.risk.paths import weigh_path
from sandgate.policy.risk.shell_tokens import LONGEST, MOST, Command, commands
from sandgate.policy.risk.stores import weigh_redis
from sandgate.policy.risk.words import deed_of_name, wordset

_DEEPEST = 4
_SHELLS = wordset("sh bash zsh dash ksh fish csh tcsh ash pwsh powershell cmd")
_INTERPRETERS = wordset("python python2 python3 perl ruby node deno bun php lua osascript tclsh awk")
_WRAPPERS = wordset("sudo doas env nohup time timeout nice ionice exec command builtin xargs watch stdbuf setsid")
_READERS = wordset("""
    ls cat head tail less more grep egrep fgrep rg ag find fd wc sort uniq cut tr diff cmp comm file stat du df pwd cd
    echo printf date cal whoami id groups uname hostname uptime ps top htop free lscpu lsof env printenv which whereis
    type man help tree basename dirname realpath readlink sha256sum md5sum cksum jq yq awk sed column nl od xxd strings
    test true false sleep ping dig nslookup host traceroute netstat ss ifconfig ip arp history seq expr bc factor
    locate mdfind pgrep fold paste join rev tac sum time wait read export set unset alias source clear exit return
    dir where ver get-childitem get-content select-string measure-object get-process [ [[ if then fi for do
    done while else elif case esac function local let declare test-path write-host write-output nproc lsblk blkid vmstat
    """)
_LEVELS: dict[Risk, str] = {
    "critical": "mkfs wipefs fdisk parted sgdisk shred mkswap cryptsetup shutdown reboot halt poweroff init telinit"
    " format diskpart vssadmin bcdedit cipher clear-disk format-volume",
    "high": "kill killall pkill useradd userdel usermod groupadd passwd chpasswd visudo iptables nft ufw firewall-cmd"
    " mount umount insmod rmmod modprobe sysctl crontab at systemctl service launchctl swapoff losetup nc ncat netcat"
    " socat telnet ssh scp sftp rsync ftp nmap tcpdump chroot unshare nsenter setcap iex invoke-expression reg"
    " schtasks net taskkill remove-item rd erase truncate su dropdb dropuser createuser redis-cli mongosh",
    "medium": "mkdir touch cp mv ln install tar zip unzip gzip gunzip curl wget pip pip3 npm npx yarn pnpm cargo go"
    " make cmake docker podman apt apt-get yum dnf brew apk pacman snap gem uv uvx poetry tee ed vi vim nano patch"
    " rmdir pytest tox gradle mvn javac gcc clang terraform ansible-playbook psql mysql sqlite3 aws gcloud az",
}
_BY_PROGRAM: dict[str, Risk] = {name: risk for risk, names in _LEVELS.items() for name in names.split()}
_ASSIGNMENT = re.compile(r"^\w+=")
_FORK_BOMB = re.compile(r":\s*\(\s*\)\s*\{.*:\s*\|\s*:")
_VERSION = frozenset(("--version", "-v", "-V", "--help", "-h", "version", "help"))


def weigh_command(text: str | Sequence[str], depth: int = 0) -> Weighed:
    """Reasons lack their subject: "removes / and everything in it"."""
    if not isinstance(text, str):
        return _weigh_one(Command(words=[plain(word) for word in text]), depth)
    if _FORK_BOMB.search(text[:2000]):
        return changes("critical", "is a fork bomb: it starts itself until the machine stops", None)
    found = commands(text)
    rest = [changes("medium", "is too long to be read to its end")] if len(text) > LONGEST or len(found) >= MOST else []
    return together((*(_weigh_one(command, depth) for command in found), *rest))


def _weigh_one(command: Command, depth: int) -> Weighed:
    words, wrappers = _unwrapped(command.words)
    found = [_wrapped(wrappers)]
    if words:
        found.append(_program(words, command, depth))
    for target in command.writes_to:
        if target not in ("/dev/null", "/dev/stderr", "/dev/stdout", "1", "2"):
            known = weigh_path(target, writes=True)
            found.append(about("writes", known) if known else changes("medium", f"writes {shown(target)}"))
    if depth < _DEEPEST:
        found.extend(weigh_command(inner, depth + 1) for inner in command.inner)
    return together(found)


def _unwrapped(words: list[str]) -> tuple[list[str], list[str]]:
    """Without `sudo`, `env A=b`, `timeout 5` in front."""
    words, wrappers = list(words), list[str]()
    while words and (_ASSIGNMENT.match(words[0]) or basename(words[0]) in _WRAPPERS):
        first = basename(words.pop(0))
        if first in _WRAPPERS:
            wrappers.append(first)
            while words and (words[0].startswith("-") or re.fullmatch(r"[\d.]+[smhd]?|\{\}", words[0])):
                words.pop(0)
    return words, wrappers


def _wrapped(wrappers: list[str]) -> Weighed:
    if "sudo" in wrappers or "doas" in wrappers:
        return changes("high", "asks for the rights of the administrator")
    return NOTHING


def _program(words: list[str], command: Command, depth: int) -> Weighed:
    name = basename(words[0]).lower().removesuffix(".exe")
    rest = words[1:]
    if len(rest) == 1 and rest[0] in _VERSION:
        return reads()
    if name in _SHELLS or name in _INTERPRETERS or name == "eval":
        return _runs_code(name, rest, command, depth)
    if weigh := _SPECIAL.get(name.partition(".")[0]):
        return weigh(rest)
    if name in _READERS:
        return _reading(rest)
    risk = _BY_PROGRAM.get(name) or _BY_PROGRAM.get(name.partition(".")[0])
    return changes(risk or "medium", f"runs {shown(' '.join(words))}", False if risk == "critical" else None)


def _reading(rest: list[str]) -> Weighed:
    return together(about("reads", found) for word in rest if (found := weigh_path(word, writes=False)))


def _runs_code(name: str, rest: list[str], command: Command, depth: int) -> Weighed:
    source = _unwrapped(command.fed_by.words)[0][:1] if command.fed_by else []
    if name != "awk" and source and basename(source[0]) in ("curl", "wget", "fetch", "iwr", "base64", "xxd", "openssl"):
        return changes("critical", f"pipes what {basename(source[0])} brings into {name}: unseen code is run", False)
    code = next((word for flag, word in pairwise(rest) if _code_flag(flag)), None)
    if name in _SHELLS and code is not None and depth < _DEEPEST:
        return weigh_command(code, depth + 1)
    if name == "eval" and depth < _DEEPEST:
        return together((changes("medium", "evaluates a text as a command"), weigh_command(" ".join(rest), depth + 1)))
    if name == "awk" and not any("system(" in word or "getline" in word for word in rest):
        return _reading(rest)
    if code is not None:
        return together((changes("high", f"runs {name} code: {shown(code)}"), _suspicious(code)))
    return changes("medium", f"runs {shown(' '.join([name, *rest]))}")


def _code_flag(flag: str) -> bool:
    return flag in ("-c", "-e", "-lc", "-ic", "/c", "-Command", "-command", "-r", "--eval", "eval") or bool(
        re.fullmatch(r"-[a-z]*[ce]", flag)
    )


def _suspicious(code: str) -> Weighed:
    if re.search(r"rmtree|rm -rf|socket\.connect|base64\.b64decode|/dev/tcp/", code):
        return changes("critical", "has code that removes folders, opens connections or hides what it is", False)
    return NOTHING


def _flags(rest: list[str]) -> str:
    """All short flags in one text, long ones by their first letter."""
    return "".join(w[1:] if not w.startswith("--") else f" {w} " for w in rest if w.startswith("-"))


def _targets(rest: list[str]) -> list[str]:
    return [word for word in rest if not word.startswith("-")]


def _rm(rest: list[str]) -> Weighed:
    flags, targets = _flags(rest), _targets(rest)
    recursive = "r" in flags.replace("--force", "").lower() or "--recursive" in rest
    worst = [about("removes", w) for target in targets if (w := weigh_path(target, writes=True, removes=True))]
    if recursive:
        wild = any("*" in target or target.startswith("$") for target in targets)
        named = shown(", ".join(targets) or "something")
        risk: Risk = "critical" if wild or worst or "--no-preserve-root" in rest else "high"
        return together((changes(risk, f"removes {named} and everything in it", False), *worst))
    return together((changes("high", f"removes {shown(', '.join(targets))}", False), *worst))


def _find(rest: list[str]) -> Weighed:
    if "-delete" in rest:
        return changes("high", "removes every file that find finds", False)
    if "-exec" in rest or "-execdir" in rest:
        at = next(i for i, word in enumerate(rest) if word.startswith("-exec"))
        return weigh_command(rest[at + 1 :], 1)
    return _reading(rest)


def _sed(rest: list[str]) -> Weighed:
    if any(word.startswith(("-i", "--in-place")) for word in rest):
        return changes("medium", f"changes files in place: {shown(', '.join(_targets(rest)[1:]))}")
    return _reading(rest)


def _dd(rest: list[str]) -> Weighed:
    out = next((word[3:] for word in rest if word.startswith("of=")), "")
    if out.startswith("/dev/") and out != "/dev/null":
        return changes("critical", f"writes over the device {shown(out)}", False)
    return changes("medium", f"writes {shown(out)}") if out else reads()


def _chmod(rest: list[str]) -> Weighed:
    wide = any(re.fullmatch(r"0?[0-7]?777|[0-7]?666|a\+\w*w\w*|o\+\w*w\w*|[ugoa]*\+s|[2467][0-7]{3}", w) for w in rest)
    named = shown(", ".join(_targets(rest)[1:]))
    recursive = "R" in _flags(rest)
    worst = [about("changes", w) for target in _targets(rest)[1:] if (w := weigh_path(target, writes=True))]
    risk: Risk = "high" if wide or recursive else "medium"
    return together((changes(risk, f"changes who may use {named}{' for everybody' if wide else ''}", None), *worst))


def _git(rest: list[str]) -> Weighed:
    words = _targets(rest)
    verb = next((word for word in words if not word.startswith(("/", "."))), "")
    force = any(
        w in ("-f", "--force", "--force-with-lease", "--mirror", "-D", "--hard", "--delete", "-d") for w in rest
    )
    if verb == "push":
        over = force or any(word.startswith(("+", ":")) for word in words[1:])
        return (
            changes("critical", "is git push --force: others' commits may be lost", False)
            if over
            else changes("medium", "is git push: others will see it")
        )
    if verb in ("reset", "clean", "branch", "stash", "tag", "checkout", "restore", "filter-branch", "reflog", "gc"):
        loses = force or verb in ("clean", "filter-branch", "restore") or "drop" in words or "clear" in words
        return changes("high", f"is git {verb}: work that is not committed may be lost", False) if loses else NOTHING
    if verb in ("status", "log", "diff", "show", "blame", "ls-files", "rev-parse", "remote", "describe", "grep", ""):
        return reads()
    return changes("medium", f"is git {shown(verb)}")


def _kubectl(rest: list[str]) -> Weighed:
    words = _targets(rest)
    verb, thing = (words or [""])[0], (words[1:] or [""])[0]
    if verb in (
        "get",
        "describe",
        "logs",
        "top",
        "explain",
        "version",
        "api-resources",
        "diff",
        "auth",
        "cluster-info",
        "",
    ):
        return reads()
    if verb in ("delete", "drain", "uninstall", "destroy"):
        wide = thing.split("/")[0] in _WIDE_KINDS or not {"--all", "-A", "--all-namespaces"}.isdisjoint(rest)
        risk: Risk = "critical" if wide else "high"
        return changes(risk, f"is {verb} {shown(' '.join(words[1:])) or 'of all it is told'} in a cluster", False)
    if verb in ("exec", "cp", "attach", "port-forward", "proxy", "debug"):
        return changes("high", f"goes into a running container: {shown(' '.join(words))}")
    return changes("medium", f"is {shown(' '.join(words[:3]))} in a cluster")


_WIDE_KINDS = wordset("namespace namespaces ns node nodes pv pvc crd crds persistentvolume persistentvolumeclaim all")


def _tool_with_verbs(name: str) -> Callable[[list[str]], Weighed]:
    """`docker rm`, `aws s3 ls`, `terraform destroy`: the words behind the program say what is done."""

    def weigh(rest: list[str]) -> Weighed:
        words = _targets(rest)[:4]
        deed = deed_of_name("_".join(words))
        said = f"runs {name} {shown(' '.join(rest))}"
        if (deed and deed.kind == "read") or words[:1] in (["ps"], ["images"], ["logs"], ["plan"], ["ls"]):
            return reads()
        if deed is None:
            return changes("medium", said)
        if "--privileged" in rest or any(word.startswith(("/:/", "/:")) for word in rest):
            return changes("critical", f"{said}: with the rights of the machine", None)
        if deed.kind in ("delete", "destroy") or "prune" in words:
            risk: Risk = "critical" if deed.kind == "destroy" or "--recursive" in rest or "--all" in rest else "high"
            return changes(risk, said, False)
        return changes("high" if words[:1] == ["apply"] else "medium", said)

    return weigh


def _fetching(name: str) -> Callable[[list[str]], Weighed]:
    def weigh(rest: list[str]) -> Weighed:
        sends = any(
            w in ("-d", "--data", "--data-binary", "-F", "--form", "-T", "--upload-file", "--post-data", "--post-file")
            or w.startswith(("--data", "--post"))
            for w in rest
        )
        method = next((b for a, b in pairwise(rest) if a in ("-X", "--request", "--method")), "")
        target = next((word for word in rest if "://" in word), "")
        saves = name == "wget" or any(w in ("-o", "-O", "--output") for w in rest)
        if method.upper() == "DELETE":
            return changes("high", f"sends DELETE to {shown(target)}", False)
        if sends or method.upper() in ("POST", "PUT", "PATCH"):
            return changes(
                "high" if sends and any("@" in w[:1] for w in rest) else "medium",
                f"sends data to {shown(target)}",
                False,
            )
        return (
            changes("medium", f"saves what {shown(target)} answers") if saves else leaks("low", f"asks {shown(target)}")
        )

    return weigh


def _redis_cli(rest: list[str]) -> Weighed:
    tails = (rest[at:] for at, word in enumerate(rest) if not word.startswith("-"))
    return next((found for tail in tails if (found := weigh_redis(tail))), changes("medium", "opens a Redis console"))


_SPECIAL: dict[str, Callable[[list[str]], Weighed]] = {
    "rm": _rm, "del": _rm, "find": _find, "sed": _sed, "dd": _dd, "chmod": _chmod, "chown": _chmod, "git": _git,
    "kubectl": _kubectl, "helm": _kubectl, "oc": _kubectl, "curl": _fetching("curl"), "wget": _fetching("wget"),
    "redis-cli": _redis_cli,
    **{name: _tool_with_verbs(name) for name in ("docker", "podman", "aws", "gcloud", "az", "terraform", "gh")},
}  # fmt: skip
