"""Makes the recogniser's networks from faces drawn here and CC0 art; no part of the installed product."""
