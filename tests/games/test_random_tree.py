import pytest
from tests import brute_force

import hazard
from hazard import Turn
from hazard.games import RandomTree


def nodes_by_level(game, depth):
    """Every state that can be met, level by level."""
    levels = [{game.start()}]
    for _ in range(depth):
        levels.append({game.apply(s, move) for s in levels[-1] for move, _ in brute_force.moves(game, s)})
    return levels


def test_the_same_seed_is_the_same_game():
    lines = [brute_force.perft(RandomTree(seed), RandomTree(seed).start(), 4) for seed in (5, 5, 6)]
    assert lines[0] == lines[1] != lines[2]


def test_the_root_is_always_a_decision_and_both_players_get_it():
    turns = {RandomTree(seed, chance=1.0).turn(RandomTree(seed, chance=1.0).start()) for seed in range(50)}
    assert turns == {Turn.MAX, Turn.MIN}


def test_every_line_ends_within_the_depth():
    for seed in range(30):
        game = RandomTree(seed, depth=4)
        assert all(game.turn(state) is Turn.OVER for state in nodes_by_level(game, 4)[4])


def test_with_a_width_different_paths_meet_and_without_never():
    met = unmet = 0
    for seed in range(30):
        shape = {"depth": 5, "branching": 4}
        dag, tree = RandomTree(seed, width=3, **shape), RandomTree(seed, **shape)
        assert all(len(level) <= 3 for level in nodes_by_level(dag, 5)[1:])
        lines, nodes = sum(brute_force.perft(dag, dag.start(), 5)), sum(map(len, nodes_by_level(dag, 5)[1:]))
        met += lines > nodes
        # In a tree a state may only be reached twice from one and the same parent.
        for level in nodes_by_level(tree, 5)[:-1]:
            followers = [{tree.apply(s, move) for move, _ in brute_force.moves(tree, s)} for s in level]
            unmet += sum(map(len, followers)) == len(set().union(*followers))
    assert met >= 25
    assert unmet == 30 * 5


def test_some_nodes_have_two_moves_to_one_successor():
    twins = 0
    for seed in range(50):
        game = RandomTree(seed, branching=4)
        followers = [game.apply(game.start(), action) for action in game.actions(game.start())]
        twins += len(set(followers)) < len(followers)
    assert 5 <= twins <= 45


@pytest.mark.parametrize("rewards", [False, True])
@pytest.mark.parametrize("width", [0, 3])
def test_every_reward_to_go_is_within_the_bounds(rewards, width):
    for seed in range(40):
        game = RandomTree(seed, depth=4, branching=3, rewards=rewards, width=width)
        low, high = game.bounds()
        low, high = low - 1e-12, high + 1e-12  # probabilities that sum to 1 may round to a little more
        for level in nodes_by_level(game, 4):
            for state in level:
                for depth in range(5):
                    assert low <= brute_force.expectimax(game, state, depth) <= high


def test_probabilities_are_even_and_uneven():
    seen = set()
    for seed in range(60):
        game = RandomTree(seed, branching=2, chance=1.0)
        for state in nodes_by_level(game, 1)[1]:
            if game.turn(state) is Turn.CHANCE:
                seen.update(round(p, 3) for _, p in game.outcomes(state))
    assert 0.5 in seen
    assert min(seen) < 0.01


@pytest.mark.parametrize("wrong", [{"depth": 0}, {"branching": 0}, {"width": -1}, {"chance": 1.5}])
def test_a_shape_that_cannot_be_is_refused(wrong):
    with pytest.raises(hazard.GameError, match=f"RandomTree's {next(iter(wrong))}"):
        RandomTree(1, **wrong)


def test_a_state_is_read_as_level_and_id():
    with pytest.raises(hazard.GameError, match="expected 'level:id'"):
        RandomTree(1).parse("3")
