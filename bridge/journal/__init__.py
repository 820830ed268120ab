"""Everything that was read and said, on disk: lines, chain, files, recovery; and what reads them back."""
