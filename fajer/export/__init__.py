"""Records in the shapes that other programs read: a row a decision, and hand histories of poker."""
