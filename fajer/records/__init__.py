"""What a game leaves behind: records as plain data, their files, and how they are replayed."""
