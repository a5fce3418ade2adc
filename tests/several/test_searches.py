"""Searches for several players and for secrets: brute force beside them, and nobody looks at the hidden."""

import random

import pytest

import hazard
from hazard import Budget, Determinized, GameError, InformationSets, MaxN, SettingError, TreeSearch, Turn
from hazard.equilibrium.listing import list_game
from hazard.games import Goofspiel, Kuhn, Leduc, LiarsDice
from hazard.several.deciding import SeveralSearcher, strategy_by

# ---- several players, nothing hidden -------------------------------------------------------------------


class RandomTree(hazard.Game):
    """A random tree for three, with chance and rewards; a state is the moves so far."""

    def __init__(self, seed, depth=4, players=3):
        self.seed, self.depth, self.count = seed, depth, players

    def _draw(self, *what):
        return random.Random(f"{self.seed}/{what}")

    def start(self):
        return ()

    def turn(self, state):
        if len(state) == self.depth:
            return Turn.OVER
        turns = [Turn.player(number) for number in range(self.count)]
        # Somebody decides first, so that there is a decision to compare.
        return self._draw("turn", state).choice(turns if not state else [Turn.CHANCE, *turns])

    def actions(self, state):
        return list(range(self._draw("count", state).randint(1, 3)))

    def outcomes(self, state):
        shares = [self._draw("share", state, number).uniform(0.1, 1) for number in range(2)]
        return [(number, share / sum(shares)) for number, share in enumerate(shares)]

    def apply(self, state, move):
        return (*state, move)

    def reward(self, state, move):
        if self.seed % 2:
            return 0.0
        return [float(self._draw("reward", state, move, p).randint(-1, 1)) for p in range(self.count)]

    def value(self, state):
        return [float(self._draw("value", state, player).randint(-9, 9)) for player in range(self.count)]


def brute_force(game, state, paranoid=None):
    """The values of a state by the definition; ties go to the first action."""
    turn = game.turn(state)
    if turn is Turn.OVER:
        return game.value(state)
    if turn is Turn.CHANCE:
        totals = [0.0] * game.count
        for move, p in game.outcomes(state):
            for player, worth in enumerate(after(game, state, move, paranoid)):
                totals[player] += p * worth
        return totals
    found = [after(game, state, move, paranoid) for move in game.actions(state)]
    if paranoid is None or turn.number == paranoid:
        return max(found, key=lambda values: values[turn.number])
    return min(found, key=lambda values: values[paranoid])


def after(game, state, move, paranoid):
    paid = game.reward(state, move) or [0.0] * game.count
    following = brute_force(game, game.apply(state, move), paranoid)
    return [a + b for a, b in zip(following, paid, strict=True)]


@pytest.mark.parametrize("block", range(4))
def test_max_n_agrees_with_brute_force_on_two_thousand_trees_for_three(block):
    for seed in range(500 * block, 500 * block + 500):
        game = RandomTree(seed, depth=3)
        decision = hazard.decide(game, None, MaxN())
        assert decision.kind == "exact"
        me = decision.player
        for option in decision.options:
            expected = after(game, (), option.action, None)
            assert option.payoffs == pytest.approx(expected, abs=1e-9)
            assert option.value == option.payoffs[me]
        assert decision.value == pytest.approx(brute_force(game, ())[me], abs=1e-9)


def test_paranoid_search_agrees_with_brute_force():
    for seed in range(200):
        game = RandomTree(seed)
        decision = hazard.decide(game, None, MaxN(paranoid=True))
        me = decision.player
        for option in decision.options:
            assert option.value == pytest.approx(after(game, (), option.action, me)[me], abs=1e-9)


def test_tree_search_with_a_value_for_each_player_finds_what_max_n_finds():
    right = asked = 0
    for seed in range(40):
        game = RandomTree(seed, depth=3)
        exact = hazard.decide(game, None, MaxN())
        if len(exact.options) < 2 or exact.options[1].gap < 1.0:
            continue
        found = hazard.decide(game, None, TreeSearch(), Budget(nodes=3000))
        asked += 1
        right += found.action == exact.action
        assert len(found.best.payoffs) == 3
    assert asked >= 10
    assert right >= 0.9 * asked


def test_decide_takes_a_game_for_three_without_being_told():
    decision = hazard.decide(RandomTree(3), None, None, Budget(nodes=500))
    assert decision.players == 3
    assert sum(decision.strategy.values()) == pytest.approx(1.0)
    assert decision.to_dict()["options"][0]["payoffs"] == list(decision.best.payoffs)
    assert "player 0" in decision.explain() or "player" in decision.explain()


def test_a_heuristic_for_each_player_is_looked_ahead_from():
    class Guessing(RandomTree):
        def heuristic(self, state):
            return [0.5] * self.count

    shallow = hazard.decide(Guessing(5), None, MaxN(), Budget(depth=1))
    assert {option.value for option in shallow.options} <= {0.5, 1.5, -0.5} or shallow.kind == "exact"
    deep = hazard.decide(Guessing(5), None, MaxN(), Budget(depth=9))
    assert deep.kind == "exact"


def test_what_does_not_fit_is_refused_with_the_way_out():
    with pytest.raises(SettingError, match="nothing is hidden"):
        hazard.decide(RandomTree(1), None, InformationSets())
    with pytest.raises(GameError, match="InformationSets or Determinized"):
        hazard.decide(Kuhn(), ("KJ", ""), MaxN())
    with pytest.raises(SettingError, match="no `heuristic`"):
        hazard.decide(RandomTree(1), None, MaxN(), Budget(depth=2))
    with pytest.raises(SettingError, match="observers"):
        InformationSets(observers="none")

    class Short(RandomTree):
        def turn(self, state):
            return Turn.OVER if len(state) == self.depth else Turn.player(len(state) % 3)

        def value(self, state):
            return [1.0, 2.0]

    with pytest.raises(GameError, match="pays 2 players"):
        hazard.decide(Short(1), None, TreeSearch(), Budget(nodes=200))

    class Uneven(Short):
        def actions(self, state):
            return [0, 1]

        def value(self, state):
            return [1.0, 2.0, 3.0] if state[-1] == 0 else [1.0, 2.0, 3.0, 4.0]

    with pytest.raises(GameError, match="one for each player"):
        hazard.decide(Uneven(11), None, MaxN())


# ---- secrets -------------------------------------------------------------------------------------------

GAMES = [Kuhn(), Leduc(), LiarsDice(faces=3), LiarsDice(faces=2, players=3), Goofspiel(cards=3)]
SEARCHES = [InformationSets(), InformationSets(observers="single"), Determinized()]


@pytest.mark.parametrize("search", SEARCHES, ids=["multiple", "single", "determinized"])
@pytest.mark.parametrize("game", GAMES, ids=["kuhn", "leduc", "dice", "three dice", "goofspiel"])
def test_what_the_mover_cannot_see_never_changes_the_decision(game, search):
    searcher, draw = SeveralSearcher(game, search), random.Random(1)
    listed = list_game(game, game.start())
    hidden = 0
    for one in draw.sample(list(listed.all_sets()), len(listed.found)):
        worlds = hazard.beliefs(game, one.state).worlds
        if len(worlds) < 2:
            continue
        answers = []
        for world, _ in worlds[:4]:
            assert game.sees(world, one.name.player) == one.name.sees
            decision = searcher.decide(world, Budget(nodes=60), seed=7)
            answers.append([(o.action, o.value, o.visits, o.payoffs) for o in decision.options])
        hidden += 1
        assert all(answer == answers[0] for answer in answers)
        if hidden == 6:
            break
    assert hidden > 2


def test_information_set_search_learns_to_call_with_the_best_card_and_fold_the_worst():
    game = Kuhn()
    for search in SEARCHES:
        for cards, bets, best in (("QK", "b", "b"), ("QJ", "b", "p"), ("KQ", "pb", "b"), ("JQ", "pb", "p")):
            assert hazard.decide(game, (cards, bets), search, Budget(nodes=3000)).action == best


def test_searches_are_exploitable_and_the_equilibrium_is_not():
    # Strategy fusion: with open cards nobody bluffs, and a player that never bluffs is exploited.
    game = Kuhn()
    for search in SEARCHES:
        strategy = strategy_by(game, search, Budget(nodes=500))
        assert hazard.exploitability(game, strategy).exploitability > 0.02
    assert hazard.equilibrium(game, target=1e-5).exploitability <= 1e-5


# ---- beliefs -------------------------------------------------------------------------------------------


def test_beliefs_are_bayes_by_hand():
    # MIN has the queen and sees a bet. MAX bets the king always and the jack one time in four.
    model = {(0, "K"): {"b": 1.0}, (0, "J"): {"b": 0.25, "p": 0.75}, (0, "Q"): {"p": 1.0}}
    belief = hazard.beliefs(Kuhn(), ("KQ", "b"), model)
    assert dict(belief.worlds) == pytest.approx({("KQ", "b"): 0.8, ("JQ", "b"): 0.2})
    assert belief.probability(lambda state: state[0][0] == "K") == pytest.approx(0.8)


@pytest.mark.parametrize("game", GAMES, ids=["kuhn", "leduc", "dice", "three dice", "goofspiel"])
def test_beliefs_by_the_history_are_those_by_the_whole_game(game):
    model = hazard.equilibrium(game, iterations=5)
    for seed in range(6):
        draw, state, history = random.Random(seed), game.start(), []
        states = []
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is not Turn.CHANCE:
                states.append((state, list(history)))
            moves = [m for m, _ in game.outcomes(state)] if turn is Turn.CHANCE else list(game.actions(state))
            history.append(draw.choice(moves))
            state = game.apply(state, history[-1])
        state, history = draw.choice(states)
        one = dict(hazard.beliefs(game, state, model).worlds)
        other = dict(hazard.beliefs(game, state, model, history=history).worlds)
        assert one == pytest.approx(other)
        assert sum(one.values()) == pytest.approx(1.0)
        assert state in one


def test_a_game_may_name_its_worlds_itself():
    class Named(Kuhn):
        def worlds(self, state, player):
            mine = state[0][player]
            for card in "JQK":
                if card != mine:
                    cards = mine + card if player == 0 else card + mine
                    yield (cards, state[1]), 1.0, [*cards, *state[1]]

    model = {(0, "K"): {"b": 1.0}, (0, "J"): {"b": 0.25, "p": 0.75}}
    belief = hazard.beliefs(Named(), ("KQ", "b"), model)
    assert dict(belief.worlds) == pytest.approx({("KQ", "b"): 0.8, ("JQ", "b"): 0.2})


def test_a_history_of_another_game_is_refused():
    with pytest.raises(GameError, match="leads to"):
        hazard.beliefs(Kuhn(), ("KQ", "b"), history=["J", "Q", "b"])


@pytest.mark.parametrize("game", [*GAMES[:4], LiarsDice(dice=2, faces=3, players=3, wild=1)])
def test_every_state_reads_back_from_its_text_half_dealt_ones_too(game):
    for seed in range(30):
        draw, state = random.Random(seed), game.start()
        while game.turn(state) is not Turn.OVER:
            assert game.parse(game.text(state)) == state
            chance = game.turn(state) is Turn.CHANCE
            moves = [m for m, _ in game.outcomes(state)] if chance else list(game.actions(state))
            state = game.apply(state, draw.choice(moves))
        assert game.parse(game.text(state)) == state


def test_a_search_without_time_still_answers_with_probabilities() -> None:
    positions = [(RandomTree(3), None, TreeSearch()), *((Kuhn(), ("QK", "b"), search) for search in SEARCHES)]
    for game, state, search in positions:
        decision = hazard.decide(game, state, search, Budget(seconds=1e-9))
        assert sum(option.probability for option in decision.options) == pytest.approx(1.0)
