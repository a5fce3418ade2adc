"""A check says nothing against a game that is right: those that come with hazard, and those of the docs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import hazard
from hazard.cli.tour_game import DiceNim
from hazard.games import Backgammon, ConnectFour, EinStein, Pig, RandomTree, TakeItEasy, TicTacToe, Twenty48

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    "README.md",
    "docs/first-game.md",
    "docs/searches/beam.md",
    "docs/searches/solve.md",
    "docs/searches/expectimax.md",
]
SHIPPED = {
    "tic_tac_toe": TicTacToe,
    "connect_four": ConnectFour,
    "einstein": EinStein,
    "backgammon": lambda: Backgammon(networks=None),
    "pig": Pig,
    "pig_alone": lambda: Pig(target=30, players=1),
    "piglet": lambda: Pig(target=3, die=(0, 1)),
    "twenty48": Twenty48,
    "twenty48_goal": lambda: Twenty48(rows=2, columns=3, goal=32, symmetry=True),
    "take_it_easy": TakeItEasy,
    "take_it_easy_target": lambda: TakeItEasy(target=100, symmetry=True),
    "random_tree": lambda: RandomTree(seed=7, depth=6, branching=3),
    "random_graph": lambda: RandomTree(seed=6, depth=6, branching=4, width=4, rewards=True),
    "tour": DiceNim,
}


def spoken_against(game, **settings):
    report = hazard.check(game, seconds=600, **settings)
    assert report.moves > 0
    return [str(found) for found in (*report.errors, *report.warnings)]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_said_against_the_games_that_come_with_hazard(name, seed):
    assert spoken_against(SHIPPED[name](), moves=800, seed=seed) == []


@pytest.mark.parametrize(
    ("module", "name"), [("shut_the_box", "ShutTheBox"), ("yahtzee", "Yahtzee"), ("royal_game_of_ur", "Ur")]
)
def test_nothing_is_said_against_the_examples(module, name, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    game = getattr(__import__(module), name)()
    for seed in (0, 1):
        assert spoken_against(game, moves=800, seed=seed) == []


def games_of(page, folder, monkeypatch):
    """The games that a page defines: its blocks with classes, run top to bottom, and nothing decided."""
    monkeypatch.syspath_prepend(str(folder))
    namespace, made = {"__name__": "page"}, []
    text = (ROOT / page).read_text("utf-8")
    for title, block in re.findall(r"```python(?: title=\"([^\"]+)\")?\n(.*?)```", text, re.DOTALL):
        if "class " not in block and "import " not in block:
            continue
        if title:
            (folder / title).write_text(block, "utf-8")
        head = re.split(
            r"^(?:decision|waiting|alone|result|print|assert|try|for|with)\b", block, flags=re.MULTILINE
        )[0]
        exec(compile(head, page, "exec"), namespace)
        made += [
            found for found in namespace.values() if isinstance(found, hazard.Game) and found not in made
        ]
    for name in [name for name in sys.modules if name.startswith("hog")]:
        del sys.modules[name]
    kinds = [
        found for found in namespace.values() if isinstance(found, type) and issubclass(found, hazard.Game)
    ]
    known = {hazard.Game, *map(type, made)}
    return made + [kind() for kind in kinds if kind not in known]


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_said_against_the_games_of_the_docs(page, tmp_path, monkeypatch):
    found = games_of(page, tmp_path, monkeypatch)
    assert found
    for game in found:
        if type(game).__name__ != "Raising":  # which has no end of states, and is shown for that
            assert spoken_against(game, moves=600) == []
