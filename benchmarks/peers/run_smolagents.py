"""smolagents: a fresh LocalPythonExecutor for every program."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from speaking import package, speak


def main() -> None:
    executors = package("smolagents.local_python_executor")

    def run(job: dict[str, Any]) -> object:
        executor = executors.LocalPythonExecutor(additional_authorized_imports=[])
        executor.send_tools({})
        return executor(job["code"]).output

    speak(version("smolagents"), run)


if __name__ == "__main__":
    main()
