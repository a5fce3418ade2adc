"""Make the small network that comes with hazard from a training of 2048.

python tools/round_twenty48.py my.npz src/hazard/games/twenty48/network.npz
"""

import argparse
from pathlib import Path

from hazard.games.twenty48.network import DESIGN, GAME, rounded
from hazard.learn import load_weights, save_weights


def main() -> None:
    """Read a training, keep what matters, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path)
    parser.add_argument("small", type=Path)
    parser.add_argument("--keep", type=int, default=4_000_000, help="how many weights to keep")
    parser.add_argument("--unit", type=float, default=16.0, help="points that a weight is a multiple of")
    options = parser.parse_args()
    whole = load_weights(options.training, game=GAME, design=DESIGN)
    save_weights(options.small, rounded(whole, options.keep, options.unit))
    print(f"{options.small}: {options.small.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
