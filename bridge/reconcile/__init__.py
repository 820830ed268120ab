"""The reconciler: `step(setup, state, reading) -> (state, events)`, pure, one file a kind of reading."""
