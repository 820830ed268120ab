"""Floor 2: makes what the scanner reads. Imports `scanner` and `games`; never imported by the daemon."""
