"""A suggestion in words, as a game master reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hazard.fivee.director import Suggestion


def tell(suggestion: Suggestion, language: str = "en") -> str:
    """Return the suggestion in words."""
    names = [fighter.name for fighter in suggestion.fight.fighters]
    numbers = suggestion.breakdown
    lines = [f"{suggestion.actor.name} → {suggestion.decision.best.words}."]
    for attack in numbers.attacks:
        lines.append(
            f"{attack.action} at {names[attack.target]}: expected {attack.expected:.1f} damage. "
            f"Crit {attack.critical:.0%}: {attack.critical_damage:.1f}; hit {attack.hit:.0%}: "
            f"{attack.hit_damage:.1f}; miss {attack.miss:.0%}: 0."
        )
    lines += [f"Kill {names[target]}: {chance:.0%}." for target, chance in numbers.kill.items()]
    lines += [
        f"Next best: {option.words} (-{option.gap:.3f})." for option in suggestion.decision.options[1:4]
    ]
    return "\n".join(lines)


def document(suggestion: Suggestion) -> dict[str, Any]:
    """Return the suggestion as plain JSON data."""
    return {"actor": suggestion.actor.name, "decision": suggestion.decision.to_dict()}
