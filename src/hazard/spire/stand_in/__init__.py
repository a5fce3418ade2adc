"""A stand-in for the game: it speaks the Communication Mod's side of the protocol, over our own rules."""
