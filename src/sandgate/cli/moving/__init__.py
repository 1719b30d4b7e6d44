"""Entries of somebody's settings files, taken behind Sandgate and brought back.

What is taken is written down before it is taken, and is crossed out only after it is back: a crash in between leaves it
in both places, which does no harm.
"""
