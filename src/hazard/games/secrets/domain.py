"""What the small games with secrets bring."""

from hazard.domains import Domain

DOMAIN = Domain(
    several={
        "kuhn": ("hazard.games.secrets.kuhn:Kuhn", {}),
        "leduc": ("hazard.games.secrets.leduc:Leduc", {}),
        "liars-dice": ("hazard.games.secrets.liars_dice:LiarsDice", {}),
        "goofspiel": ("hazard.games.secrets.goofspiel:Goofspiel", {}),
    },
    aliases={"kuhnpoker": "kuhn", "leducpoker": "leduc", "liarsdice": "liars-dice", "gops": "goofspiel"},
)
