"""Floor 3: a simulated table. Its physical model, dealer, device ends, drawn camera view, and the reference engine."""
