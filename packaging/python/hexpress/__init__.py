"""hexpress, a printing press for board games. The package has the program; `python -m hexpress` runs it."""
