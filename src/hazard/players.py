"""Who sits at the table: a search, a solved game, chance itself, or a person at the terminal."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from hazard.decide import DEFAULT_BUDGET, Searcher, decide
from hazard.errors import HazardError
from hazard.game import Game, GameError, Move, State, Turn, has_heuristic, state_text, words
from hazard.search import Budget, Expectimax, Search, TreeSearch, refuse_misplaced
from hazard.search_several import MaxN, SeveralOnly
from hazard.typed import match_name, read_move

if TYPE_CHECKING:
    from rich.console import Console

    from hazard.solving.solve import Solution


@runtime_checkable
class Player(Protocol):
    """Any object that can choose an action. If it has ``new_game()``, that is called before each game.

    >>> class Cautious:
    ...     name = "cautious"
    ...     def choose(self, game, state, rng):
    ...         return game.actions(state)[-1]
    >>> isinstance(Cautious(), Player)
    True
    """

    @property
    def name(self) -> str:
        """What to call the player in results."""
        ...

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Choose one of the actions in ``state``; any randomness comes from ``rng``."""
        ...


class RandomPlayer:
    """Every action is as likely as any other.

    >>> from hazard.games import Pig
    >>> RandomPlayer().choose(Pig(), Pig().start(), random.Random(1))
    PigAction.ROLL
    """

    name = "random"

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Draw an action from ``rng``."""
        return rng.choice(list(game.actions(state)))


class SearchPlayer:
    """A player that searches at every decision and keeps the table or the tree until the next game.

    A search that uses random numbers gets its seed from the match, so that games differ and yet the same
    match can be repeated.

    >>> from hazard.games import Pig
    >>> player = SearchPlayer(Expectimax(), Budget(depth=2))
    >>> player.choose(Pig(), Pig().parse("0 0 5"), random.Random(1))
    PigAction.ROLL
    >>> player.name
    'expectimax(depth=2)'
    """

    def __init__(
        self,
        search: Search | SeveralOnly | None = None,
        budget: Budget | None = None,
        *,
        name: str | None = None,
        **misplaced_settings: Any,
    ) -> None:
        """Prepare to play with ``search`` (by default expectimax) and ``budget`` (by default one second)."""
        refuse_misplaced("SearchPlayer", misplaced_settings, ("search", "budget", "name"))
        self.search: Search | SeveralOnly = Expectimax() if search is None else search
        self._asked_for = search is not None
        self.budget = DEFAULT_BUDGET if budget is None else budget
        self.name = name or _name(self.search, self.budget)
        self.limited = 0
        """Decisions so far that a limit of the engine cut short."""
        self._searchers: dict[int, Any] = {}
        self._moves: list[Move] = []

    def new_game(self) -> None:
        """Forget the last game; what a game with secrets has answered is kept."""
        self._searchers = {key: one for key, one in self._searchers.items() if not isinstance(one, Searcher)}
        self._moves = []

    def moved(self, game: Game, state: State, move: Move) -> None:
        """Note a move of anybody: what a player may believe follows from all of them."""
        self._moves.append(move)

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Return the best action the search finds within the budget."""
        searcher = self._searchers.get(id(game))
        if searcher is None or searcher.game is not game:
            from hazard.several.deciding import SeveralSearcher, is_several

            if isinstance(self.search, SeveralOnly) or is_several(game):
                asked: Any = self.search if self._asked_for else None
                searcher = self._searchers[id(game)] = SeveralSearcher(game, asked)
        if searcher is not None and not isinstance(searcher, Searcher):
            decision = searcher.decide(
                state, self.budget, seed=rng.getrandbits(31), history=self._moves or None
            )
            return decision.action
        if searcher is None or searcher.game is not game:
            search = self.search
            assert not isinstance(search, SeveralOnly)
            if isinstance(search, Expectimax | TreeSearch):
                search = replace(search, seed=search.seed ^ rng.getrandbits(31))
            searcher = self._searchers[id(game)] = Searcher(game, search)
        decision = searcher.decide(state, self.budget)
        self.limited += bool(decision.remarks)
        return decision.action


def draws_numbers(player: object, game: Game) -> bool:
    """Tell whether a player's choice depends on random numbers; of a stranger that is taken for granted.

    >>> from hazard.games import Pig
    >>> [draws_numbers(player, Pig()) for player in (SearchPlayer(), RandomPlayer())]
    [False, True]
    """
    if isinstance(player, SearchPlayer):
        search = player.search
        if isinstance(search, SeveralOnly):
            return not isinstance(search, MaxN)
        if hasattr(game, "sample") or (isinstance(search, Expectimax) and search.samples > 0):
            return True
        if not isinstance(search, TreeSearch):
            return False
        valued = search.leaf != "rollout" and (search.evaluator is not None or has_heuristic(game))
        return not valued or search.play_outs > 0 or search.threads > 1
    return not isinstance(player, SolvedPlayer | HumanPlayer)


def _name(search: Search | SeveralOnly, budget: Budget) -> str:
    limits = [f"{key}={value:g}" for key, value in vars(budget).items() if value is not None]
    return f"{type(search).__name__.lower()}({', '.join(limits)})"


class SolvedPlayer:
    """A player that follows the exact solution.

    >>> from hazard import solve
    >>> from hazard.games import Pig
    >>> piglet = Pig(target=2, die=(0, 1))
    >>> SolvedPlayer(solve(piglet)).choose(piglet, piglet.parse("0 1 1"), random.Random(1))
    PigAction.ROLL
    """

    def __init__(self, solution: Solution, *, name: str = "optimal") -> None:
        """Play by ``solution``."""
        self.solution = solution
        self.name = name

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Look the action up."""
        action = self.solution.action(state)
        if action is None:
            raise GameError("policy.solution_has_no_action", state=state_text(game, state))
        return action


class QuitGame(Exception):  # noqa: N818 - not an error
    """The person at the terminal has had enough."""


class TakeBack(Exception):  # noqa: N818 - not an error
    """The person at the terminal wants the last decision back."""


class HumanPlayer:
    """A person at the terminal, who chooses an action by its number, its name or the beginning of its name.

    ``?`` shows what hazard would do, ``u`` undoes the last decision, ``q`` quits.
    """

    name = "human"

    def __init__(self, console: Console | None = None, hint: Budget | None = None) -> None:
        """Talk through ``console``; a hint may take ``hint`` (by default one second)."""
        from rich.console import Console

        self.console = Console() if console is None else console
        self.hint = DEFAULT_BUDGET if hint is None else hint

    def choose(self, game: Game, state: State, rng: random.Random) -> Move:
        """Ask until the answer is an action, or raise :class:`QuitGame` or :class:`TakeBack`."""
        actions = list(game.actions(state))
        names = [words(game, state, action) for action in actions]
        self._say(picture(game, state))
        for number, said in enumerate(names, start=1):
            self._say(f"  {number}  {said}")
        while True:
            answer = self._ask(Turn(game.turn(state)))
            if answer == "?":
                self._say(decide(game, state, None, self.hint).explain())
                continue
            position = match_name(answer, names)
            if position is not None:
                return actions[position]
            with suppress(HazardError):
                return read_move(game, state, answer)
            self._say(
                f"{answer!r} is not one of them: a number from 1 to {len(actions)} or a name plays it; "
                "? hint, u undo, q quit"
            )

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

    def _ask(self, turn: Turn) -> str:
        try:
            answer = self.console.input(f"{turn.name}> ", markup=False).strip()
        except EOFError:
            raise QuitGame from None
        if answer.lower() in ("q", "quit"):
            raise QuitGame
        if answer.lower() in ("u", "undo"):
            raise TakeBack
        return answer


def picture(game: Game, state: State) -> str:
    """Return the board where the game can draw one, and the state as text where it cannot.

    >>> from hazard.games import Pig
    >>> picture(Pig(), Pig().start())
    '0 0 0 max'
    """
    draw: Any = getattr(game, "picture", None)
    if draw is not None:
        return str(draw(state))
    return state_text(game, state) if hasattr(game, "text") else str(state)
