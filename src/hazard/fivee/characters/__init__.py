"""Player characters built from class, level, abilities, gear and spells."""
