"""hexpress, a printing press for board games. The package contains the program. `python -m hexpress` runs it."""
