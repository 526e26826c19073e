"""One game, refereed: bots in processes of their own, clocks, faults, and the record of it."""
