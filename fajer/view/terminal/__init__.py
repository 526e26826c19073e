"""The table in a terminal: with colours and suit signs where it has them, readable without."""
