"""Floor 0: cards, spots, dealing orders, ranking, pay tables, house conditions. Pure; imports nothing of ours."""
