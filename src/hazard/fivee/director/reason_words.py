"""The phrases of limits and reasons, in English and German."""

from __future__ import annotations

REASON_PHRASES: dict[str, tuple[str, str]] = {
    # limits
    "toll": (
        "Kills {deaths} characters; a death this turn {now}, limit {limit}",
        "Tötet im Mittel {deaths} Charaktere; Risiko eines Todes in diesem Zug {now}, Grenze {limit}",
    ),
    "toll_soon": (
        "; within {turns} turns {soon} (estimated), limit {limit}",
        "; innerhalb von {turns} Zügen {soon} (geschätzt), Grenze {limit}",
    ),
    "toll_total": (
        "; total party kill {now}, limit {limit}",
        "; Risiko, dass die ganze Gruppe fällt, {now}, Grenze {limit}",
    ),
    "least_deadly": (
        "No plan keeps the limits of “{objective}”; this one is the least deadly.",
        "Kein Plan hält die Grenzen von „{objective}“ ein; dieser ist der am wenigsten tödliche.",
    ),
    "barred": (
        "Held back by the limits: {plan} (a death {death}; total party kill {total}).",
        "Wegen der Grenzen zurückgehalten: {plan} (Risiko eines Todes {death}, der ganzen Gruppe {total}).",
    ),
    "breaks_limit": (
        "It breaks the limits of “{objective}”: a death {death}, total party kill {total}.",
        "Das überschreitet die Grenzen von „{objective}“: Risiko eines Todes {death}, "
        "der ganzen Gruppe {total}.",
    ),
    # why
    "why": ("Why: {reasons}.", "Warum: {reasons}."),
    "why_flees": (
        "{hit_points} of {most} hit points are left, and below {below} it flees",
        "nur noch {hit_points} von {most} Trefferpunkten, und unter {below} wird geflohen",
    ),
    "why_held_back": (
        "every attack could do more harm than the objective allows",
        "jeder Angriff könnte mehr Schaden anrichten, als das Ziel erlaubt",
    ),
    "why_out_of_reach": ("nobody is in reach", "niemand ist in Reichweite"),
    "why_caught": ("{count} foes in the {shape}: {names}", "{count} Gegner im Bereich ({shape}): {names}"),
    "why_falls": (
        "{chance} that {target} falls before acting again",
        "{chance}, dass {target} vor dem nächsten eigenen Zug fällt",
    ),
    "why_dying": ("{target} is down, and a hit counts as failed death saves",
                  "{target} liegt am Boden, und ein Treffer zählt als misslungener Todesrettungswurf"),
    "why_concentration": (
        "{target} concentrates on {spell}, and damage calls for a save",
        "{target} konzentriert sich auf {spell}, und Schaden verlangt einen Rettungswurf",
    ),
    "why_condition": (
        "{target} is {condition}: attacks have advantage",
        "{target} ist {condition}: Angriffe haben Vorteil",
    ),
    "why_pack": (
        "an ally next to {target} gives advantage (pack tactics)",
        "Verbündete neben {target} geben Vorteil (Rudeltaktik)",
    ),
    "why_advantage": ("attacks on {target} have advantage", "Angriffe auf {target} haben Vorteil"),
    "why_easier": (
        "{target} is easier to hit than {other} ({chance}, not {less})",
        "{target} ist leichter zu treffen als {other} ({chance} statt {less})",
    ),
    "why_fewest": (
        "{target} has the fewest hit points left ({points})",
        "{target} hat die wenigsten Trefferpunkte ({points})",
    ),
    "why_damage": (
        "{damage} more damage than {other}",
        "{damage} mehr Schaden als {other}",
    ),
    "why_control": (
        "{chance} that {target} is {conditions}",
        "{chance}, dass {target} danach {conditions} ist",
    ),
    "why_heals": ("{target} gets up again", "{target} kommt wieder auf die Beine"),
    "why_reply": (
        "it leaves {foe} a weaker answer than {other}",
        "danach bleibt für {foe} nur eine schwächere Antwort als nach {other}",
    ),
    "why_apart": ("it ends out of reach of every foe", "danach ist kein Gegner in Reichweite"),
    "why_worth": (
        "{target} counts for {share} of what the party can do",
        "{target} macht {share} der Kampfkraft der Gruppe aus",
    ),
    # what would change it
    "change_wound": (
        "This changes if the hit points of {target} drop to {points}: then {plan}.",
        "Das ändert sich, wenn die Trefferpunkte von {target} auf {points} fallen: dann {plan}.",
    ),
    "change_concentration": (
        "This changes if {target} loses concentration: then {plan}.",
        "Das ändert sich, wenn {target} die Konzentration verliert: dann {plan}.",
    ),
    "change_unhurt": (
        "This changes if {target} is healed to {points} hit points: then {plan}.",
        "Das ändert sich, wenn {target} auf {points} Trefferpunkte geheilt wird: dann {plan}.",
    ),
    "change_reaction": (
        "This changes once {target} has used the reaction: then {plan}.",
        "Das ändert sich, sobald {target} die Reaktion verbraucht hat: dann {plan}.",
    ),
}  # fmt: skip

SHAPES: dict[str, tuple[str, str]] = {
    "cone": ("cone", "Kegel"),
    "line": ("line", "Linie"),
    "cube": ("cube", "Würfel"),
    "sphere": ("sphere", "Kugel"),
    "cylinder": ("cylinder", "Zylinder"),
    "emanation": ("area around it", "Umkreis"),
}
