"""The edge: threads, clock, signals, the service manager, and what a check looks at. Nothing here decides."""
