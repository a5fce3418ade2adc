"""Fifth-edition combat: creatures as data, compiled rules, decisions for the game master."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.content import ContentError
    from hazard.fivee.characters.build import build
    from hazard.fivee.content.actions import Action
    from hazard.fivee.content.character import Character
    from hazard.fivee.content.creature import Creature
    from hazard.fivee.content.encounter import Encounter
    from hazard.fivee.content.library import bestiary, encounters, read_creatures, read_encounter, spells
    from hazard.fivee.content.objectives import Objective, objectives
    from hazard.fivee.director.director import Director, DirectorSettings, Suggestion
    from hazard.fivee.forecasts.day import Day, day
    from hazard.fivee.forecasts.duel import Blow, Duelist, duel
    from hazard.fivee.forecasts.forecast import Forecast, forecast
    from hazard.fivee.importers import import_file, import_text
    from hazard.fivee.importers.toml import to_toml
    from hazard.fivee.rules.combat import Combat, Outcome, Plan
    from hazard.fivee.rules.fight import Fight, FightState
    from hazard.fivee.rules.policies import read_policy
    from hazard.fivee.rules.states import read_state, write_state
    from hazard.fivee.table.facts import Fact
    from hazard.fivee.table.journal import Journal
    from hazard.fivee.table.table import Table

__all__ = [
    "Action",
    "Blow",
    "Character",
    "Combat",
    "ContentError",
    "Creature",
    "Day",
    "Director",
    "DirectorSettings",
    "Duelist",
    "Encounter",
    "Fact",
    "Fight",
    "FightState",
    "Forecast",
    "Journal",
    "Objective",
    "Outcome",
    "Plan",
    "Suggestion",
    "Table",
    "bestiary",
    "build",
    "day",
    "duel",
    "encounters",
    "forecast",
    "import_file",
    "import_text",
    "objectives",
    "read_creatures",
    "read_encounter",
    "read_policy",
    "read_state",
    "spells",
    "to_toml",
    "write_state",
]

lazily(
    __name__,
    {
        "hazard.content": ["ContentError"],
        "hazard.fivee.content.actions": ["Action"],
        "hazard.fivee.characters.build": ["build"],
        "hazard.fivee.content.character": ["Character"],
        "hazard.fivee.content.creature": ["Creature"],
        "hazard.fivee.content.encounter": ["Encounter"],
        "hazard.fivee.content.library": [
            "bestiary",
            "encounters",
            "read_creatures",
            "read_encounter",
            "spells",
        ],
        "hazard.fivee.content.objectives": ["Objective", "objectives"],
        "hazard.fivee.director.director": ["Director", "DirectorSettings", "Suggestion"],
        "hazard.fivee.forecasts.day": ["Day", "day"],
        "hazard.fivee.forecasts.duel": ["Blow", "Duelist", "duel"],
        "hazard.fivee.forecasts.forecast": ["Forecast", "forecast"],
        "hazard.fivee.importers": ["import_file", "import_text"],
        "hazard.fivee.importers.toml": ["to_toml"],
        "hazard.fivee.rules.combat": ["Combat", "Outcome", "Plan"],
        "hazard.fivee.rules.fight": ["Fight", "FightState"],
        "hazard.fivee.rules.policies": ["read_policy"],
        "hazard.fivee.rules.states": ["read_state", "write_state"],
        "hazard.fivee.table.facts": ["Fact"],
        "hazard.fivee.table.journal": ["Journal"],
        "hazard.fivee.table.table": ["Table"],
    },
)
