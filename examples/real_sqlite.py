"""The SQLite server of the MCP project: 2,000 orders come into the sandbox, three lines leave it.

It needs `uvx`, which fetches the server at the first start.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import anyio

import sandgate

PROGRAM = """
import ast
from collections import defaultdict
from servers.shop import read_query

owed = defaultdict(float)
rows = ast.literal_eval(await read_query(query="select customer, amount, paid from orders"))  # it answers in Python
for row in rows:
    if not row["paid"]:
        owed[row["customer"]] += row["amount"]
print(f"{len(rows):,} orders, {len(owed)} customers owe {sum(owed.values()):,.2f}")
for customer in sorted(owed, key=owed.get, reverse=True)[:2]:
    print(f"{customer}: {owed[customer]:,.2f}")
"""


def fill(database: Path) -> None:
    with closing(sqlite3.connect(database)) as shop, shop:
        shop.execute("create table orders (id integer primary key, customer text, amount real, paid integer)")
        rows = [(f"customer-{n % 40}", (n * 37 % 500) + 0.5, n % 7 != 0) for n in range(2_000)]
        shop.executemany("insert into orders (customer, amount, paid) values (?, ?, ?)", rows)


async def main(folder: Path) -> None:
    database = folder / "shop.db"
    fill(database)
    words = ("--with", "mcp<2", "mcp-server-sqlite@2025.4.25", "--db-path", str(database))
    shop = sandgate.ServerSpec(name="shop", command="uvx", args=words)
    async with sandgate.open(sandgate.Config(servers=(shop,), state_dir=folder / "state")) as gate:
        await gate.discovery.settle(120)  # the first start fetches the package
        outcome = await gate.run_code(PROGRAM)
        print(outcome.text)
        print("tokens:", outcome.tokens)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            anyio.run(main, Path(folder))
        except sandgate.SandgateError as missing:
            sys.exit(str(missing))
