"""Results of tools that only read, kept for a while: sealed on disk, and gone once their server was written to."""
