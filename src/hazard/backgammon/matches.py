"""Matches as text: the .mat files that Jellyfish began and every backgammon program reads.

Two columns, one for each player, a line for each pair of turns::

     5 point match

     Game 1
     alice : 0                      bob : 0
      1) 31: 8/5 6/5                 52: 13/8 24/22
      2)  Doubles => 2                Drops
          Wins 1 point

The player on the left is 0, and MAX. What is read is also played: a file holds legal games or an error says
which line does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hazard.backgammon.notation import read_paths
from hazard.backgammon.records import (
    Action,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Move,
    Replay,
    Take,
)
from hazard.game import GameError
from hazard.text import shorten

# ---- reading

_ACTION = re.compile(
    r"(?<!\S)(?:(?P<dice>[0-9]{2}):|(?P<word>doubles|takes|drops|passes|rejects|wins)(?![a-z]))",
    re.IGNORECASE,
)
# What begins so far to the right, behind the number if there is one, is the second player's: programs put the
# left column up to 6 away and the right one at least 28.
_RIGHT = 15


def read_match(text: str) -> MatchRecord:
    """Read a .mat file's text, and play it.

    Columns may stand anywhere as long as the right one is to the right; stars, the order of steps, and
    whether the bar is ``bar`` or ``25`` and off ``off`` or ``0`` do not matter.

    >>> match = read_match('''
    ...  5 point match
    ...
    ...  Game 1
    ...  alice : 0                      bob : 0
    ...   1) 31: 8/5 6/5                 52: 13/8 24/22
    ...   2)  Doubles => 2                Drops
    ...       Wins 1 point
    ... ''')
    >>> match.players, match.games[0].winner, match.games[0].actions[1]
    (('alice', 'bob'), 0, Move(player=1, dice=(5, 2), play='24/22 13/8'))
    """
    reader = _Reader()
    number = 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        try:
            reader.read(line.expandtabs().rstrip())
        except GameError as error:
            raise GameError("backgammon.in_line", number=number, error=error) from None
    try:
        return reader.finished()
    except GameError as error:
        raise GameError("backgammon.in_last_line", number=number, error=error) from None


class _Reader:
    """Takes a file line by line."""

    def __init__(self) -> None:
        self.length: int | None = None
        self.players: tuple[str, str] | None = None
        self.notes: dict[str, str] = {}
        self.games: list[GameRecord] = []
        self.score: tuple[int, int] | None = None
        self.replay: Replay | None = None
        self.actions: list[Action] = []

    def read(self, line: str) -> None:
        if not line.strip():
            return
        if line.lstrip().startswith(";"):
            self._note(line.lstrip())
        elif found := re.fullmatch(r"\s*([0-9]{1,5})\s+points?\s+match\b.*", line, re.IGNORECASE):
            self._begin_match(int(found[1]))
        elif re.fullmatch(r"\s*(money|unlimited)\b.*", line, re.IGNORECASE):
            self._begin_match(0)
        elif re.fullmatch(r"\s*Game\s+[0-9]{1,5}\s*", line, re.IGNORECASE):
            self._begin_game()
        elif self.replay is not None and self.score is None:
            self._names(line)
        else:
            self._actions(line)

    def _note(self, line: str) -> None:
        if found := re.fullmatch(r';\s*\[\s*(.+?)\s+"(.*)"\s*\]\s*', line):
            self.notes[found[1]] = found[2]
            if found[1].lower() == "variation" and found[2].lower() not in ("backgammon", ""):
                raise GameError("backgammon.variation_unknown", found=shorten(found[2], 40))

    def _begin_match(self, length: int) -> None:
        if self.length is not None:
            raise GameError("backgammon.second_match_in_file")
        self.length = length

    def _begin_game(self) -> None:
        if self.length is None:
            raise GameError("backgammon.game_before_match")
        self._end_game()
        self.replay, self.score, self.actions = Replay(), None, []

    def _names(self, line: str) -> None:
        found = re.fullmatch(r"\s*(\S.*?)\s*:\s*([0-9]{1,5})\s+(\S.*?)\s*:\s*([0-9]{1,5})\s*", line)
        if not found:
            raise GameError("backgammon.line_names_no_players", line=shorten(line, 60))
        names = found[1], found[3]
        if self.players not in (None, names):
            raise GameError("backgammon.players_changed", found=names, expected=self.players)
        self.players, self.score = names, (int(found[2]), int(found[4]))

    def _actions(self, line: str) -> None:
        if self.replay is None:
            raise GameError("backgammon.line_before_first_game", line=shorten(line, 60))
        numbered = re.match(r"\s*[0-9]{1,4}\)", line)
        rest = numbered.end() if numbered else 0
        found = list(_ACTION.finditer(line, rest))
        first = found[0].start() if found else len(line)
        if line[rest:first].strip() or (not numbered and not (found and found[0]["word"])):
            raise GameError("backgammon.cannot_read_match_line", line=shorten(line, 60))
        if len(found) > 2:
            raise GameError("backgammon.too_many_entries_in_line", count=len(found))
        player = int(first - rest >= _RIGHT)
        # A number may stand alone: then there are no entries, and no ends.
        ends = [*(action.start() for action in found[1:]), len(line)][: len(found)]
        for action, end in zip(found, ends, strict=True):
            self._follow(action, line[action.end() : end].strip(), player)
            player = 1

    def _follow(self, found: re.Match[str], rest: str, player: int) -> None:
        assert self.replay is not None
        if found["dice"]:
            dice = int(found["dice"][0]), int(found["dice"][1])
            self.actions.append(self.replay.follow(Move(player, dice, rest)))
            return
        word = found["word"].lower()
        if word == "wins":
            self._win(player, rest)
            return
        action: Action
        if word == "doubles":
            cube = re.fullmatch(r"(?:=>|to)?\s*([0-9]{1,5})", rest)
            if not cube:
                raise GameError("backgammon.doubles_without_cube", found=rest[:40])
            action = Double(player, int(cube[1]))
        else:
            if rest:
                raise GameError("backgammon.words_after_entry", found=rest[:40], entry=found["word"])
            action = Take(player) if word == "takes" else Drop(player)
        self.actions.append(self.replay.follow(action))

    def _win(self, player: int, rest: str) -> None:
        assert self.replay is not None
        points = re.fullmatch(r"([0-9]{1,6})\s+points?(?:\s+and\s+the\s+match)?\s*\.?", rest, re.IGNORECASE)
        if not points:
            raise GameError("backgammon.wins_without_points", found=rest[:40])
        self.replay.win(player, int(points[1]), money=self.length == 0)

    def _end_game(self) -> None:
        if self.replay is None:
            return
        if self.score is None:
            raise GameError("backgammon.game_without_players")
        record = GameRecord(self.score, tuple(self.actions), self.replay.winner, self.replay.points)
        self.games.append(record)

    def finished(self) -> MatchRecord:
        if self.length is None:
            raise GameError("backgammon.no_match_in_file")
        self._end_game()
        if self.players is None:
            raise GameError("backgammon.no_games_in_file")
        return MatchRecord(self.length, self.players, tuple(self.games), self.notes)


# ---- writing


def write_match(match: MatchRecord) -> str:
    """Write a .mat file's text, after playing the match: nothing is written that the rules forbid.

    >>> game = GameRecord((0, 0), (Move(1, (6, 5), "24/13"), Move(0, (2, 2), "6/4(2) 24/22(2)")))
    >>> print(write_match(MatchRecord(3, ("alice", "bob"), (game,))))
     3 point match
    <BLANKLINE>
     Game 1
     alice : 0                      bob : 0
      1)                             65: 24/13
      2) 22: 24/22 24/22 6/4 6/4
    <BLANKLINE>
    """
    for name in match.players:
        if not name.strip() or re.search(r"[:\r\n\t]|  |^\s|\s$|^[0-9]+\)|^;", name):
            raise GameError("backgammon.player_name_unfit", name=name)
    lines = [f';[{key} "{value}"]' for key, value in match.notes.items()]
    if any("\n" in line or "\r" in line or '"]' in line[:-2] for line in lines):
        raise GameError("backgammon.note_not_plain")
    lines += [f" {match.length} point match"]
    score = (0, 0)
    for number, game in enumerate(match.games, 1):
        try:
            if game.score != score or (match.length and max(score) >= match.length):
                raise GameError("backgammon.game_begins_at_wrong_score", found=game.score, expected=score)
            if game.winner is None and number < len(match.games):
                raise GameError("backgammon.game_without_winner")
            score = score[0] + game.points * (game.winner == 0), score[1] + game.points * (game.winner == 1)
            lines += ["", f" Game {number}", *_game_lines(match, game)]
        except GameError as error:
            raise GameError("backgammon.in_game", number=number, error=error) from None
    return "\n".join(lines) + "\n"


def _game_lines(match: MatchRecord, game: GameRecord) -> Iterator[str]:
    names = [f"{name} : {score}" for name, score in zip(match.players, game.score, strict=True)]
    yield f" {names[0]:<30} {names[1]}"
    replay, cells = Replay(), []
    for action in game.actions:
        cells.append((action.player, _cell(replay.follow(action))))
    if game.winner is not None:
        replay.win(game.winner, game.points, money=match.length == 0)
    elif replay.winner is not None:
        raise GameError("backgammon.game_over_without_winner")
    number, left = 0, ""
    for player, cell in cells:
        if player == 0:
            number, left = number + 1, cell
            continue
        number += not left
        yield f"{number:3}) {left:<27} {cell}"
        left = ""
    if left:
        yield f"{number:3}) {left}"
    if game.winner is not None:
        said = f"Wins {game.points} point{'s' if game.points > 1 else ''}"
        yield (" " * 6 if game.winner == 0 else " " * 34) + said


def _cell(action: Action) -> str:
    if isinstance(action, Move):
        high, low = action.dice
        return f"{high}{low}: {_steps(action.play)}".rstrip()
    if isinstance(action, Double):
        return f" Doubles => {action.cube}"
    return " Takes" if isinstance(action, Take) else " Drops"


def _steps(play: str) -> str:
    """A play as Jellyfish writes it: every checker by itself, the bar as 25 and off as 0."""
    steps, struck = [], set()
    for path in read_paths(play):
        for start, end in pairwise(path.points):
            hits = end in path.hits and end not in struck
            struck |= {end} if hits else set()
            steps.append(f"{start}/{end}{'*' if hits else ''}")
    return " ".join(steps)
