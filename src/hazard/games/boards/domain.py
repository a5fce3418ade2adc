"""What the small board games bring."""

from hazard.domains import Domain

DOMAIN = Domain(
    games={
        "tictactoe": ("hazard.games.boards.tic_tac_toe:TicTacToe", {}),
        "connect4": ("hazard.games.boards.connect_four:ConnectFour", {}),
        "einstein": ("hazard.games.boards.einstein:EinStein", {}),
    },
    aliases={"connectfour": "connect4", "noughtsandcrosses": "tictactoe"},
)
