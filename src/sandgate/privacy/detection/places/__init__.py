"""Postal addresses in running text."""
