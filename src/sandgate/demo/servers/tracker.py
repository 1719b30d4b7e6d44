"""An issue tracker with builds and deployments. Run it with `python -m sandgate.demo.servers.tracker`."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field
from typing_extensions import TypedDict

from sandgate.demo.servers import backlog
from sandgate.demo.servers.backlog import LABELS, PROJECTS, Build, Deployment, Issue, Priority, Status
from sandgate.demo.servers.records import staff
from sandgate.demo.servers.surface import ADD, CHANGE, DESTROY, READ, Clock, not_found, offer, structured, text

Project = Annotated[str, Field(description="Key of the project, e.g. 'SHOP'")]
IssueId = Annotated[str, Field(description="ID of the issue, e.g. 'SHOP-42'")]
DeploymentId = Annotated[str, Field(description="ID of the deployment, e.g. 'dep-2041'")]
BuildId = Annotated[str, Field(description="ID of the build, e.g. 'bld-960'")]
Labels = Annotated[list[str], Field(description="Names of labels; see list_labels")]
Assignee = Annotated[str | None, Field(description="E-mail address of the person who works on it")]
Limit = Annotated[int, Field(ge=1, le=250, description="Most items to return")]
Offset = Annotated[int, Field(ge=0, description="Items to skip")]


class IssuePage(TypedDict):
    total: int
    issues: list[Issue]


class Comment(TypedDict):
    id: str
    issue_id: str
    author: str
    body: str
    created_at: str


class Tracker:
    """Issues, builds and deployments. Changes last as long as the process."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._comments: list[Comment] = []
        self._labels = dict(LABELS)
        self._polls: dict[str, int] = {}
        self._last_numbers = dict.fromkeys(PROJECTS, backlog.ISSUES_PER_PROJECT)

    @cached_property
    def _issues(self) -> dict[str, Issue]:
        return {issue["id"]: issue for issue in backlog.issues()}

    @cached_property
    def _builds(self) -> dict[str, Build]:
        return {build["id"]: build for build in backlog.builds()}

    @cached_property
    def _deployments(self) -> dict[str, Deployment]:
        return {deployment["id"]: deployment for deployment in backlog.deployments()}

    async def list_projects(self) -> TextContent:
        """List all projects with their key, name and number of open issues. Returns a JSON array."""
        return text([self._project_line(key) for key in PROJECTS])

    async def list_issues(
        self,
        project: Project,
        status: Annotated[Status | None, Field(description="Only issues with this status")] = None,
        priority: Annotated[Priority | None, Field(description="Only issues with this priority")] = None,
        label: Annotated[str | None, Field(description="Only issues with this label")] = None,
        assignee: Annotated[str | None, Field(description="Only issues assigned to this e-mail address")] = None,
        limit: Limit = 50,
        offset: Offset = 0,
    ) -> Annotated[CallToolResult, IssuePage]:
        """List the issues of a project, most recently updated first. All given conditions must hold."""
        self._check_project(project)
        found = [
            issue
            for issue in self._issues.values()
            if issue["project"] == project
            and status in (None, issue["status"])
            and priority in (None, issue["priority"])
            and (label is None or label in issue["labels"])
            and assignee in (None, issue["assignee"])
        ]
        found.sort(key=lambda issue: issue["updated_at"], reverse=True)
        return structured({"total": len(found), "issues": found[offset : offset + limit]})

    async def search_issues(
        self,
        query: Annotated[str, Field(min_length=2, description="Words that must all occur in title or body")],
        limit: Limit = 20,
    ) -> TextContent:
        """Search titles and bodies of issues in all projects. Use it to look for duplicates before creating an issue.
        Returns a JSON array with id, title, status and url."""
        words = query.lower().split()
        found = [
            {"id": issue["id"], "title": issue["title"], "status": issue["status"], "url": issue["url"]}
            for issue in self._issues.values()
            if all(word in f"{issue['title']} {issue['body']}".lower() for word in words)
        ]
        return text(found[:limit])

    async def get_issue(self, issue_id: IssueId) -> Annotated[CallToolResult, Issue]:
        """Get all fields of one issue. Comments are not included; use list_comments."""
        return structured(self._issue(issue_id))

    async def create_issue(
        self,
        project: Project,
        title: Annotated[str, Field(min_length=1, max_length=200, description="One line that names the problem")],
        body: Annotated[str, Field(description="Description in Markdown")] = "",
        priority: Annotated[Priority, Field(description="How soon it should be solved")] = "none",
        labels: Annotated[list[str] | None, Field(description="Names of labels; see list_labels")] = None,
        assignee: Assignee = None,
    ) -> Annotated[CallToolResult, Issue]:
        """Create an issue in a project and return it with its number and link. The status is 'todo'. People who watch
        the project are notified."""
        self._check_project(project)
        self._check_labels(labels or [])
        self._last_numbers[project] += 1
        issue = backlog.new_issue(
            project,
            self._last_numbers[project],
            title=title,
            body=body,
            priority=priority,
            labels=labels or [],
            assignee=assignee,
            at=self._clock.now(),
        )
        self._issues[issue["id"]] = issue
        return structured(issue)

    async def update_issue(
        self,
        issue_id: IssueId,
        title: Annotated[str | None, Field(description="New title")] = None,
        body: Annotated[str | None, Field(description="New description in Markdown")] = None,
        status: Annotated[Status | None, Field(description="New status")] = None,
        priority: Annotated[Priority | None, Field(description="New priority")] = None,
        assignee: Assignee = None,
    ) -> Annotated[CallToolResult, Issue]:
        """Change fields of an issue and return it. Fields that are left out keep their value; labels have their own
        tools."""
        issue = self._issue(issue_id)
        issue["title"] = title or issue["title"]
        issue["body"] = issue["body"] if body is None else body
        issue["status"] = status or issue["status"]
        issue["priority"] = priority or issue["priority"]
        issue["assignee"] = assignee or issue["assignee"]
        issue["updated_at"] = self._clock.now()
        return structured(issue)

    async def add_comment(
        self,
        issue_id: IssueId,
        body: Annotated[str, Field(min_length=1, description="Text of the comment in Markdown")],
    ) -> TextContent:
        """Add a comment to an issue. The assignee and everybody who commented before are notified."""
        self._issue(issue_id)
        comment: Comment = {
            "id": f"cm-{len(self._comments) + 1}",
            "issue_id": issue_id,
            "author": staff()[0].email,
            "body": body,
            "created_at": self._clock.now(),
        }
        self._comments.append(comment)
        return text(comment)

    async def list_comments(self, issue_id: IssueId) -> TextContent:
        """List the comments on an issue, oldest first. Returns a JSON array."""
        self._issue(issue_id)
        return text([comment for comment in self._comments if comment["issue_id"] == issue_id])

    async def list_labels(self) -> TextContent:
        """List the labels that can be put on issues, with their colour. Returns a JSON array."""
        return text([{"name": name, "color": color} for name, color in self._labels.items()])

    async def create_label(
        self,
        name: Annotated[str, Field(min_length=1, max_length=50, description="Name of the label")],
        color: Annotated[str, Field(pattern="^#[0-9a-f]{6}$", description="Colour as six hex digits")] = "#ededed",
    ) -> TextContent:
        """Create a label for all projects. It is an error if one with the same name exists."""
        if name in self._labels:
            raise ToolError(f"Label '{name}' already exists.")
        self._labels[name] = color
        return text({"name": name, "color": color})

    async def add_labels(self, issue_id: IssueId, labels: Labels) -> TextContent:
        """Put labels on an issue in addition to those it has. Returns the labels of the issue."""
        issue = self._issue(issue_id)
        self._check_labels(labels)
        issue["labels"] = sorted({*issue["labels"], *labels})
        return text(issue["labels"])

    async def remove_label(
        self, issue_id: IssueId, label: Annotated[str, Field(description="Name of the label to take off")]
    ) -> TextContent:
        """Take a label off an issue. The label itself stays. Returns the labels of the issue."""
        issue = self._issue(issue_id)
        issue["labels"] = [each for each in issue["labels"] if each != label]
        return text(issue["labels"])

    async def delete_issue(self, issue_id: IssueId) -> TextContent:
        """Delete an issue with its comments permanently. Prefer update_issue with status 'cancelled'."""
        self._issue(issue_id)
        del self._issues[issue_id]
        self._comments = [comment for comment in self._comments if comment["issue_id"] != issue_id]
        return text(f"Deleted issue {issue_id}.")

    async def list_builds(
        self,
        project: Annotated[str | None, Field(description="Only builds of this project")] = None,
        status: Annotated[Literal["passed", "failed"] | None, Field(description="Only builds that ended so")] = None,
        limit: Limit = 20,
    ) -> TextContent:
        """List builds of all branches, newest first. Returns a JSON array."""
        if project is not None:
            self._check_project(project)
        found = [
            build
            for build in self._builds.values()
            if project in (None, build["project"]) and status in (None, build["status"])
        ]
        return text(found[:limit])

    async def get_build_log(self, build_id: BuildId) -> str:
        """Get the log of a build as plain text, one line per test."""
        return backlog.build_log(self._build(build_id))

    async def list_deployments(
        self,
        environment: Annotated[
            Literal["staging", "production"] | None, Field(description="Only this environment")
        ] = None,
        limit: Limit = 20,
    ) -> TextContent:
        """List deployments, newest first, with the state they had when last looked at. Returns a JSON array."""
        found = [each for each in self._deployments.values() if environment in (None, each["environment"])]
        return text(found[:limit])

    async def start_deployment(
        self,
        build_id: BuildId,
        environment: Annotated[Literal["staging", "production"], Field(description="Where to deploy to")],
    ) -> Annotated[CallToolResult, Deployment]:
        """Deploy a build that passed. Returns at once with status 'queued'; poll get_deployment until it is
        'finished'."""
        if self._build(build_id)["status"] == "failed":
            raise ToolError(f"Build '{build_id}' failed and cannot be deployed.")
        deployment_id = f"dep-{2030 + len(self._deployments) - 1}"
        deployment = backlog.new_deployment(deployment_id, build_id, environment, self._clock.now())
        self._deployments = {deployment_id: deployment, **self._deployments}
        return structured(deployment)

    async def get_deployment(self, deployment_id: DeploymentId) -> Annotated[CallToolResult, Deployment]:
        """Get the current state of a deployment: queued, running, finished or cancelled, with its step and progress. A
        deployment takes a few minutes; ask again until it is finished."""
        deployment = self._deployment(deployment_id)
        if deployment["status"] in ("queued", "running"):
            self._advance(deployment)
        return structured(deployment)

    async def cancel_deployment(self, deployment_id: DeploymentId) -> Annotated[CallToolResult, Deployment]:
        """Stop a deployment that is queued or running and put the previous version back."""
        deployment = self._deployment(deployment_id)
        if deployment["status"] not in ("queued", "running"):
            raise ToolError(f"Deployment '{deployment_id}' is already {deployment['status']}.")
        deployment["status"] = "cancelled"
        deployment["updated_at"] = self._clock.now()
        return structured(deployment)

    def _advance(self, deployment: Deployment) -> None:
        """One step for each look at it, so that a polling loop ends without a clock."""
        polls = self._polls[deployment["id"]] = self._polls.get(deployment["id"], 0) + 1
        deployment["step"] = backlog.STEPS[polls - 1]
        deployment["progress_percent"] = 100 * polls // backlog.POLLS_UNTIL_FINISHED
        if polls == backlog.POLLS_UNTIL_FINISHED:
            deployment["status"] = "finished"
        elif polls > 2:
            deployment["status"] = "running"
        deployment["updated_at"] = self._clock.now()

    def _issue(self, issue_id: str) -> Issue:
        if issue_id not in self._issues:
            raise not_found("Issue", issue_id, self._issues)
        return self._issues[issue_id]

    def _build(self, build_id: str) -> Build:
        if build_id not in self._builds:
            raise not_found("Build", build_id, self._builds)
        return self._builds[build_id]

    def _deployment(self, deployment_id: str) -> Deployment:
        if deployment_id not in self._deployments:
            raise not_found("Deployment", deployment_id, self._deployments)
        return self._deployments[deployment_id]

    def _project_line(self, key: str) -> dict[str, str | int]:
        mine = [issue for issue in self._issues.values() if issue["project"] == key]
        still_open = [issue for issue in mine if issue["status"] not in ("done", "cancelled")]
        return {"key": key, "name": PROJECTS[key], "open_issues": len(still_open), "issues": len(mine)}

    def _check_project(self, key: str) -> None:
        if key not in PROJECTS:
            raise ToolError(f"Project '{key}' not found. Projects are: {', '.join(PROJECTS)}.")

    def _check_labels(self, names: list[str]) -> None:
        for name in names:
            if name not in self._labels:
                raise ToolError(f"Label '{name}' not found. Labels are: {', '.join(self._labels)}.")


def build() -> MCPServer:
    """A server with its own fresh issues."""
    tracker = Tracker()
    server = MCPServer("tracker", version="3.0.1", instructions="Issues and releases of the shop.", log_level="WARNING")
    offer(server, READ, tracker.list_projects, tracker.list_issues, tracker.search_issues, tracker.get_issue)
    offer(server, READ, tracker.list_comments, tracker.list_labels, tracker.list_builds, tracker.get_build_log)
    offer(server, READ, tracker.list_deployments, tracker.get_deployment)
    offer(server, ADD, tracker.create_issue, tracker.add_comment, tracker.create_label, tracker.start_deployment)
    offer(server, CHANGE, tracker.update_issue, tracker.add_labels, tracker.remove_label)
    offer(server, DESTROY, tracker.cancel_deployment, tracker.delete_issue)
    return server


if __name__ == "__main__":
    build().run()
