"""What is seen of games: pages for a browser, the table in a terminal, a person's seat."""
