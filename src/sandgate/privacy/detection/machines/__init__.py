"""Addresses of machines."""
