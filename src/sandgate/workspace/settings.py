"""What the configuration says about the files of sessions."""

from __future__ import annotations

from sandgate.config import Config

from .store import Room, Workspaces


def workspaces_of(config: Config) -> Workspaces:
    """Where they are kept."""
    room = Room(size_mb=config.limits.workspace_mb, files=config.limits.workspace_files)
    return Workspaces(config.state_dir / "workspaces", room, config.sessions.keep_days)
