"""The strategies for draw poker."""
