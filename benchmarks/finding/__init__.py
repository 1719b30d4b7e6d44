"""How well tools are found, how fast, and what it costs in tokens: measured on public data that is not ours."""
