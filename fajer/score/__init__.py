"""Standings and their error, from records alone."""
