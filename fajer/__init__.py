"""Fájer: a referee for card games between bot programs."""

__version__ = "0.1.0"
