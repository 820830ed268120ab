"""The scenes of the case table of incidents: each brings about at a table what a row tells."""
