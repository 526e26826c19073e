"""Many bots at many tables: the plan, the store of what was played, and who stands where."""
