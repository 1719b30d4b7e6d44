"""Functions of the standard library and of well-known packages, by full name, and the rule each one falls under."""

from __future__ import annotations

from collections.abc import Iterable


def _all(module: str, names: str) -> Iterable[str]:
    return (f"{module}.{name}" for name in names.split())


SAME = {
    "posix": "os",
    "nt": "os",
    "_io": "io",
    "_pickle": "pickle",
    "cPickle": "pickle",
    "_socket": "socket",
    "_thread": "threading",
    "_signal": "signal",
    "__builtins__": "builtins",
    "posixpath": "os.path",
    "_codecs": "codecs",
    "http.client.socket": "socket",
}
"""Modules under another name."""
CARRIED = frozenset({"os", "sys", "subprocess", "builtins", "socket", "codecs", "importlib", "ctypes", "io", "signal"})
"""Modules that others import and so hand on: `shutil.os` is `os`."""

RULE_OF: dict[str, str] = {
    **dict.fromkeys(
        _all("subprocess", "run call check_call check_output Popen getoutput getstatusoutput"), "processes"
    ),
    **dict.fromkeys(
        _all(
            "os",
            "system popen startfile execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp"
            " spawnlpe spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp",
        ),
        "processes",
    ),
    **dict.fromkeys(_all("pty", "spawn fork"), "processes"),
    **dict.fromkeys(_all("asyncio", "create_subprocess_exec create_subprocess_shell"), "processes"),
    **dict.fromkeys(_all("anyio", "run_process open_process"), "processes"),
    **dict.fromkeys(_all("commands", "getoutput getstatusoutput"), "processes"),
    **dict.fromkeys(_all("_posixsubprocess", "fork_exec"), "processes"),
    **dict.fromkeys(_all("os", "fork forkpty"), "forking"),
    **dict.fromkeys(_all("multiprocessing", "Process Pool Manager Queue pool.Pool"), "forking"),
    **dict.fromkeys(_all("concurrent.futures", "ProcessPoolExecutor process.ProcessPoolExecutor"), "forking"),
    **dict.fromkeys(
        _all("requests", "get post put patch delete head options request Session session sessions.Session api.get"),
        "network",
    ),
    **dict.fromkeys(
        _all("httpx", "get post put patch delete head options request stream Client AsyncClient"), "network"
    ),
    **dict.fromkeys(_all("aiohttp", "ClientSession request TCPConnector"), "network"),
    **dict.fromkeys(
        _all("urllib.request", "urlopen urlretrieve build_opener Request URLopener FancyURLopener"), "network"
    ),
    **dict.fromkeys(_all("urllib3", "PoolManager request HTTPConnectionPool HTTPSConnectionPool"), "network"),
    **dict.fromkeys(_all("http.client", "HTTPConnection HTTPSConnection"), "network"),
    **dict.fromkeys(
        _all("socket", "socket create_connection getaddrinfo gethostbyname gethostbyaddr fromfd socketpair"), "network"
    ),
    **dict.fromkeys(_all("asyncio", "open_connection open_unix_connection"), "network"),
    **dict.fromkeys(_all("anyio", "connect_tcp connect_unix"), "network"),
    **dict.fromkeys(_all("ftplib", "FTP FTP_TLS"), "network"),
    **dict.fromkeys(_all("smtplib", "SMTP SMTP_SSL LMTP"), "network"),
    **dict.fromkeys(_all("imaplib", "IMAP4 IMAP4_SSL"), "network"),
    **dict.fromkeys(_all("poplib", "POP3 POP3_SSL"), "network"),
    **dict.fromkeys(_all("telnetlib", "Telnet"), "network"),
    **dict.fromkeys(_all("xmlrpc.client", "ServerProxy"), "network"),
    **dict.fromkeys(_all("webbrowser", "open open_new open_new_tab get"), "network"),
    **dict.fromkeys(_all("paramiko", "SSHClient Transport"), "network"),
    **dict.fromkeys(_all("websockets", "connect"), "network"),
    **dict.fromkeys(_all("websocket", "create_connection WebSocketApp WebSocket"), "network"),
    **dict.fromkeys(_all("socketserver", "TCPServer UDPServer ThreadingTCPServer BaseServer"), "socket-servers"),
    **dict.fromkeys(_all("http.server", "HTTPServer ThreadingHTTPServer"), "socket-servers"),
    **dict.fromkeys(_all("asyncio", "start_server start_unix_server"), "socket-servers"),
    **dict.fromkeys(_all("socket", "create_server socket().bind socket().listen"), "socket-servers"),
    **dict.fromkeys(_all("anyio", "create_tcp_listener create_unix_listener"), "socket-servers"),
    **dict.fromkeys(_all("wsgiref.simple_server", "make_server"), "socket-servers"),
    **dict.fromkeys(_all("xmlrpc.server", "SimpleXMLRPCServer"), "socket-servers"),
    **dict.fromkeys(
        _all("socket", "SOCK_RAW AF_UNIX AF_PACKET AF_NETLINK AF_VSOCK AF_ALG AF_BLUETOOTH AF_CAN AF_TIPC AF_QIPCRTR"),
        "raw-sockets",
    ),
    **dict.fromkeys(_all("socket", "SCM_RIGHTS send_fds recv_fds CMSG_LEN"), "raw-sockets"),
    **dict.fromkeys(_all("builtins", "input breakpoint"), "input"),
    **dict.fromkeys(_all("sys", "stdin __stdin__ breakpointhook"), "input"),
    **dict.fromkeys(_all("getpass", "getpass"), "input"),
    **dict.fromkeys(_all("pdb", "set_trace run"), "input"),
    **dict.fromkeys(_all("os", "getloadavg getlogin"), "machine"),
    **dict.fromkeys(_all("pwd", "getpwall getpwnam getpwuid"), "machine"),
    **dict.fromkeys(_all("grp", "getgrall getgrnam"), "machine"),
    **dict.fromkeys(_all("getpass", "getuser"), "machine"),
    **dict.fromkeys(_all("resource", "setrlimit prlimit"), "limits"),
    **dict.fromkeys(
        _all("os", "nice setpriority sched_setscheduler sched_setaffinity sched_setparam setsid setpgid"), "limits"
    ),
    **dict.fromkeys(_all("signal", "SIG_IGN pthread_sigmask"), "limits"),
    **dict.fromkeys(
        _all(
            "os",
            "setuid setgid seteuid setegid setreuid setregid setresuid setresgid setgroups initgroups chroot unshare"
            " setns mknod setxattr",
        ),
        "privileges",
    ),
    **dict.fromkeys(_all("os", "pidfd_open memfd_create"), "native-code"),
    **dict.fromkeys(_all("signal", "pidfd_send_signal pthread_kill"), "signals"),
    **dict.fromkeys(_all("sys", "_getframe _current_frames _current_exceptions settrace setprofile"), "frames"),
    **dict.fromkeys(_all("sys", "addaudithook call_tracing"), "frames"),
    **dict.fromkeys(_all("threading", "settrace setprofile"), "frames"),
    **dict.fromkeys(_all("inspect", "currentframe stack trace getouterframes getinnerframes getclosurevars"), "frames"),
    **dict.fromkeys(_all("traceback", "walk_stack walk_tb"), "frames"),
    **dict.fromkeys(_all("gc", "get_objects get_referrers get_referents"), "introspection"),
    **dict.fromkeys(_all("builtins", "__dict__ __subclasses__"), "introspection"),
    **dict.fromkeys(_all("types", "CodeType FunctionType LambdaType"), "code-objects"),
    **dict.fromkeys(_all("marshal", "loads load"), "code-objects"),
    **dict.fromkeys(_all("runpy", "run_path run_module"), "dynamic-code"),
    **dict.fromkeys(_all("code", "InteractiveInterpreter InteractiveConsole interact"), "dynamic-code"),
    **dict.fromkeys(_all("codeop", "compile_command CommandCompiler"), "dynamic-code"),
    **dict.fromkeys(
        _all(
            "importlib",
            "util.spec_from_file_location util.spec_from_loader util.module_from_spec machinery.SourceFileLoader"
            " machinery.SourcelessFileLoader machinery.ExtensionFileLoader _bootstrap _bootstrap_external machinery",
        ),
        "import-machinery",
    ),
    **dict.fromkeys(_all("sys", "meta_path path_hooks path_importer_cache"), "import-machinery"),
    **dict.fromkeys(_all("zipimport", "zipimporter"), "import-machinery"),
    **dict.fromkeys(_all("site", "addsitedir main"), "import-machinery"),
    **dict.fromkeys(_all("pip", "main _internal"), "processes"),
}

IMPORT_RULE = {
    "ctypes": "native-code",
    "_ctypes": "native-code",
    "cffi": "native-code",
    "_cffi_backend": "native-code",
    "scapy": "raw-sockets",
    "psutil": "machine",
    "spwd": "machine",
    "pty": "processes",
    "pexpect": "processes",
    "sh": "processes",
    "fabric": "processes",
    "_posixsubprocess": "processes",
    "imp": "import-machinery",
}
"""Modules whose import alone says what they are wanted for."""

EXECUTORS = frozenset({"builtins.exec", "builtins.eval", "builtins.compile"})
IMPORTERS = frozenset({"builtins.__import__", "importlib.import_module", "importlib.__import__", "imp.load_module"})
TIMERS = frozenset({*_all("timeit", "timeit repeat Timer"), *_all("cProfile", "run runctx"), *_all("profile", "run")})
"""Functions that run a text where they are given one."""
UNPICKLERS = frozenset(
    {
        *_all("pickle", "loads load Unpickler"),
        *_all("dill", "loads load"),
        *_all("cloudpickle", "loads load"),
        *_all("joblib", "load"),
        *_all("shelve", "open"),
        *_all("jsonpickle", "decode loads"),
        *_all("yaml", "unsafe_load full_load unsafe_load_all"),
        *_all("pandas", "read_pickle"),
        *_all("torch", "load"),
    }
)
DECODERS = frozenset(
    {
        *_all(
            "base64",
            "b64decode b32decode b16decode a85decode b85decode decodebytes decodestring urlsafe_b64decode"
            " standard_b64decode b32hexdecode",
        ),
        *_all("binascii", "unhexlify a2b_hex a2b_base64 a2b_uu a2b_qp"),
        *_all("zlib", "decompress"),
        *_all("gzip", "decompress"),
        *_all("bz2", "decompress"),
        *_all("lzma", "decompress"),
        *_all("codecs", "decode"),
        *_all("builtins.bytes", "fromhex"),
        *_all("builtins.bytearray", "fromhex"),
        *_all("quopri", "decodestring"),
    }
)
OWN_DATA = frozenset({*_all("pickle", "dumps"), *_all("dill", "dumps"), *_all("cloudpickle", "dumps")})

READS = {
    **dict.fromkeys(_all("builtins", "open"), (0,)),
    **dict.fromkeys(_all("io", "open FileIO"), (0,)),
    **dict.fromkeys(_all("codecs", "open"), (0,)),
    **dict.fromkeys(_all("os", "open listdir scandir walk stat lstat access readlink chdir statvfs fwalk"), (0,)),
    **dict.fromkeys(_all("os.path", "exists isfile isdir getsize getmtime islink realpath"), (0,)),
    **dict.fromkeys(_all("glob", "glob iglob"), (0,)),
    **dict.fromkeys(_all("shutil", "disk_usage make_archive"), (0,)),
    **dict.fromkeys(_all("gzip", "open"), (0,)),
    **dict.fromkeys(_all("bz2", "open"), (0,)),
    **dict.fromkeys(_all("lzma", "open"), (0,)),
    **dict.fromkeys(_all("tarfile", "open"), (0,)),
    **dict.fromkeys(_all("zipfile", "ZipFile"), (0,)),
    **dict.fromkeys(_all("sqlite3", "connect"), (0,)),
    **dict.fromkeys(_all("fileinput", "input FileInput"), (0,)),
    **dict.fromkeys(_all("linecache", "getline getlines"), (0,)),
    **dict.fromkeys(_all("pandas", "read_csv read_json read_excel read_parquet read_table"), (0,)),
    **dict.fromkeys(_all("numpy", "load loadtxt genfromtxt fromfile"), (0,)),
    **dict.fromkeys(_all("shutil", "copy copy2 copyfile copytree"), (0,)),
    **dict.fromkeys(_all("aiofiles", "open"), (0,)),
    **dict.fromkeys(_all("os", "symlink link"), (0,)),
}
"""Functions that open or look at a path, and which arguments are paths."""
CHANGES = {
    **dict.fromkeys(
        _all("os", "remove unlink rmdir removedirs mkdir makedirs chmod chown lchown truncate utime mkfifo"), (0,)
    ),
    **dict.fromkeys(_all("os", "rename renames replace"), (0, 1)),
    **dict.fromkeys(_all("os", "symlink link"), (1,)),
    **dict.fromkeys(_all("shutil", "rmtree chown"), (0,)),
    **dict.fromkeys(_all("shutil", "copy copy2 copyfile copytree unpack_archive copymode copystat"), (1,)),
    **dict.fromkeys(_all("shutil", "move"), (0, 1)),
    **dict.fromkeys(_all("urllib.request", "urlretrieve"), (1,)),
}
"""Functions that change what is at a path, and which arguments are paths."""
READING_METHODS = frozenset(
    {"read_text", "read_bytes", "open", "iterdir", "glob", "rglob", "stat", "exists", "is_file", "is_dir", "walk"}
)
CHANGING_METHODS = frozenset(
    {"write_text", "write_bytes", "unlink", "rmdir", "mkdir", "touch", "chmod", "rename", "replace", "symlink_to"}
    | {"hardlink_to"}
)
SENDING_METHODS = frozenset(
    {"send", "sendall", "sendto", "post", "put", "patch", "request", "sendmail", "send_message", "storbinary", "write"}
)
ENDING_METHODS = frozenset({"kill", "terminate", "send_signal", "suspend"})

INTERESTING = frozenset(
    full.rpartition(".")[2]
    for full in (
        *RULE_OF,
        *EXECUTORS,
        *TIMERS,
        *IMPORTERS,
        *UNPICKLERS,
        *READS,
        *CHANGES,
        "os.kill",
        "os.killpg",
        "yaml.load",
    )
)
"""Last parts of full names: only names and attributes called so are resolved."""
