"""``python -m hazard.cli``."""

from hazard.cli.app import main

if __name__ == "__main__":
    main()
