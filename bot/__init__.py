"""Majlis: tables, and the platforms where people sit at them."""
