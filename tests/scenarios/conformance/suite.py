"""Run one version of the suite and say, scenario by scenario, how it went."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..packages import Missing, node, npm
from .applicable import CHECKS_NOT_APPLICABLE, NOT_APPLICABLE

OLDEST_NODE = 22
SECONDS = 180


@dataclass(frozen=True)
class Suite:
    """A released version of the suite, asked for one version of the protocol, or for an extension of it."""

    version: str
    protocol: str = ""
    extension: str = ""
    scenarios: tuple[str, ...] = ()
    """Those of the extension: none of its own options selects them."""

    @property
    def package(self) -> str:
        return f"@modelcontextprotocol/conformance@{self.version}"

    @property
    def title(self) -> str:
        about = f"Extension `{self.extension}`" if self.extension else f"Protocol {self.protocol}"
        return f"{about}, suite {self.version}"

    @property
    def options(self) -> list[list[str]]:
        """What the suite is called with, call by call."""
        if self.scenarios:
            return [["--scenario", name] for name in self.scenarios]
        return [["--suite", "all", "--spec-version", self.protocol]]


SUITES = (
    Suite("0.2.0-alpha.12", "2025-11-25"),
    Suite("0.2.0-alpha.12", "2026-07-28"),
    Suite(
        "0.2.0-alpha.12",
        extension="io.modelcontextprotocol/skills",
        scenarios=("sep-2640-skills-directory", "sep-2640-skills-enumeration", "sep-2640-skills-manifest"),
    ),
)


@dataclass(frozen=True)
class Check:
    name: str
    status: str
    message: str

    @property
    def failed(self) -> bool:
        return self.status == "FAILURE" and self.name not in CHECKS_NOT_APPLICABLE


@dataclass(frozen=True)
class Scenario:
    name: str
    checks: tuple[Check, ...]

    @property
    def reason(self) -> str:
        """Why it does not apply; empty if it does."""
        return NOT_APPLICABLE.get(self.name, "")

    @property
    def failures(self) -> list[str]:
        return [] if self.reason else [f"{self.name}: {check.message}" for check in self.checks if check.failed]


def script(suite: Suite) -> list[str]:
    """The command of a suite. Raises Missing if it cannot be had."""
    number = subprocess.run([node(), "--version"], capture_output=True, text=True, check=True).stdout
    if int(number.lstrip("v").split(".")[0]) < OLDEST_NODE:
        raise Missing(f"the conformance suite needs Node.js {OLDEST_NODE}; this is {number.strip()}")
    return [str(node()), str(npm(suite.package) / "@modelcontextprotocol" / "conformance" / "dist" / "index.js")]


def run(suite: Suite, url: str) -> list[Scenario]:
    """All server scenarios of a suite against an address, in the suite's order. Raises Missing."""
    with tempfile.TemporaryDirectory() as folder:
        printed = ""
        for options in suite.options:
            command = [*script(suite), "server", "--url", url, *options, "-o", folder]
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            printed += done.stdout[-2000:] + done.stderr[-2000:]
        reports = sorted(Path(folder).glob("*/checks.json"), key=lambda path: path.parent.name[-24:])
        if not reports:
            raise RuntimeError(f"the suite reported nothing:\n{printed}")
        return [_scenario(report) for report in reports]


def _scenario(report: Path) -> Scenario:
    name = re.sub(r"^server-|-\d{4}-\d\d-\d\dT[\d-]+Z$", "", report.parent.name)
    found = json.loads(report.read_text(encoding="utf-8"))
    checks = (Check(one["id"], one["status"], one.get("errorMessage") or "") for one in found)
    return Scenario(name, tuple(checks))


def table(scenarios: Sequence[Scenario]) -> list[str]:
    """A Markdown table of a run."""
    lines = ["| scenario | result | |", "|---|---|---|"]
    for scenario in sorted(scenarios, key=lambda one: (bool(one.reason), one.name)):
        if scenario.reason:
            lines.append(f"| {scenario.name} | not applicable | {scenario.reason} |")
        else:
            passed = sum(check.status == "SUCCESS" for check in scenario.checks)
            result = "**fail**" if scenario.failures else f"pass ({passed} check{'s' * (passed != 1)})"
            lines.append(f"| {scenario.name} | {result} | {_left_out(scenario)} |")
    return lines


def _left_out(scenario: Scenario) -> str:
    names = [check.name for check in scenario.checks if check.name in CHECKS_NOT_APPLICABLE]
    reasons = list(dict.fromkeys(CHECKS_NOT_APPLICABLE[name] for name in names))
    groups = [[f"`{name}`" for name in names if CHECKS_NOT_APPLICABLE[name] == reason] for reason in reasons]
    return "; ".join(f"left out: {', '.join(group)} ({reason})" for group, reason in zip(groups, reasons, strict=True))
