"""What is seen: pages, the table in a terminal, a person's seat; in English and Hungarian."""
