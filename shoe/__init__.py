"""Floor 1: the serial side. Port, framing, and one dialect a file; imports `games` only."""
