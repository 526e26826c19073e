"""Bots of strangers: each in a sandbox where there is nothing but its own files, and that is proved before the game."""
