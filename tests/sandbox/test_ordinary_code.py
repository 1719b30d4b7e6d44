"""Code that is ordinary works behind the walls, and what cannot work says so."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator

import pytest

from sandgate.model import Limits
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Backend

from .conformance import run

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]

PROGRAMS = {
    "dataclasses": "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\nP().x == 1",
    "generators": "def g():\n    yield from range(3)\nlist(g()) == [0, 1, 2]",
    "threads": (
        "import threading\nfound = []\nts = [threading.Thread(target=found.append, args=(n,)) for n in range(5)]\n"
        "[t.start() for t in ts]\n[t.join() for t in ts]\nsorted(found) == [0, 1, 2, 3, 4]"
    ),
    "fifty threads": (
        "import threading\ngo = threading.Event()\nts = [threading.Thread(target=go.wait) for _ in range(50)]\n"
        "[t.start() for t in ts]\ngo.set()\n[t.join() for t in ts]\nTrue"
    ),
    "a pool of processes": (
        "import multiprocessing\nwith multiprocessing.Pool(2) as pool:\n    result = pool.map(abs, [-1, -2]) == [1, 2]"
    ),
    "copies and archives": (
        "import pathlib, shutil\nsource = pathlib.Path('/tmp/source')\nsource.mkdir()\n(source / 'a').write_text('x')\n"
        "shutil.copy2(source / 'a', source / 'b')\nshutil.copytree(source, 'workspace/copy')\n"
        "shutil.make_archive('/tmp/all', 'zip', source)\n"
        "shutil.move('/tmp/all.zip', 'workspace/all.zip')\n"
        "sorted(p.name for p in pathlib.Path('workspace/copy').iterdir()) == ['a', 'b']"
    ),
    "a pool of threads": (
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n"
        "    result = list(pool.map(abs, [-1, -2])) == [1, 2]"
    ),
    "work in a thread": "import asyncio\nawait asyncio.to_thread(sum, [1, 2]) == 3",
    "timeouts": (
        "import asyncio\ntry:\n    await asyncio.wait_for(asyncio.sleep(5), 0.01)\n"
        "except TimeoutError:\n    result = True"
    ),
    "queues": "import asyncio\nq = asyncio.Queue()\nawait q.put(1)\nawait q.get() == 1",
    "pathlib and tempfile": (
        "import tempfile, pathlib\nwith tempfile.TemporaryDirectory() as d:\n"
        "    p = pathlib.Path(d) / 'a' / 'b.txt'\n    p.parent.mkdir()\n    p.write_text('x')\n"
        "    p.rename(p.with_suffix('.md'))\n"
        "    result = [f.name for f in p.parent.iterdir()] == ['b.md']"
    ),
    "csv": "import csv, io\nlist(csv.DictReader(io.StringIO('a,b\\n1,2\\n'))) == [{'a': '1', 'b': '2'}]",
    "sqlite in a file": (
        "import sqlite3\ndb = sqlite3.connect('/tmp/x.db')\ndb.execute('create table t (x)')\n"
        "with db:\n    db.execute('insert into t values (7)')\ndb.execute('select x from t').fetchone() == (7,)"
    ),
    "time zones": (
        "import zoneinfo, datetime\n"
        "datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo('Europe/Paris')).utcoffset().seconds == 7200"
    ),
    "decimal": "import decimal\nstr(decimal.Decimal('0.1') + decimal.Decimal('0.2')) == '0.3'",
    "regular expressions": "import re\nre.sub(r'(\\w+)@', r'\\1 at ', 'a@b') == 'a at b'",
    "hashes and randomness": "import hashlib, secrets\nlen(hashlib.sha256(secrets.token_bytes(8)).hexdigest()) == 64",
    "compression": "import gzip, zipfile, io\ngzip.decompress(gzip.compress(b'x')) == b'x'",
    "xml and html": "import xml.etree.ElementTree as E, html\nE.fromstring('<a>x</a>').text == html.unescape('x')",
    "statistics": "import statistics\nstatistics.median([1, 5, 3]) == 3",
    "pickle": "import pickle\npickle.loads(pickle.dumps({'a': 1})) == {'a': 1}",
    "ctypes": "import ctypes\nctypes.CDLL(None).abs(-3) == 3",
    "imports of nearly everything": (
        "import importlib\nnames = 'ssl urllib.request http.client email json tomllib configparser argparse logging "
        "unittest multiprocessing inspect ast dis lzma bz2 zlib bisect heapq array struct uuid textwrap difflib "
        "calendar locale fractions cmath shutil glob fnmatch signal select selectors mmap contextvars'.split()\n"
        "all(importlib.import_module(name) for name in names)"
    ),
    "deep recursion stops by itself": ("def f(): return f()\ntry:\n    f()\nexcept RecursionError:\n    result = True"),
    "a second of work": "sum(range(3_000_000)) == 4499998500000",
}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def backend(anyio_backend: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Backend]:
    backend = ProcessBackend(tmp_path_factory.mktemp("servers"))
    yield backend
    await backend.close()


@pytest.mark.parametrize("name", PROGRAMS)
async def test_ordinary_code_works(backend: Backend, name: str) -> None:
    outcome = await run(backend, PROGRAMS[name], limits=Limits())

    assert outcome.fault is None
    assert outcome.value is True


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import subprocess\nsubprocess.run(['ls'])", "PermissionError"),
        ("import subprocess\nsubprocess.check_output('ls', shell=True)", "PermissionError"),
        ("import os\nos.execv('/usr/lib/x', ['x'])", "PermissionError"),
        ("import urllib.request\nurllib.request.urlopen('http://example.com')", "URLError"),
        ("import os\nos.mknod('/tmp/device', 0o60600, 0)", "PermissionError"),
        ("import os\nos.chown('/tmp', 0, 0)", "PermissionError"),
    ],
)
async def test_what_the_walls_forbid_is_an_error_of_the_program(backend: Backend, code: str, reason: str) -> None:
    outcome = await run(backend, code)

    assert outcome.fault is not None
    assert outcome.fault.type == reason


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import subprocess\nsubprocess.run(['ls'])", "Programs cannot start other programs here"),
        ("import urllib.request\nurllib.request.urlopen('http://example.com')", "There is no network here"),
        ("import socket\nsocket.create_connection(('127.0.0.1', 80))", "There is no network here"),
    ],
)
async def test_what_does_not_exist_in_the_sandbox_is_said(backend: Backend, code: str, reason: str) -> None:
    outcome = await run(backend, code)

    assert outcome.fault is not None
    assert reason in outcome.fault.message


FORKING = """
import os, sys
child = os.fork()
if child == 0:
    try:
        await call_mcp_tool('s.t')
    except ToolError as error:
        print(error, flush=True)
    sys.exit(3)
os.waitpid(child, 0)
'the program'
"""


async def test_a_forked_process_calls_no_tools_and_is_not_the_program(backend: Backend) -> None:
    outcome = await run(backend, FORKING)

    assert outcome.value == "the program"
    assert outcome.output == "tools can be called only in the process the program started in\n"
    assert outcome.calls == ()
