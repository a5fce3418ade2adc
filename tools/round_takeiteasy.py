"""Make the small line table or the small network that comes with hazard from a training of Take It Easy.

python tools/round_takeiteasy.py my.npz src/hazard/takeiteasy/table.npz
python tools/round_takeiteasy.py --network my.npz src/hazard/takeiteasy/network.npz
"""

import argparse
import re
from pathlib import Path

from hazard.learn import load_weights, save_weights
from hazard.takeiteasy import network, table


def main() -> None:
    """Read a training, round it, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path)
    parser.add_argument("small", type=Path)
    parser.add_argument("--unit", type=float, default=1 / 64, help="points that a weight is a multiple of")
    parser.add_argument("--network", action="store_true", help="it is the training of a network")
    options = parser.parse_args()
    kept = network if options.network else table
    whole = load_weights(options.training, game=kept.GAME, design=kept.DESIGN)
    small = network.rounded(whole) if options.network else table.rounded(whole, options.unit)
    # The command that made it, without the folders of whoever ran it.
    about = whole.about.model_copy(update={"command": re.sub(r"\S*/", "", whole.about.command)})
    save_weights(options.small, small.model_copy(update={"about": about}))
    print(f"{options.small}: {options.small.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
