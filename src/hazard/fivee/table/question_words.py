"""What the dice are asked for, and what they said, in English and German."""

from __future__ import annotations

from hazard.fivee.content.words import ANSWERED, CRITICAL, MISSED, SAVED
from hazard.fivee.director.phrases import Wording
from hazard.fivee.table.questions import Answer, Question

_ASK = {
    "strike": (
        "{actor}: {action} at {who} ({chance} to hit). Hit or miss? (hit {hit}, crit {crit}, miss)",
        "{actor}: {action} auf {who} (trifft {chance}). Treffer? (treffer {hit}, krit {crit}, daneben)",
    ),
    "rider_save": (
        "{who}: {ability} save DC {dc} against {action} ({chance}). Made it? (save, fail{amount})",
        "{who}: {ability}-Rettungswurf SG {dc} gegen {action} ({chance}). Geschafft? "
        "(geschafft, misslungen{amount})",
    ),
    "rider_heal": (
        "{who} is healed by {action}: how much? ({points})",
        "{who} wird durch {action} geheilt: wie viel? ({points})",
    ),
    "rider": (
        "{action} on {who}: how much damage? ({points})",
        "{action} auf {who}: wie viel Schaden? ({points})",
    ),
    "contest_grip": (
        "{action}: {actor}'s Athletics against {who}'s Athletics or Acrobatics ({who} wins {chance}). "
        "Does {who} win? (save, fail)",
        "{action}: Athletik von {actor} gegen Athletik oder Akrobatik von {who} ({who} gewinnt {chance}). "
        "Gewinnt {who}? (geschafft, misslungen)",
    ),
    "contest_hide": (
        "{who} hides: is it noticed? ({chance}) (save: noticed, fail: hidden)",
        "{who} versteckt sich: wird es bemerkt? ({chance}) (geschafft: bemerkt, misslungen: versteckt)",
    ),
    "escape_contest": (
        "{who} tries to get free of {actor}: Athletics or Acrobatics against Athletics ({chance}). "
        "Made it? (yes, no)",
        "{who} versucht, von {actor} freizukommen: Athletik oder Akrobatik gegen Athletik ({chance}). "
        "Geschafft? (ja, nein)",
    ),
    "area_damage": (
        "{action}: one roll of damage for all, before saves. How much? ({points})",
        "{action}: ein Schadenswurf für alle, vor Rettungswürfen. Wie viel? ({points})",
    ),
    "area_save": (
        "{who}: {ability} save DC {dc} against {action} ({chance}). Made it? (save, fail)",
        "{who}: {ability}-Rettungswurf SG {dc} gegen {action} ({chance}). Geschafft? (geschafft, misslungen)",
    ),
    "recharge": (
        "{who}: does {action} recharge ({dc}–6 on a d6)? (yes, no)",
        "{who}: lädt {action} wieder auf ({dc}–6 auf W6)? (ja, nein)",
    ),
    "death_save": (
        "{who} makes a death save. (save, fail, natural 20, natural 1)",
        "{who} macht einen Todesrettungswurf. (geschafft, misslungen, natürliche 20, natürliche 1)",
    ),
    "repeat_save": (
        "{who}: {ability} save DC {dc} to end {conditions} ({chance}). Made it? (save, fail)",
        "{who}: {ability}-Rettungswurf SG {dc}, um {conditions} zu beenden ({chance}). "
        "Geschafft? (geschafft, misslungen)",
    ),
    "concentration": (
        "{who}: CON save DC {dc} to keep concentration ({chance}). Made it? (save, fail)",
        "{who}: KON-Rettungswurf SG {dc} für die Konzentration ({chance}). "
        "Geschafft? (geschafft, misslungen)",
    ),
    "escape": (
        "{who} tries to get free: DC {dc} ({chance}). Made it? (yes, no, or what was rolled in all)",
        "{who} versucht freizukommen: SG {dc} ({chance}). Geschafft? (ja, nein, oder der ganze Wurf)",
    ),
    "collapse": (
        "Nobody has said how many hit points {who} has: does it still stand? ({chance}) (yes, no)",
        "Niemand kennt die Trefferpunkte von {who}: steht es noch? ({chance}) (ja, nein)",
    ),
    "fortitude": (
        "{who}: CON save DC {dc} to stay at 1 hit point ({chance}). Made it? (save, fail)",
        "{who}: KON-Rettungswurf SG {dc}, um mit 1 Trefferpunkt zu bleiben ({chance}). "
        "Geschafft? (geschafft, misslungen)",
    ),
}


def _likely_points(question: Question) -> float:
    """Return what may well be rolled, for an example: the mean where nothing is saved."""
    rolled = [(chance, answer.points) for chance, answer in question.results if not answer.result & SAVED]
    chances = sum(chance for chance, _ in rolled)
    return sum(chance * points for chance, points in rolled) / chances if chances > 0 else 0.0


def question_text(say: Wording, question: Question) -> str:
    """Return a question as it is asked."""
    key: str = question.kind
    if question.contest is not None:
        key = "escape_contest" if key == "escape" else f"contest_{question.contest}"
    if key == "rider":
        key = "rider_save" if question.ability else "rider_heal" if question.heals else "rider"
    fighters = say.fight.fighters
    action = say.action(fighters[question.actor].actions[question.action]) if question.action >= 0 else ""
    return _ASK[key][say.german].format(
        who=say.names[question.who] if question.who >= 0 else "",
        actor=say.names[question.actor] if question.actor < len(say.names) else "",
        action=action.removesuffix(" (one roll)").removesuffix(" (ein Wurf)"),
        ability=say.ability(question.ability) if question.ability else "",
        dc=question.dc,
        chance=say.percent(question.chance),
        hit=sum(question.hit) // 2,
        crit=sum(question.critical) // 2,
        points=round(_likely_points(question)),
        amount=f" {_likely_points(question):.0f}" if question.damages else "",
        conditions=say.listed([say.condition(name) for name in question.conditions])
        or ("the effect" if not say.german else "die Wirkung"),
    )


_TOLD = {
    "hit": ("hit for {points}", "Treffer für {points}"),
    "crit": ("critical hit for {points}", "kritischer Treffer für {points}"),
    "miss": ("miss", "daneben"),
    "reaction": (" (reaction)", " (Reaktion)"),
    "saved": ("saves", "Rettungswurf geschafft"),
    "failed": ("fails", "Rettungswurf misslungen"),
    "yes": ("yes", "ja"),
    "no": ("no", "nein"),
    "natural20": ("natural 20", "natürliche 20"),
    "natural1": ("natural 1", "natürliche 1"),
    "points": ("{points}", "{points}"),
}


def answer_text(say: Wording, question: Question, answer: Answer) -> str:
    """Return an answer in words, as it stands in the log."""

    def told(key: str) -> str:
        return _TOLD[key][say.german].format(points=f"{answer.points:g}")

    if question.kind == "strike":
        key = "miss" if answer.result & MISSED else "crit" if answer.result & CRITICAL else "hit"
        return told(key) + (told("reaction") if answer.result & ANSWERED else "")
    if question.kind == "area_damage" or (question.kind == "rider" and question.ability is None):
        return told("points")
    success = bool(answer.result & SAVED)
    if question.kind == "death_save" and answer.result & CRITICAL:
        return told("natural20" if success else "natural1")
    if question.kind in ("recharge", "collapse", "escape"):
        return told("yes" if success else "no")
    dealt = f", {answer.points:g}" if answer.points else ""
    return told("saved" if success else "failed") + dealt
