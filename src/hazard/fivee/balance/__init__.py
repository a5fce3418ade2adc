"""Whether a fight is fair: experience budgets beside a forecast, and changes that reach a wanted chance."""
