"""Floor 2: readings to events. Reconciler, journal, stream, daemon, replay, client, command line."""
