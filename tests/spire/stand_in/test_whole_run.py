"""Whole runs over the protocol: every message is understood, and every command that it allows is taken."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from hazard.spire.protocol.commands import legal_commands, why_illegal
from hazard.spire.protocol.message import read_message
from hazard.spire.protocol.reading import read_fight
from hazard.spire.stand_in.measure import Player, play_run, summary
from hazard.spire.stand_in.run_record import RunRecord
from hazard.spire.stand_in.whole_run import RunHost

SCREENS = {
    "MAP", "NONE", "COMBAT_REWARD", "CARD_REWARD", "EVENT", "REST", "SHOP_ROOM", "SHOP_SCREEN", "CHEST",
    "BOSS_REWARD", "GRID", "HAND_SELECT", "GAME_OVER",
}  # fmt: skip


def blessed(host: RunHost) -> None:
    """Let nothing kill the player, so that a client that plays at random sees the whole run."""
    play = host._play
    if play is None or play.over:
        return
    play.state = play.game.core.blessed(play.state)
    if play.fight is not None:
        play.fight.state = play.state.fight
    play.picture = play.game.picture(play.state)


def played(ascension: int, seed: int, screens: Counter[str]) -> RunRecord:
    """Play a run with random legal commands, and look at every message as the agent does."""
    host, dice = RunHost(ascension, seed, runs=1), random.Random(seed)
    message = host.message()
    while not host.over:
        read = read_message(json.dumps(message))
        assert read.problems == []
        assert read.error is None, message
        if read.in_game:
            screens[read.game.screen_type] += 1
        if read.combat is not None:
            assert read_fight(read).unknown == []
        legal = [command for command in legal_commands(read) if command not in ("state", "wait 30")]
        legal = [c for c in legal if not c.startswith(("key", "click", "wait", "state"))]
        assert legal, message
        attack = [command for command in legal if command.startswith("play")]
        command = dice.choice(attack or legal)
        assert why_illegal(read, command) is None
        if host.message()["in_game"]:
            blessed(host)
        message = host.obey(command if read.in_game else f"start ironclad {ascension}")
        assert host.results.commands < 20_000
    return host.results.records[-1]


@pytest.mark.parametrize("ascension", [0, 20])
def test_a_client_that_plays_at_random_is_never_refused(ascension: int) -> None:
    screens: Counter[str] = Counter()
    records = [played(ascension, seed, screens) for seed in range(3)]
    assert sum(record.refused for record in records) == 0
    assert all(record.floor > 16 for record in records)
    assert set(screens) >= SCREENS - {"HAND_SELECT"}


def test_the_same_seed_and_simulations_play_the_same_run_command_by_command() -> None:
    player = Player(ascension=0, simulations=3, draft="table")
    first: list[str] = []
    second: list[str] = []
    assert play_run(5, player, first) == play_run(5, player, second) or first == second
    assert first == second
    assert len(first) > 20


def test_another_class_and_a_wrong_ascension_are_refused() -> None:
    host = RunHost()
    assert "Ironclad" in host.obey("start silent")["error"]
    assert "ascension" in host.obey("start ironclad 21")["error"]
    assert host.obey("start ironclad 3")["game_state"]["ascension_level"] == 3


def test_a_summary_counts_wins_floors_and_deaths() -> None:
    won = RunRecord(1, 20, act=4, floor=55, victory=True, act_three_won=True, heart_killed=True)
    lost = RunRecord(2, 20, act=1, floor=9, killed_by="Gremlin Nob", killed_in="elite", potions_unused=2)
    told = summary([won, lost])
    assert told["act_3_won"]["share"] == told["heart_killed"]["share"] == 0.5
    assert told["floor_mean"] == 32
    assert told["deaths_by_enemy"] == {"Gremlin Nob": 1}
    assert told["potions_unused_mean"] == 1
