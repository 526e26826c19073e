"""A person's seat at a table of bots: in the terminal, and over the web."""
