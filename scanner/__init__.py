"""Floor 1: the camera side. Capture, recogniser, sightings over time, profile; imports `games` only."""
