"""The tracker's projects, issues, builds and deployments."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from typing_extensions import TypedDict

from sandgate.demo.servers.records import NOW, Dice, days_ago, staff, stamp

Status = Literal["backlog", "todo", "in_progress", "in_review", "done", "cancelled"]
Priority = Literal["urgent", "high", "medium", "low", "none"]
DeploymentStatus = Literal["queued", "running", "finished", "cancelled"]

STATUSES: tuple[Status, ...] = ("backlog", "todo", "in_progress", "in_review", "done", "done", "done", "cancelled")
PRIORITIES: tuple[Priority, ...] = ("urgent", "high", "medium", "medium", "low", "none")
PROJECTS = {"SHOP": "Web shop", "PAY": "Payments", "MOB": "Mobile applications", "OPS": "Platform operations"}
LABELS = {
    "bug": "#d73a4a",
    "feature": "#0e8a16",
    "performance": "#fbca04",
    "accessibility": "#5319e7",
    "security": "#b60205",
    "documentation": "#0075ca",
    "customer-report": "#d4c5f9",
}
ISSUES_PER_PROJECT = 60
RUNNING_DEPLOYMENT = "dep-2041"
"""Waits in the queue when the server starts."""
POLLS_UNTIL_FINISHED = 10
STEPS = (
    "waiting for a free slot",
    "waiting for a free slot",
    "copying the image",
    "migrating the database",
    "migrating the database",
    "replacing instances (10 %)",
    "replacing instances (50 %)",
    "replacing instances (100 %)",
    "running smoke tests",
    "done",
)
SUBJECTS = ("basket", "search page", "order export", "address form", "invoice", "login", "image cache", "price feed")
TROUBLES = (
    "{0} shows an old total after going back",
    "{0} times out when the list is longer than 500 entries",
    "Wrong time zone in {0}",
    "{0} cannot be used with the keyboard",
    "Add a filter by country to {0}",
    "Document how {0} is configured",
    "Reduce memory of {0} at night",
    "{0} loses the discount code",
)
DETAILS = (
    "Seen since the release of last week, about ten times a day.",
    "A customer sent a recording; it is attached to the chat thread.",
    "Only on phones with a narrow screen.",
    "Cannot be reproduced on staging, the data there is too small.",
    "The team agreed to solve it before the holidays.",
)


class Issue(TypedDict):
    id: str
    number: int
    project: str
    title: str
    body: str
    status: Status
    priority: Priority
    labels: list[str]
    assignee: str | None
    created_at: str
    updated_at: str
    url: str


class Build(TypedDict):
    id: str
    project: str
    branch: str
    version: str
    status: Literal["passed", "failed"]
    duration_seconds: int
    finished_at: str


class Deployment(TypedDict):
    id: str
    build_id: str
    environment: str
    status: DeploymentStatus
    step: str
    progress_percent: int
    requested_by: str
    updated_at: str


def issues() -> list[Issue]:
    dice = Dice("issues")
    return [_issue(dice, project, number) for project in PROJECTS for number in range(1, ISSUES_PER_PROJECT + 1)]


def _issue(dice: Dice, project: str, number: int) -> Issue:
    subject, created = dice.pick(SUBJECTS), days_ago(dice, 20, 300)
    title = dice.pick(TROUBLES).format(f"the {subject}")
    who = dice.pick(staff()).email if dice.below(4) else None
    return new_issue(
        project,
        number,
        title=title[0].upper() + title[1:],
        body=f"{dice.pick(DETAILS)} {dice.pick(DETAILS)}",
        status=dice.pick(STATUSES),
        priority=dice.pick(PRIORITIES),
        labels=sorted({dice.pick(list(LABELS)) for _ in range(dice.between(0, 2))}),
        assignee=who,
        at=stamp(created),
    )


def new_issue(
    project: str,
    number: int,
    *,
    title: str,
    body: str,
    priority: Priority,
    labels: list[str],
    assignee: str | None,
    at: str,
    status: Status = "todo",
) -> Issue:
    return {
        "id": f"{project}-{number}",
        "number": number,
        "project": project,
        "title": title,
        "body": body,
        "status": status,
        "priority": priority,
        "labels": labels,
        "assignee": assignee,
        "created_at": at,
        "updated_at": at,
        "url": f"https://tracker.example.com/issue/{project}-{number}",
    }


def builds() -> list[Build]:
    """Newest first."""
    dice = Dice("builds")
    return [
        {
            "id": f"bld-{960 - number}",
            "project": dice.pick(list(PROJECTS)),
            "branch": "main" if dice.below(3) else f"feature/{dice.pick(SUBJECTS).replace(' ', '-')}",
            "version": f"3.{8 - number // 10}.{9 - number % 10}",
            "status": "passed" if number == 0 or dice.below(5) else "failed",
            "duration_seconds": dice.between(140, 900),
            "finished_at": stamp(NOW - timedelta(hours=5 * number + 1)),
        }
        for number in range(40)
    ]


def build_log(build: Build) -> str:
    dice = Dice(f"log {build['id']}")
    lines = [f"Build {build['id']} of {build['project']} on {build['branch']}, version {build['version']}"]
    for number in range(1, 61):
        name = dice.pick(SUBJECTS).replace(" ", "_")
        lines.append(f"[{number:>2}/60] test_{name}_{dice.below(900):03} passed in {dice.between(3, 2400)} ms")
    if build["status"] == "failed":
        lines.append("FAILED test_basket_total_after_country_change: expected 54.90, got 49.90")
    lines.append(f"Build {build['status']} after {build['duration_seconds']} s")
    return "\n".join(lines)


def deployments() -> list[Deployment]:
    """Newest first: one that is about to begin, then finished ones."""
    dice = Dice("deployments")
    waiting = new_deployment(RUNNING_DEPLOYMENT, "bld-960", "production", stamp(NOW))
    past: list[Deployment] = [
        {
            **new_deployment(f"dep-{2040 - number}", f"bld-{958 - number}", "staging", stamp(days_ago(dice, 1, 30))),
            "status": "finished",
            "step": "done",
            "progress_percent": 100,
        }
        for number in range(12)
    ]
    return [waiting, *past]


def new_deployment(deployment_id: str, build_id: str, environment: str, at: str) -> Deployment:
    return {
        "id": deployment_id,
        "build_id": build_id,
        "environment": environment,
        "status": "queued",
        "step": STEPS[0],
        "progress_percent": 0,
        "requested_by": staff()[0].email,
        "updated_at": at,
    }
