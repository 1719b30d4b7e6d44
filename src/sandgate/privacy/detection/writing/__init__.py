"""How a text is written, before anything is looked for: other scripts, numbered lines, what a reader does not see."""
