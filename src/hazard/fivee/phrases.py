"""The director's words in English and German: small tables, and how numbers and names are written."""

from __future__ import annotations

import re
from typing import Literal

from hazard.fivee.actions import Action
from hazard.fivee.fight import Fight, names_of
from hazard.fivee.words import ABILITIES, CONDITIONS
from hazard.game import GameError

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "de")

_PHRASES: dict[str, tuple[str, str]] = {
    # plans
    "move": ("move to {cell}", "nach {cell}"),
    "flee": ("flee to {cell}", "Flucht nach {cell}"),
    "dash": ("dash", "Spurt"),
    "dodge": ("dodge", "Ausweichen"),
    "disengage": ("disengage", "Rückzug"),
    "hide": ("hide", "Verstecken"),
    "help": ("help", "Helfen"),
    "shove": ("shove", "Schubsen"),
    "grapple": ("grapple", "Ringen"),
    "escape": ("escape", "Befreien"),
    "withdraw": ("withdraw to {cell}", "zurück nach {cell}"),
    "pass": ("pass", "nichts"),
    "at": ("{action} at {target}", "{action} auf {target}"),
    "on": ("{action} on {target}", "{action} trifft {target}"),
    "and": (" and ", " und "),
    "legendary": ("legendary action", "legendäre Aktion"),
    "lair": ("lair action", "Hortaktion"),
    # numbers
    "expected": ("Expected {damage} damage.", "Erwartet {damage} Schaden."),
    "expected_all": (
        "Expected {damage} damage in all, {friends} of it to friends.",
        "Erwartet {damage} Schaden insgesamt, davon {friends} an Verbündeten.",
    ),
    "odds": (
        "Crit {critical}: {most}; hit {hit}: {mean}; miss {miss}: 0.",
        "Kritisch {critical}: {most}; Treffer {hit}: {mean}; Fehlschlag {miss}: 0.",
    ),
    "odds_only": ("Hit {hit}; miss {miss}.", "Treffer {hit}; Fehlschlag {miss}."),
    "attacks": ("{times} × {action} at {target}: {rest}", "{times} × {action} auf {target}: {rest}"),
    "attack": ("{action} at {target}: {rest}", "{action} auf {target}: {rest}"),
    "each": ("Each: {odds}", "Jeder Wurf: {odds}"),
    "advantage": ("Advantage.", "Vorteil."),
    "disadvantage": ("Disadvantage.", "Nachteil."),
    "answered": (
        "{target} may answer with {reaction}: it turns {turned} aside, counted in.",
        "{target} kann mit {reaction} antworten: wehrt {turned} ab, schon eingerechnet.",
    ),
    "halved": (
        "{target} may answer with {reaction}: half the damage, counted in.",
        "{target} kann mit {reaction} antworten: halber Schaden, schon eingerechnet.",
    ),
    "save_damage": (
        "{action} on {target}: {ability} save DC {dc}, fails {fails}: {full}; saves {saves}: {half}.{more}",
        "{action} auf {target}: {ability}-Rettungswurf SG {dc}, misslingt {fails}: {full}; "
        "gelingt {saves}: {half}.{more}",
    ),
    "save_conditions": (
        "{action} on {target}: {ability} save DC {dc}, fails {fails}: {conditions}.",
        "{action} auf {target}: {ability}-Rettungswurf SG {dc}, misslingt {fails}: {conditions}.",
    ),
    "rider": (
        "After a hit, {target} is {conditions} unless a {ability} save DC {dc} succeeds: {chance} in all.",
        "Nach einem Treffer wird {target} {conditions}, wenn kein {ability}-Rettungswurf SG {dc} gelingt: "
        "insgesamt {chance}.",
    ),
    "rider_damage": (
        "After a hit, a {ability} save DC {dc}: fails {fails}: {full} more; saves {saves}: {half}.{more}",
        "Nach einem Treffer ein {ability}-Rettungswurf SG {dc}: misslingt {fails}: {full} mehr; "
        "gelingt {saves}: {half}.{more}",
    ),
    "later": (
        "For whoever is in it on their turn: {line}",
        "Für alle, die im eigenen Zug darin sind: {line}",
    ),
    "resists": (
        "{target} has {times} legendary resistance(s) left.",
        "{target} hat noch {times} legendäre Resistenz(en).",
    ),
    "made": ("It comes to this in {chance}.", "Dazu kommt es in {chance}."),
    "follows": (
        "What follows from a roll, or changes the next one, is counted in the total.",
        "Was aus einem Wurf folgt oder den nächsten ändert, ist in der Summe mitgerechnet.",
    ),
    "sure": ("{action} on {target}: {what}.", "{action} auf {target}: {what}."),
    "sure_after_hit": (
        "With a hit ({chance}), {target}: {what}.",
        "Mit einem Treffer ({chance}), {target}: {what}.",
    ),
    "also": (" A failure also means {conditions}.", " Misslingt er, auch {conditions}."),
    "damage": ("{damage} damage", "{damage} Schaden"),
    "kill": ("Kill {chance}.", "Tötet {chance}."),
    "kill_who": ("Kill {target} {chance}.", "Tötet {target} {chance}."),
    "healing": ("{target} regains {points} on average.", "{target} erhält im Mittel {points} zurück."),
    "temporary": (
        "{target} gains {points} temporary hit points.",
        "{target} erhält {points} temporäre Trefferpunkte.",
    ),
    "boon": ("{target} comes under {action}.", "{action} wirkt auf {target}."),
    "friend": ("a friend!", "verbündet!"),
    "provokes": (
        "The way there provokes an opportunity attack from {names}.",
        "Der Weg dorthin löst einen Gelegenheitsangriff von {names} aus.",
    ),
    "slips": ("{action}: no opportunity attacks on the way out.", "{action}: keine Gelegenheitsangriffe."),
    "reaction": ("Reaction to keep in mind: {names}.", "Reaktion im Sinn behalten: {names}."),
    "opportunity": ("opportunity attack ({action})", "Gelegenheitsangriff ({action})"),
    "on_hit": ("{action} when hit", "{action} bei einem Treffer"),
    "on_melee": ("{action} when hit in melee", "{action} bei einem Nahkampftreffer"),
    "on_damage": ("{action} when hurt", "{action} bei Schaden"),
    # comparisons
    "next": ("Next best: {plan} ({gap}).", "Nächstbestes: {plan} ({gap})."),
    "points": ("−{points} of 100 points", "−{points} von 100 Punkten"),
    "less": ("{damage} less damage", "{damage} weniger Schaden"),
    "more": ("{damage} more damage", "{damage} mehr Schaden"),
    "even": ("as good", "gleich gut"),
    "only": ("There is nothing else to do.", "Etwas anderes gibt es nicht zu tun."),
    "likely": ("Likely next: {line}.", "Wahrscheinlich weiter: {line}."),
    "then": ("then {name}: {plan}", "dann {name}: {plan}"),
    "caveats": ("Mind:", "Zu beachten:"),
    "why_not": ("Why not {plan}?", "Warum nicht {plan}?"),
    "it_is": ("It is what is suggested.", "Das ist der Vorschlag."),
    "behind": ("It is {points} of 100 points behind.", "Es liegt {points} von 100 Punkten zurück."),
    "level": ("It is as good: a matter of taste.", "Es ist gleich gut: Geschmackssache."),
    "instead_damage": (
        "Expected damage {its}, not {best}.",
        "Erwarteter Schaden {its}, nicht {best}.",
    ),
    "instead_kill": ("Kill {target} {its}, not {best}.", "Tötet {target} {its}, nicht {best}."),
    "instead_friends": ("{its} of it to friends.", "{its} davon an Verbündeten."),
    "instead_provokes": ("It provokes {names}.", "Es löst Angriffe von {names} aus."),
    "instead_line": ("After it, likely: {line}.", "Danach wahrscheinlich: {line}."),
    "same_numbers": (
        "Its numbers are the same; the difference is where it leaves {actor}, and what comes after.",
        "Die Zahlen sind dieselben; der Unterschied ist, wo {actor} danach steht und was folgt.",
    ),
    # caveats
    "depth_cut": (
        "only {depth} turn(s) were looked at within the time",
        "in der Zeit wurden nur {depth} Züge betrachtet",
    ),
    "bucketed": (
        "the search took damage in classes of equal consequence (the odds above are exact)",
        "die Suche rechnet mit Schadensklassen gleicher Folgen (die Zahlen oben sind exakt)",
    ),
    "top_plans": (
        "the {plans} plans that looked best were compared",
        "verglichen wurden die {plans} Pläne, die am besten aussahen",
    ),
    # what the dice say
    "missed": ("a miss", "ein Fehlschlag"),
    "hit_for": ("a hit for {damage}", "ein Treffer für {damage}"),
    "critical_for": ("a critical hit for {damage}", "ein kritischer Treffer für {damage}"),
    "saved": ("saved", "Rettungswurf gelungen"),
    "failed": ("not saved", "Rettungswurf misslungen"),
    "rolled": ("{damage} rolled", "{damage} gewürfelt"),
}

_ABILITIES_DE: dict[str, str] = dict(zip(ABILITIES, ("STÄ", "GES", "KON", "INT", "WEI", "CHA"), strict=True))
_CONDITIONS_DE: dict[str, str] = dict(
    zip(
        CONDITIONS,
        (
            "geblendet", "bezaubert", "taub", "erschöpft", "verängstigt", "gepackt", "kampfunfähig",
            "unsichtbar", "gelähmt", "versteinert", "vergiftet", "liegend", "festgesetzt", "betäubt",
            "bewusstlos",
        ),
        strict=True,
    )
)  # fmt: skip


class Wording:
    """How one language says things about one fight.

    >>> from hazard.fivee.library import encounters
    >>> german = Wording(Fight(encounters()["wolves-in-a-blizzard"], seed=1), "de")
    >>> german.percent(0.125), german.number(4.875), german.condition("prone")
    ('12 %', '4,9', 'liegend')
    """

    def __init__(self, fight: Fight, language: str = "en") -> None:
        """Prepare the names of everybody in ``fight``."""
        if language not in LANGUAGES:
            raise GameError(f"there is no language {language!r}; expected one of {', '.join(LANGUAGES)}")
        self.fight = fight
        self.german = language == "de"
        self.language: Language = "de" if self.german else "en"
        self.names = names_of(fight, self.language)

    def __call__(self, phrase: str, **values: object) -> str:
        """Return a phrase with its values filled in."""
        return _PHRASES[phrase][self.german].format(**values)

    def action(self, action: Action) -> str:
        """Return an action's name."""
        if not self.german or action.name_de is None:
            return action.name
        level = re.search(r" \(level (\d)\)$", action.name)
        return action.name_de + (f" (Grad {level[1]})" if level else "")

    def ability(self, ability: str) -> str:
        """Return an ability's short name."""
        return _ABILITIES_DE[ability] if self.german and ability in ABILITIES else ability.upper()

    def condition(self, name: str) -> str:
        """Return a condition's name."""
        return _CONDITIONS_DE.get(name, name) if self.german else name

    def listed(self, words: list[str]) -> str:
        """Return words as a list that is read aloud.

        >>> from hazard.fivee.library import encounters
        >>> Wording(Fight(encounters()["ogre-bridge"], seed=1)).listed(["Ada", "Bo", "Cy"])
        'Ada, Bo and Cy'
        """
        return self("and").join(filter(None, [", ".join(words[:-1]), *words[-1:]]))

    def number(self, value: float, digits: int = 1) -> str:
        """Return a number with its decimals."""
        text = f"{value + 0.0:.{digits}f}"
        return text.replace(".", ",") if self.german else text

    def percent(self, chance: float) -> str:
        """Return a chance, never rounded to certainty."""
        if 0 < chance < 0.005:
            return "<1 %"
        if 0.995 < chance < 1 - 1e-9:
            return ">99 %"
        return f"{100 * chance:.0f} %"


def ability_in_german(ability: str) -> str:
    """Return an ability's short name."""
    return _ABILITIES_DE[ability]


def condition_in_german(name: str) -> str:
    """Return a condition's name."""
    return _CONDITIONS_DE.get(name, name)


def cell_name(cell: tuple[int, int]) -> str:
    """Return a cell as on a chess board whose first row is the top one.

    >>> cell_name((0, 0)), cell_name((27, 4))
    ('a1', 'ab5')
    """
    x, y = cell
    return (chr(ord("a") + x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26) + str(y + 1)


def cell_of(name: str) -> tuple[int, int] | None:
    """Return the cell of a name such as ``c4``, or None.

    >>> cell_of("C4"), cell_of("ab5"), cell_of("4c")
    ((2, 3), (27, 4), None)
    """
    found = re.fullmatch(r"([a-z]{1,2})([0-9]{1,2})", name.strip().lower())
    if found is None or found[2] == "0":
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(found[2]) - 1
