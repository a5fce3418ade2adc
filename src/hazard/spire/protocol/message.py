"""The messages of the Communication Mod, as they really come: fields are missing, new, or of another type.

Every field has a default, and what cannot be read is replaced by it, with a note that names the place. So a
message is refused only if it is no JSON object at all.

>>> message = read_message('{"in_game": true, "game_state": {"gold": "much", "screen_type": "REST"}}')
>>> message.game.screen_type, message.game.gold, message.problems
('REST', 0, [HazardError('schema.cannot_be')])
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hazard.errors import HazardError, UserError
from hazard.schema import problems_of

Number = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
"""No number of the game is as large; one that is, is an accident."""
LONGEST_LINE = 10_000_000
EMPTY_SLOT = "Potion Slot"
_MOST_NOTES = 20


class MessageError(UserError):
    """A line that is no message at all."""


class Part(BaseModel):
    """A part of a message; fields that nobody knows yet are left aside."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True, coerce_numbers_to_str=True)


class Card(Part):
    """A card, wherever it lies. The mod says neither damage nor block."""

    id: str = ""
    name: str = ""
    uuid: str = ""
    type: str = ""
    rarity: str = ""
    upgrades: Number = 0
    cost: Number = 0
    """This turn's; -1 is X, -2 cannot be played."""
    has_target: bool = False
    exhausts: bool = False
    ethereal: bool = False
    is_playable: bool | None = None
    misc: Number = 0
    price: Number = 0


class Power(Part):
    """A power on the player or a monster; its id is not always its name."""

    id: str = ""
    name: str = ""
    amount: Number = 0
    damage: Number = 0
    misc: Number = 0
    just_applied: bool = False
    card: Card | None = None


class Monster(Part):
    """A monster; with Runic Dome its move is not told."""

    id: str = ""
    name: str = ""
    current_hp: Number = 0
    max_hp: Number = 0
    block: Number = 0
    intent: str = "NONE"
    move_id: Number | None = None
    move_base_damage: Number = -1
    move_adjusted_damage: Number = -1
    move_hits: Number = 1
    last_move_id: Number | None = None
    second_last_move_id: Number | None = None
    half_dead: bool = False
    is_gone: bool = False
    powers: list[Power] = []

    @property
    def alive(self) -> bool:
        """Whether it can be aimed at."""
        return not self.is_gone and not self.half_dead and self.current_hp > 0

    @property
    def damage(self) -> int:
        """The damage it announces, all hits together.

        The first message of a fight often says -1 for the adjusted damage while the base is right.
        """
        hit = self.move_adjusted_damage if self.move_adjusted_damage >= 0 else self.move_base_damage
        return max(0, hit) * max(1, self.move_hits)


class Player(Part):
    """The player, in combat."""

    current_hp: Number = 0
    max_hp: Number = 0
    block: Number = 0
    energy: Number = 0
    powers: list[Power] = []


class Combat(Part):
    """The fight."""

    player: Player = Field(default_factory=Player)
    monsters: list[Monster] = []
    hand: list[Card] = []
    draw_pile: list[Card] = []
    """In the order of the game, the last is drawn next: not for fair players."""
    discard_pile: list[Card] = []
    exhaust_pile: list[Card] = []
    limbo: list[Card] = []
    card_in_play: Card | None = None
    turn: Number = 0
    cards_discarded_this_turn: Number = 0
    times_damaged: Number = 0


class Relic(Part):
    """A relic, owned or offered."""

    id: str = ""
    name: str = ""
    counter: Number = -1
    price: Number = 0


class Potion(Part):
    """A potion, owned or offered, or an empty place for one."""

    id: str = EMPTY_SLOT
    name: str = ""
    can_use: bool = False
    can_discard: bool = False
    requires_target: bool = False
    price: Number = 0

    @property
    def empty(self) -> bool:
        """Whether this is a place without a potion."""
        return self.id == EMPTY_SLOT


class Node(Part):
    """A room of the map."""

    x: Number = 0
    y: Number = 0
    symbol: str = ""
    children: list[Node] = []


class Option(Part):
    """A button of an event."""

    text: str = ""
    label: str = ""
    disabled: bool = False
    choice_index: Number | None = None


class Reward(Part):
    """A line of the screen after a fight."""

    reward_type: str = ""
    gold: Number = 0
    relic: Relic | None = None
    potion: Potion | None = None
    link: Relic | None = None


class Screen(Part):
    """What is on the screen: the fields of all kinds of screen, each with those of its own."""

    # HAND_SELECT
    hand: list[Card] = []
    selected: list[Card] = []
    max_cards: Number = 1
    can_pick_zero: bool = False
    # GRID; cards also in CARD_REWARD and SHOP_SCREEN
    cards: list[Card] = []
    selected_cards: list[Card] = []
    num_cards: Number = 1
    any_number: bool = False
    for_upgrade: bool = False
    for_transform: bool = False
    for_purge: bool = False
    confirm_up: bool = False
    # CARD_REWARD
    bowl_available: bool = False
    skip_available: bool = False
    # COMBAT_REWARD, BOSS_REWARD, SHOP_SCREEN
    rewards: list[Reward] = []
    relics: list[Relic] = []
    potions: list[Potion] = []
    purge_available: bool = False
    purge_cost: Number = 0
    # EVENT
    event_id: str = ""
    event_name: str = ""
    body_text: str = ""
    options: list[Option] = []
    # MAP
    current_node: Node | None = None
    next_nodes: list[Node] = []
    first_node_chosen: bool = False
    boss_available: bool = False
    # REST, CHEST, GAME_OVER
    has_rested: bool = False
    rest_options: list[str] = []
    chest_open: bool = False
    score: int = 0
    victory: bool = False


class GameState(Part):
    """The run: where it is, what it has, what is on the screen."""

    screen_type: str = "NONE"
    screen_name: str = ""
    screen: Screen = Field(default_factory=Screen, alias="screen_state")
    choice_list: list[str] = []
    combat: Combat | None = Field(default=None, alias="combat_state")
    room_phase: str = ""
    room_type: str = ""
    current_action: str = ""
    action_phase: str = ""
    current_hp: Number = 0
    max_hp: Number = 0
    gold: Number = 0
    floor: Number = 0
    act: Number = 1
    act_boss: str = ""
    player_class: str = Field(default="", alias="class")
    ascension: Number = Field(default=0, alias="ascension_level")
    seed: int = 0
    deck: list[Card] = []
    relics: list[Relic] = []
    potions: list[Potion] = []
    map: list[Node] = []

    def has_relic(self, relic: str) -> bool:
        """Whether the player owns the relic of that id."""
        return any(same_id(owned.id, relic) for owned in self.relics)


class Message(Part):
    """One line from the mod."""

    available_commands: list[str] = []
    ready_for_command: bool = True
    in_game: bool = False
    game: GameState = Field(default_factory=GameState, alias="game_state")
    error: str | None = None
    problems: list[Any] = Field(default=[], exclude=True)
    """What could not be read, by its place."""

    @property
    def combat(self) -> Combat | None:
        """The fight that the message tells of."""
        return self.game.combat if self.in_game else None


def same_id(one: str, other: str) -> bool:
    """Compare two ids as people write them: case, blanks and underscores do not count.

    >>> same_id("Shrug It Off", "shrugitoff")
    True
    """
    return plain_id(one) == plain_id(other)


@lru_cache(maxsize=4096)
def plain_id(text: str) -> str:
    """Return the letters and digits of an id, in lower case; a trailing + stays.

    >>> plain_id("Ascender's Bane"), plain_id("Strike_R")
    ('ascendersbane', 'striker')
    """
    return "".join(c for c in text.lower() if c.isalnum() or c == "+")


def read_message(text: str) -> Message:
    """Read one line from the mod, whatever state it is in; :class:`MessageError` if it is no JSON object."""
    raw = _object(text)
    problems: list[HazardError] = []
    for _ in range(3):  # one round mends what is wrong; what it uncovers takes another
        try:
            message = Message.model_validate(raw)
        except ValidationError as error:
            problems += problems_of(error, Message)
            for problem in error.errors(include_url=False, include_context=False, include_input=False):
                _mend(raw, problem["loc"], "" if problem["type"].startswith("string") else {})
        else:
            message.problems = problems[:_MOST_NOTES]
            return message
    raise MessageError("spire.message_unreadable", problems=problems[-3:])


def _object(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise MessageError("spire.message_too_long", count=len(text), most=LONGEST_LINE)
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MessageError("spire.message_not_json", error=error) from None
    if not isinstance(raw, dict):
        raise MessageError("spire.message_not_an_object", kind=type(raw).__name__)
    return raw


def _mend(raw: dict[str, Any], place: Sequence[int | str], empty: Any) -> None:
    """Take away what stands at ``place``; in a list leave something empty there, for places count."""
    parent: Any = raw
    try:
        for step in place[:-1]:
            parent = parent[step]
        if isinstance(parent, list):
            parent[int(place[-1])] = empty
        else:
            del parent[place[-1]]
    except (KeyError, IndexError, TypeError, ValueError):
        return  # an outer part has been mended already
