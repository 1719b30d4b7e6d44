"""How risky a call or a program is, what it touches, and whether it can be undone. Advice for people and rules."""

from sandgate.policy.risk.calls import weigh_call
from sandgate.policy.risk.levels import Risk, Weighed, at_least, highest, together
from sandgate.policy.risk.program_uses import FileUse
from sandgate.policy.risk.programs import Impact, weigh_program

__all__ = ["FileUse", "Impact", "Risk", "Weighed", "at_least", "highest", "together", "weigh_call", "weigh_program"]
