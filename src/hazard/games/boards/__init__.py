"""Small board games: connect four, EinStein, tic-tac-toe, and trees drawn at random for tests."""
