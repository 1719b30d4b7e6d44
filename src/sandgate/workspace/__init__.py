"""What stays when a program has ended: the files of each session, on disk, within their limits."""

from .exchange import Exchange
from .store import Stored, Workspace, Workspaces

__all__ = ["Exchange", "Stored", "Workspace", "Workspaces"]
