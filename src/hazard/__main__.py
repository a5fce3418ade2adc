"""Run the command line: ``python -m hazard``."""

from hazard.cli import main

if __name__ == "__main__":
    main()
