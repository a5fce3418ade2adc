"""Make the small line table that comes with hazard from a training of Take It Easy.

python tools/round_takeiteasy.py my.npz src/hazard/takeiteasy/table.npz
"""

import argparse
from pathlib import Path

from hazard.learn import load_weights, save_weights
from hazard.takeiteasy.table import DESIGN, GAME, rounded


def main() -> None:
    """Read a training, round it, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path)
    parser.add_argument("small", type=Path)
    parser.add_argument("--unit", type=float, default=1 / 64, help="points that a weight is a multiple of")
    options = parser.parse_args()
    whole = load_weights(options.training, game=GAME, design=DESIGN)
    save_weights(options.small, rounded(whole, options.unit))
    print(f"{options.small}: {options.small.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
