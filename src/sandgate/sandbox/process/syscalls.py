"""Which system calls a program may make, and why. What is not here is refused.

Numbers are for x86-64 and arm64; None where an architecture does not have the call.
"""

from __future__ import annotations

from typing import NamedTuple


class Group(NamedTuple):
    """Calls that are let through for one reason."""

    name: str
    reason: str
    numbers: dict[str, tuple[int | None, int | None]]


ALLOWED: tuple[Group, ...] = (
    Group(
        "files",
        "read, write and look at what the mounts and Landlock let through",
        {
            "read": (0, 63),
            "write": (1, 64),
            "pread64": (17, 67),
            "pwrite64": (18, 68),
            "preadv": (295, 69),
            "pwritev": (296, 70),
            "readv": (19, 65),
            "writev": (20, 66),
            "open": (2, None),
            "openat": (257, 56),
            "creat": (85, None),
            "close": (3, 57),
            "close_range": (436, 436),
            "lseek": (8, 62),
            "stat": (4, None),
            "fstat": (5, 80),
            "lstat": (6, None),
            "newfstatat": (262, 79),
            "statx": (332, 291),
            "access": (21, None),
            "faccessat": (269, 48),
            "faccessat2": (439, 439),
            "getdents": (78, None),
            "getdents64": (217, 61),
            "getcwd": (79, 17),
            "chdir": (80, 49),
            "fchdir": (81, 50),
            "readlink": (89, None),
            "readlinkat": (267, 78),
            "statfs": (137, 43),
            "fstatfs": (138, 44),
            "dup": (32, 23),
            "dup2": (33, None),
            "dup3": (292, 24),
            "flock": (73, 32),
            "fsync": (74, 82),
            "fdatasync": (75, 83),
            "sync_file_range": (277, 84),
            "truncate": (76, 45),
            "ftruncate": (77, 46),
            "fallocate": (285, 47),
            "fadvise64": (221, 223),
            "sendfile": (40, 71),
            "copy_file_range": (326, 285),
            "umask": (95, 166),
        },
    ),
    Group(
        "folders",
        "change the scratch folders",
        {
            "rename": (82, None),
            "renameat": (264, 38),
            "renameat2": (316, 276),
            "mkdir": (83, None),
            "mkdirat": (258, 34),
            "rmdir": (84, None),
            "link": (86, None),
            "linkat": (265, 37),
            "unlink": (87, None),
            "unlinkat": (263, 35),
            "symlink": (88, None),
            "symlinkat": (266, 36),
            "chmod": (90, None),
            "fchmod": (91, 52),
            "fchmodat": (268, 53),
            "utime": (132, None),
            "utimes": (235, None),
            "utimensat": (280, 88),
            "futimesat": (261, None),
        },
    ),
    Group(
        "memory",
        "Python's allocator, and the loader for extension modules",
        {
            "mmap": (9, 222),
            "munmap": (11, 215),
            "mprotect": (10, 226),
            "mremap": (25, 216),
            "madvise": (28, 233),
            "mincore": (27, 232),
            "msync": (26, 227),
            "brk": (12, 214),
            "membarrier": (324, 283),
        },
    ),
    Group(
        "time",
        "clocks, sleeping and timers; the clock can be read, not set",
        {
            "clock_gettime": (228, 113),
            "clock_getres": (229, 114),
            "clock_nanosleep": (230, 115),
            "nanosleep": (35, 101),
            "gettimeofday": (96, 169),
            "time": (201, None),
            "times": (100, 153),
            "alarm": (37, None),
            "setitimer": (38, 103),
            "getitimer": (36, 102),
            "timer_create": (222, 107),
            "timer_settime": (223, 110),
            "timer_gettime": (224, 108),
            "timer_getoverrun": (225, 109),
            "timer_delete": (226, 111),
            "timerfd_create": (283, 85),
            "timerfd_settime": (286, 86),
            "timerfd_gettime": (287, 87),
        },
    ),
    Group(
        "events",
        "select, poll and epoll, as asyncio uses them",
        {
            "poll": (7, None),
            "ppoll": (271, 73),
            "select": (23, None),
            "pselect6": (270, 72),
            "epoll_create": (213, None),
            "epoll_create1": (291, 20),
            "epoll_ctl": (233, 21),
            "epoll_wait": (232, None),
            "epoll_pwait": (281, 22),
            "epoll_pwait2": (441, 441),
            "eventfd": (284, None),
            "eventfd2": (290, 19),
            "pipe": (22, None),
            "pipe2": (293, 59),
            "signalfd": (282, None),
            "signalfd4": (289, 74),
        },
    ),
    Group(
        "channel",
        "talk on sockets that are open already: a new one cannot reach anything",
        {
            "sendto": (44, 206),
            "recvfrom": (45, 207),
            "sendmsg": (46, 211),
            "recvmsg": (47, 212),
            "shutdown": (48, 210),
            "getsockname": (51, 204),
            "getpeername": (52, 205),
            "getsockopt": (55, 209),
        },
    ),
    Group(
        "threads",
        "threads and their locks",
        {
            "futex": (202, 98),
            "set_robust_list": (273, 99),
            "get_robust_list": (274, 100),
            "set_tid_address": (218, 96),
            "rseq": (334, 293),
            "sched_yield": (24, 124),
            "sched_getaffinity": (204, 123),
            "sched_getparam": (143, 121),
            "sched_getscheduler": (145, 120),
            "sched_get_priority_max": (146, 125),
            "sched_get_priority_min": (147, 126),
            "getcpu": (309, 168),
            "gettid": (186, 178),
        },
    ),
    Group(
        "processes",
        "fork, wait and end; there is nothing to execute",
        {
            "fork": (57, None),
            "vfork": (58, None),
            "wait4": (61, 260),
            "waitid": (247, 95),
            "exit": (60, 93),
            "exit_group": (231, 94),
            "kill": (62, 129),
            "tkill": (200, 130),
            "tgkill": (234, 131),
            "pidfd_open": (434, 434),
            "pidfd_send_signal": (424, 424),
            "getpid": (39, 172),
            "getppid": (110, 173),
            "getpgid": (121, 155),
            "getpgrp": (111, None),
            "getsid": (124, 156),
            "setsid": (112, 157),
            "setpgid": (109, 154),
            "pause": (34, None),
            "restart_syscall": (219, 128),
        },
    ),
    Group(
        "signals",
        "handle signals",
        {
            "rt_sigaction": (13, 134),
            "rt_sigprocmask": (14, 135),
            "rt_sigreturn": (15, 139),
            "rt_sigpending": (127, 136),
            "rt_sigsuspend": (130, 133),
            "rt_sigtimedwait": (128, 137),
            "sigaltstack": (131, 132),
        },
    ),
    Group(
        "self",
        "ask who and where it is",
        {
            "getuid": (102, 174),
            "geteuid": (107, 175),
            "getgid": (104, 176),
            "getegid": (108, 177),
            "getresuid": (118, 148),
            "getresgid": (120, 150),
            "getgroups": (115, 158),
            "getrlimit": (97, 163),
            "setrlimit": (160, 164),
            "getrusage": (98, 165),
            "getpriority": (140, 141),
            "sysinfo": (99, 179),
            "uname": (63, 160),
            "capget": (125, 90),
            "getrandom": (318, 278),
            "arch_prctl": (158, None),
        },
    ),
)

MODES = frozenset(("chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat", "futimesat"))
"""Answered as if done, where a program has the id of a person: Landlock knows no modes and times, and all the files of
that person could be given others."""
UNSUPPORTED = {
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "getxattr": (191, 8),
    "lgetxattr": (192, 9),
    "fgetxattr": (193, 10),
    "listxattr": (194, 11),
    "llistxattr": (195, 12),
    "flistxattr": (196, 13),
}
"""Answered with EOPNOTSUPP, as by a file system without them: `shutil.copy2` goes on then, and fails on EPERM."""
CLONE = (56, 220)
"""Allowed without new namespaces: a user namespace would give a program rights to attack the kernel with."""
CLONE3 = (435, 435)
"""Answered with ENOSYS: its flags lie in memory where a filter cannot see them, and libc then uses clone."""
SOCKETPAIR = (53, 199)
"""Allowed for streams of AF_UNIX, which asyncio needs to wake itself; a datagram can be sent to any address."""
SOCKET = (41, 198)
"""Allowed for streams of AF_INET where a run has a way out: its network has nothing but our proxy in it."""
CONNECT = (42, 203)
EXECVE = (59, 221)
"""Allowed to commands, never to a program itself. Landlock says which files."""
SETSOCKOPT = (54, 208)
FCNTL = (72, 25)
"""Allowed for flags, copies and locks; others would watch the folders all runs share, or send signals."""
PRLIMIT64 = (302, 261)
"""Allowed for the caller alone: another process could be starved by it."""
IOCTL = (16, 29)
"""Allowed for the few questions Python asks of a file; TIOCSTI could type into a terminal."""
PRCTL = (157, 167)
"""Allowed for names of threads and the like."""

FCNTLS = {
    "F_DUPFD": 0,
    "F_GETFD": 1,
    "F_SETFD": 2,
    "F_GETFL": 3,
    "F_SETFL": 4,
    "F_GETLK": 5,
    "F_SETLK": 6,
    "F_SETLKW": 7,
    "F_DUPFD_CLOEXEC": 1030,
    "F_GETPIPE_SZ": 1032,
}
STREAMS = {
    "SOCK_STREAM": 0x1,
    "SOCK_STREAM | SOCK_NONBLOCK": 0x801,
    "SOCK_STREAM | SOCK_CLOEXEC": 0x80001,
    "SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC": 0x80801,
}
IOCTLS = {
    "TCGETS": 0x5401,
    "TIOCGWINSZ": 0x5413,
    "FIONREAD": 0x541B,
    "FIONBIO": 0x5421,
    "FIONCLEX": 0x5450,
    "FIOCLEX": 0x5451,
}
PRCTLS = {
    "PR_SET_PDEATHSIG": 1,
    "PR_GET_DUMPABLE": 3,
    "PR_SET_NAME": 15,
    "PR_GET_NAME": 16,
    "PR_CAPBSET_READ": 23,
    "PR_SET_VMA": 0x53564D41,
}
AF_UNIX = 1
AF_INET = 2
SELF = 0
NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
