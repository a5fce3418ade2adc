"""Small games with secrets: Kuhn and Leduc poker, Liar's Dice, Goofspiel."""
