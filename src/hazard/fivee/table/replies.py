"""What a game master is answered who has typed something that is not clear or cannot be."""

from __future__ import annotations

_REPLIES: dict[str, tuple[str, str]] = {
    "or": (" or ", " oder "),
    "initiative_of": (
        "Initiative of {names}? (a number; Enter rolls 1d20{bonus})",
        "Initiative von {names}? (eine Zahl; Enter würfelt 1W20{bonus})",
    ),
    "initiative_no_number": (
        "{text!r} is no number; expected something like 17, or Enter",
        "{text!r} ist keine Zahl; erwartet wird etwa 17, oder Enter",
    ),
    "initiative_ties": (
        "{names} all have {score}. In which order? (names, or Enter for this order)",
        "{names} haben alle {score}. In welcher Reihenfolge? (Namen, oder Enter für diese)",
    ),
    "initiative_tie": (
        "{known} has {score} too; say who is first: "
        "initiative {who} {score} before {other}, or after {other}",
        "{known} hat auch {score}; wer ist zuerst dran? "
        "initiative {who} {score} vor {other}, oder nach {other}",
    ),
    "initiative_unknown": (
        "nobody has said {other}'s initiative; say whom {who} acts after: initiative {who} after {other}",
        "niemand kennt die Initiative von {other}; nach wem handelt {who}? initiative {who} nach {other}",
    ),
    "initiative_what": (
        "{text!r}: expected a number, or after or before whom "
        "(initiative {who} 17, initiative {who} after …)",
        "{text!r}: erwartet wird eine Zahl, oder nach oder vor wem "
        "(initiative {who} 17, initiative {who} nach …)",
    ),
    "join_whom": (
        "say who joins: join wolf, join 2 wolf at c4 after Goblin A, join mine.toml, join mage party",
        "wer kommt dazu? kommt wolf, kommt 2 wolf auf c4 nach Goblin A, kommt mine.toml, kommt mage gruppe",
    ),
    "join_count": ("between 1 and {most} join with one line", "mit einer Zeile kommen 1 bis {most} dazu"),
    "join_unknown": ("there is no creature {words!r}{hint}", "es gibt keine Kreatur {words!r}{hint}"),
    "reacts": (
        "{who} may react with {action}: {told} without it. Use it? (yes, no)",
        "{who} kann mit {action} reagieren: sonst {told}. Einsetzen? (ja, nein)",
    ),
    "resists": (
        "Legendary resistances that {who} has left: {count}. Succeed instead? (yes, no)",
        "Legendäre Resistenzen, die {who} noch hat: {count}. Stattdessen schaffen? (ja, nein)",
    ),
    "yes_or_no": ("yes or no?", "ja oder nein?"),
    "which_plan": (
        "say which plan: an action, a target, a cell",
        "welcher Plan? Eine Aktion, ein Ziel, ein Feld",
    ),
    "no_plan": (
        "{who} has no plan with {words!r}; there are {count}, among them: {known}",
        "{who} hat keinen Plan mit {words!r}; es gibt {count}, darunter: {known}",
    ),
    "may_mean": (
        "{words!r} may mean {known}; say which",
        "{words!r} kann {known} heißen; welches ist gemeint?",
    ),
    "nobody_called": (
        "there is nobody called {name!r}; there are {known}",
        "niemand heißt {name!r}; es gibt {known}",
    ),
    "did_you_mean": (
        "there is nobody called {name!r}; did you mean {known}?",
        "niemand heißt {name!r}; ist {known} gemeint?",
    ),
    "not_understood": (
        "{text!r} is not understood: {word!r} is not a command, and no creature is named; there are {known}",
        "{text!r} wird nicht verstanden: {word!r} ist kein Befehl, und keine Kreatur ist genannt; "
        "es gibt {known}",
    ),
    "says_nothing": (
        "{text!r} says nothing about {who} that hazard understands; help shows examples",
        "{text!r} sagt nichts über {who}, was hazard versteht; hilfe zeigt Beispiele",
    ),
    "order_alone": (
        "{order!r} is an order by itself; {rest!r} after it is not understood, and nothing was done",
        "{order!r} ist ein Befehl für sich; {rest!r} dahinter ist unverständlich, nichts wurde getan",
    ),
    "order_inside": (
        "{text!r} is an order; type it on a line of its own",
        "{text!r} ist ein Befehl; bitte auf einer eigenen Zeile",
    ),
    "too_large": (
        "{text!r}: a number is too large; points go up to 2000, slots to 9",
        "{text!r}: eine Zahl ist zu groß; Punkte gehen bis 2000, Zauberplätze bis 9",
    ),
    "two_things": (
        "{text!r} says two things at once ({things}); put a comma between them and name somebody in each",
        "{text!r} sagt zweierlei auf einmal ({things}); bitte ein Komma dazwischen, und jedes Mal ein Name",
    ),
    "who_of_them": (
        "{text!r} names {known}: say to whom it happens (9 damage to …, … takes 9 from …), "
        "or put a comma between two facts",
        "{text!r} nennt {known}: wem geschieht es (9 Schaden an …, … nimmt 9 von …)? "
        "Oder ein Komma zwischen zwei Tatsachen",
    ),
    "negative": (
        "{number} in {text!r}: the number must not be negative",
        "{number} in {text!r}: die Zahl darf nicht negativ sein",
    ),
    "part_failed": (
        "{part!r}: {why} (nothing on this line was applied)",
        "{part!r}: {why} (aus dieser Zeile wurde nichts übernommen)",
    ),
    "which_action": (
        "name the action of {who}; these have limited uses: {known}",
        "welche Aktion von {who}? Begrenzt einsetzbar: {known}",
    ),
    "no_limited": ("nothing", "nichts"),
    # the dice
    "roll_or_damage": (
        "{number}: the roll or the damage? rolled {number}: {as_roll}; hit {number}: {as_damage}",
        "{number}: der Wurf oder der Schaden? wurf {number}: {as_roll}; treffer {number}: {as_damage}",
    ),
    "roll_hits": ("a hit (armour class {dc})", "ein Treffer (Rüstungsklasse {dc})"),
    "roll_misses": ("a miss (armour class {dc})", "daneben (Rüstungsklasse {dc})"),
    "roll_cannot": ("impossible ({least} to {most})", "unmöglich ({least} bis {most})"),
    "damage_can": ("so much damage", "so viel Schaden"),
    "how_much": (
        "a hit for how much? {range} (hit 9, crit 15; or roll)",
        "ein Treffer für wie viel? {range} (treffer 9, krit 15; oder würfeln)",
    ),
    "damage_range": (
        "{action} does {least} to {most} (on a critical hit {low} to {high})",
        "{action} macht {least} bis {most} (kritisch {low} bis {high})",
    ),
    "no_such_damage": (
        "{number:g} is impossible: {range}. If it happened at your table, type {again}!",
        "{number:g} ist unmöglich: {range}. Wenn es am Tisch doch so war, tippe {again}!",
    ),
    "no_such_roll": (
        "the dice cannot show {number:g} here: expected {least} to {most}. "
        "If it happened at your table, type {again}!",
        "{number:g} zeigen die Würfel hier nicht: erwartet {least} bis {most}. "
        "Wenn es am Tisch doch so war, tippe {again}!",
    ),
    "two_numbers": (
        "{count} numbers; expected the roll and the damage, such as 17 and 9",
        "{count} Zahlen; erwartet: der Wurf und der Schaden, etwa 17 und 9",
    ),
    "save_damage": (
        "how much damage? (fail 9, or save 4; or roll)",
        "wie viel Schaden? (misslungen 9 oder geschafft 4; oder würfeln)",
    ),
    "made_or_damage": (
        "{number}: was the save made? save, fail {number}; or the roll and the damage: 14 and {number}",
        "{number}: geschafft? geschafft, misslungen {number}; oder Wurf und Schaden: 14 und {number}",
    ),
    "no_d20": (
        "a d20 does not show {number:g}; expected 1 to 20",
        "ein W20 zeigt keine {number:g}; erwartet 1 bis 20",
    ),
}


def reply(language: str, key: str, **values: object) -> str:
    """Return a sentence in English or German.

    >>> reply("en", "may_mean", words="gob", known="Goblin A or Goblin B")
    "'gob' may mean Goblin A or Goblin B; say which"
    """
    return _REPLIES[key][language == "de"].format(**values)
