"""The strategies for Fájer."""
