"""Many games: who sits where, units of work, bots side by side, journal and resume."""
