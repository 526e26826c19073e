"""What crosses the pipe between the referee and a bot; `protocol.md` is the text of it."""
