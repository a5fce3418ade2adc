"""Hold'em before the flop: exact equities, and heads-up push or fold."""
