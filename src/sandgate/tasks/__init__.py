"""Many programs for many agents: tasks in order, in turn, within their time, and how each of them ended."""

from .handing import Area, hand_over
from .mapping import Progress
from .needs import Unmet
from .task import Result, Standing, Stats, Status, Task
from .tasks import Tasks

__all__ = ["Area", "Progress", "Result", "Standing", "Stats", "Status", "Task", "Tasks", "Unmet", "hand_over"]
