"""Events out to subscribers and commands in: publisher, desk, keys, client, and the documents made from the types."""
