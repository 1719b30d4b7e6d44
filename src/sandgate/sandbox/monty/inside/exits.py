"""The exit codes by which the process around Monty says why it ends without a word."""

CPU = 81
"""The program used up its processor time."""
CRASHED = 82
"""Monty's own process is gone."""
HUNG_UP = 83
"""The gateway wants nothing more of it."""
