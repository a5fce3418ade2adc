"""The director's words in English and German: plans and outcomes, numbers and names, and small tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from hazard.fivee.content.actions import Action
from hazard.fivee.content.cells import cell_name
from hazard.fivee.director.reason_words import REASON_PHRASES
from hazard.fivee.rules.combat import Combat, Outcome, Plan
from hazard.fivee.rules.fight import Fight, FightState, names_of
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
    "ready": ("ready {action}", "wartet mit {action}"),
    "withdraw": ("withdraw to {cell}", "zurück nach {cell}"),
    "pass": ("pass", "nichts"),
    "at": ("{action} at {target}", "{action} auf {target}"),
    "on": ("{action} on {target}", "{action} trifft {target}"),
    "and": (" and ", " und "),
    "legendary": ("legendary action", "legendäre Aktion"),
    "lair": ("lair action", "Hortaktion"),
    # numbers
    "expected": ("Expected {damage} damage.", "Erwarteter Schaden: {damage}."),
    "expected_all": (
        "Expected {damage} damage in all, {friends} of it to friends.",
        "Erwarteter Schaden: {damage} insgesamt, davon {friends} an Verbündeten.",
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
        "{target} may react with {reaction}, which averts {turned} (included here).",
        "{target} kann mit {reaction} reagieren und {turned} abwehren (schon eingerechnet).",
    ),
    "halved": (
        "{target} may react with {reaction} and take half the damage (included here).",
        "{target} kann mit {reaction} reagieren und den Schaden halbieren (schon eingerechnet).",
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
    "contest": (
        "{action} on {target}: Athletics against Athletics or Acrobatics, wins {fails}: {conditions}.",
        "{action} auf {target}: Athletik gegen Athletik oder Akrobatik, gelingt {fails}: {conditions}.",
    ),
    "hiding": (
        "{action}: Stealth succeeds {fails}: hidden.",
        "{action}: Heimlichkeit gelingt {fails}: versteckt.",
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
        "Legendary resistances that {target} has left: {times}.",
        "Legendäre Resistenzen, die {target} noch hat: {times}.",
    ),
    "made": ("This happens in {chance} of cases.", "Dazu kommt es in {chance} der Fälle."),
    "follows": (
        "The total includes the effects that one roll has on the next.",
        "Die Summe berücksichtigt, wie sich ein Wurf auf den nächsten auswirkt.",
    ),
    "sure": ("{action} on {target}: {what}.", "{action} auf {target}: {what}."),
    "sure_after_hit": (
        "With a hit ({chance}), {target}: {what}.",
        "Mit einem Treffer ({chance}), {target}: {what}.",
    ),
    "also": (" A failure also means {conditions}.", " Misslingt er, auch {conditions}."),
    "damage": ("{damage} damage", "{damage} Schaden"),
    "kill": ("Kill {chance}.", "Tötet zu {chance}."),
    "kill_who": ("Kill {target} {chance}.", "Tötet {target} zu {chance}."),
    "healing": ("{target} regains {points} on average.", "{target} erhält im Mittel {points} zurück."),
    "temporary": (
        "{target} gains {points} temporary hit points.",
        "{target} erhält {points} temporäre Trefferpunkte.",
    ),
    "boon": ("{action} takes effect on {target}.", "{action} wirkt auf {target}."),
    "friend": ("a friend!", "verbündet!"),
    "provokes": (
        "The way there provokes an opportunity attack from {names}.",
        "Der Weg dorthin löst einen Gelegenheitsangriff von {names} aus.",
    ),
    "slips": ("{action}: no opportunity attacks on the way out.", "{action}: keine Gelegenheitsangriffe."),
    "reaction": ("Reaction: {names}.", "Reaktion: {names}."),
    "opportunity": (
        "opportunity attack ({action}) on whoever walks away: {names}",
        "Gelegenheitsangriff ({action}) auf alle, die sich entfernen: {names}",
    ),
    "on_hit": ("{action} when hit", "{action} bei einem Treffer"),
    "on_melee": ("{action} when hit in melee", "{action} bei einem Nahkampftreffer"),
    "on_damage": ("{action} when hurt", "{action} bei Schaden"),
    # comparisons
    "next": ("Next best: {plan} ({gap}).", "Nächstbestes: {plan} ({gap})."),
    "points": ("−{points} of 100 points", "−{points} von 100 Punkten"),
    "less": ("{damage} less damage", "{damage} weniger Schaden"),
    "more": ("{damage} more damage", "{damage} mehr Schaden"),
    "even": ("as good", "gleich gut"),
    "only": ("It is the only action.", "Es ist die einzige mögliche Aktion."),
    "likely": ("Likely next: {line}.", "Wahrscheinlich weiter: {line}."),
    "then": ("then {name}: {plan}", "dann {name}: {plan}"),
    "caveats": ("Caveats:", "Zu beachten:"),
    "why_not": ("Why not {plan}?", "Warum nicht {plan}?"),
    "it_is": ("This is the suggestion.", "Das ist der Vorschlag."),
    "behind": ("It is {points} of 100 points behind.", "Es liegt {points} von 100 Punkten zurück."),
    "level": ("It is equally good: a matter of taste.", "Es ist gleich gut: Geschmackssache."),
    "instead_damage": (
        "Expected damage {its}, not {best}.",
        "Erwarteter Schaden {its}, nicht {best}.",
    ),
    "instead_kill": ("Kill {target} {its}, not {best}.", "Tötet {target} zu {its}, nicht zu {best}."),
    "instead_friends": ("{its} of it to friends.", "{its} davon an Verbündeten."),
    "instead_provokes": ("It provokes {names}.", "Es löst Angriffe von {names} aus."),
    "instead_line": ("After it, likely: {line}.", "Danach wahrscheinlich: {line}."),
    "same_numbers": (
        "Its numbers are the same; the difference is where it leaves {actor}, and what comes after.",
        "Die Zahlen sind dieselben; der Unterschied ist, wo {actor} danach steht und was folgt.",
    ),
    # caveats
    "depth_cut": (
        "the time was only enough for a look-ahead of depth {depth}",
        "die Zeit reichte nur für eine Vorausschau der Tiefe {depth}",
    ),
    "one_hit": ("a hit", "ein Treffer"),
    "one_critical": ("a critical hit", "ein kritischer Treffer"),
    "some_hit": ("some hit", "einige treffen"),
    "all_miss": ("all miss", "alle verfehlen"),
    "target_falls": ("{who} falls", "{who} fällt"),
    # what the dice say
    "missed": ("a miss", "ein Fehlschlag"),
    "hit_for": ("a hit for {damage}", "ein Treffer für {damage}"),
    "critical_for": ("a critical hit for {damage}", "ein kritischer Treffer für {damage}"),
    "saved": ("saved", "Rettungswurf gelungen"),
    "failed": ("not saved", "Rettungswurf misslungen"),
    "rolled": ("{damage} rolled", "{damage} gewürfelt"),
    "with_reaction": ("{what}, after a reaction", "{what}, nach einer Reaktion"),
    "saves_of": ("{who}: {what}", "{who}: {what}"),
    "natural_20": ("natural 20", "natürliche 20"),
    "natural_1": ("natural 1", "natürliche 1"),
    "recharge_yes": ("recharged", "wieder aufgeladen"),
    "recharge_no": ("not recharged", "nicht aufgeladen"),
    "death_save_yes": ("death save made", "Todesrettungswurf geschafft"),
    "death_save_no": ("death save failed", "Todesrettungswurf misslungen"),
    "repeat_save_yes": ("shakes it off", "schüttelt es ab"),
    "repeat_save_no": ("does not shake it off", "schüttelt es nicht ab"),
    "concentration_yes": ("keeps concentration", "hält die Konzentration"),
    "concentration_no": ("loses concentration", "verliert die Konzentration"),
    "escape_yes": ("gets free", "kommt frei"),
    "escape_no": ("is still held", "kommt nicht frei"),
    "collapse_yes": ("still stands", "steht noch"),
    "collapse_no": ("goes down", "geht zu Boden"),
    "fortitude_yes": ("rises again", "erhebt sich wieder"),
    "fortitude_no": ("is destroyed", "ist vernichtet"),
}

_PHRASES |= REASON_PHRASES

_ABILITIES_DE: dict[str, str] = {
    "str": "STÄ", "dex": "GES", "con": "KON", "int": "INT", "wis": "WEI", "cha": "CHA",
}  # fmt: skip
_CONDITIONS_DE: dict[str, str] = {
    "blinded": "geblendet", "charmed": "bezaubert", "deafened": "taub", "exhaustion": "erschöpft",
    "frightened": "verängstigt", "grappled": "gepackt", "incapacitated": "kampfunfähig",
    "invisible": "unsichtbar", "paralyzed": "gelähmt", "petrified": "versteinert",
    "poisoned": "vergiftet", "prone": "liegend", "restrained": "festgesetzt", "stunned": "betäubt",
    "unconscious": "bewusstlos",
}  # fmt: skip


class Wording:
    """How one language says things about one fight.

    >>> from hazard.fivee.content.library import encounters
    >>> german = Wording(Fight(encounters()["wolves-in-a-blizzard"], seed=1), "de")
    >>> german.percent(0.125), german.number(4.875), german.condition("prone")
    ('12 %', '4,9', 'liegend')
    """

    def __init__(self, fight: Fight, language: str = "en") -> None:
        """Prepare the names of everybody in ``fight``."""
        if language not in LANGUAGES:
            raise GameError("fivee.no_such_language", language=language, known=", ".join(LANGUAGES))
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
        return _ABILITIES_DE.get(ability, ability.upper()) if self.german else ability.upper()

    def condition(self, name: str) -> str:
        """Return a condition's name."""
        return _CONDITIONS_DE.get(name, name) if self.german else name

    def listed(self, words: list[str]) -> str:
        """Return words as a list that is read aloud.

        >>> from hazard.fivee.content.library import encounters
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


def numbers_in(text: str, language: str) -> str:
    """Return a text with its numbers written as in a language.

    >>> numbers_in("1,000 fights, 92.5 %", "de"), numbers_in("92.5 %", "en")
    ('1.000 fights, 92,5 %', '92.5 %')
    """
    if language != "de":
        return text
    return re.sub(r"\d+(?:[.,]\d+)+", lambda found: found[0].translate(_COMMAS), text)


_COMMAS = str.maketrans(".,", ",.")


def ability_in_german(ability: str) -> str:
    """Return an ability's short name."""
    return _ABILITIES_DE[ability]


def condition_in_german(name: str) -> str:
    """Return a condition's name."""
    return _CONDITIONS_DE.get(name, name)


# ---- plans and outcomes ----------------------------------------------------------------------------------


def plan_words(say: Wording, game: Combat, state: FightState, plan: Plan) -> str:
    """Return a plan of whoever decides in ``state``.

    >>> from hazard.fivee.content.library import encounters
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    >>> state = game.start()
    >>> plan_words(Wording(game.fight, "de"), game, state, game.actions(state)[0])
    'nach j4, Kurzschwert auf Goblin B, Kurzschwert in der Zweithand auf Goblin B'
    """
    return plan_and_deed(say, game, state, plan)[0]


def plan_and_deed(say: Wording, game: Combat, state: FightState, plan: Plan) -> tuple[str, str]:
    """Return a plan in words, and the same without where it is done from."""
    actor = game.core.decider(state)
    parts = list(_parts(say, game, state, plan, actor))
    whole, deed = [text for text, _ in parts], [text for text, place in parts if not place]
    return ", ".join(whole) or say("pass"), ", ".join(deed) or say("pass")


def _parts(
    say: Wording, game: Combat, state: FightState, plan: Plan, actor: int
) -> Iterator[tuple[str, bool]]:
    """Yield what a plan consists of, and whether that is only a place."""
    actions = game.fight.fighters[actor].actions
    bonus = None if plan.bonus is None else say.action(actions[plan.bonus])
    if bonus is not None and plan.bonus_first:
        yield bonus, False
    if plan.to != state.at(actor):
        key = "flee" if plan.flees else "move"
        yield say(key, cell=cell_name(plan.to)), not plan.flees
    if plan.standard is not None:
        yield standard_words(say, plan, actions), False
    if plan.action is not None:
        yield _done(say, game, state, plan, actions), False
    if bonus is not None and not plan.bonus_first:
        target = plan.bonus_target
        yield bonus if target is None else say("at", action=bonus, target=say.names[target]), False
    if plan.retreat != plan.to:
        yield say("withdraw", cell=cell_name(plan.retreat)), True


def standard_words(say: Wording, plan: Plan, actions: Sequence[Action]) -> str:
    """Return what everybody can do; readied is the action that the plan's sequence numbers."""
    assert plan.standard is not None
    if plan.standard == "ready":
        return say("ready", action=say.action(actions[plan.sequence]))
    return say(plan.standard)


def deed_name(say: Wording, actions: Sequence[Action], number: int, parts: Sequence[int]) -> str:
    """Return what an action is called, with the parts of a multiattack that can be chosen."""
    row = actions[number]
    name = say.action(row)
    if len(row.recipes) > 1:
        counts: dict[str, int] = {}
        for part in parts:
            used = say.action(actions[part])
            counts[used] = counts.get(used, 0) + 1
        inner = ", ".join(used if count == 1 else f"{count} × {used}" for used, count in counts.items())
        name = f"{name} ({inner})"
    return name


def _done(say: Wording, game: Combat, state: FightState, plan: Plan, actions: Sequence[Action]) -> str:
    assert plan.action is not None
    name = deed_name(say, actions, plan.action, game.core.parts(state, plan))
    if plan.target is not None:
        name = say("at", action=name, target=say.names[plan.target])
    if caught := list(dict.fromkeys(game.core.caught(state, plan))):
        name = say("on", action=name, target=say.listed([say.names[i] for i in caught]))
    return name


def outcome_words(say: Wording, outcome: Outcome) -> str:
    """Return what the dice came to.

    >>> from hazard.fivee.content.library import encounters
    >>> german = Wording(Fight(encounters()["goblin-ambush"], seed=1), "de")
    >>> outcome_words(german, Outcome("strike", missed=True, answered=True))
    'ein Fehlschlag, nach einer Reaktion'
    >>> outcome_words(german, Outcome("escape", saved=True))
    'kommt frei'
    """
    points = say.number(outcome.points, 0)
    save = say("saved" if outcome.saved else "failed")
    match outcome.kind:
        case "strike":
            key = "missed" if outcome.missed else "critical_for" if outcome.critical else "hit_for"
            what = say(key, damage=points)
            return say("with_reaction", what=what) if outcome.answered else what
        case "rider" if outcome.save or not outcome.points:
            return f"{save}, {say('rolled', damage=points)}" if outcome.points else save
        case "rider" | "area_damage":
            return say("rolled", damage=points)
        case "area_save":
            assert outcome.who is not None
            return say("saves_of", who=say.names[outcome.who], what=save)
        case "death_save" if outcome.critical:
            return say("natural_20" if outcome.saved else "natural_1")
    return say(f"{outcome.kind}_{'yes' if outcome.saved else 'no'}")
