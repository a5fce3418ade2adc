"""From a short text to a game, a search or a player: what the command line and configuration files speak."""

from hazard.registry.games import find_game, game_names
from hazard.registry.players import find_player, player_names
from hazard.search_specs import find_search, search_names

__all__ = ["find_game", "find_player", "find_search", "game_names", "player_names", "search_names"]
