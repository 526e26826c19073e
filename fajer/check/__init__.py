"""The doctor for authors of bots: step after step, what was asked of a bot and what it did."""
