"""pydantic-monty: a session of a worker of its pool for every program."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from speaking import package, speak


def main() -> None:
    with package("pydantic_monty").Monty() as pool:

        def run(job: dict[str, Any]) -> object:
            with pool.checkout() as session:
                return session.feed_run(job["code"])

        speak(version("pydantic-monty"), run)


if __name__ == "__main__":
    main()
