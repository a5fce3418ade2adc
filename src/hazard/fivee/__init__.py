"""Fifth-edition combat: creatures as data, compiled rules, decisions for the game master."""
