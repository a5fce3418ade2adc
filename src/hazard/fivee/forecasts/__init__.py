"""How fights, days of fights and duels are likely to end."""
