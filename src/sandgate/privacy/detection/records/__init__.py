"""Structured data: documents in a text, and the walk over their values."""
