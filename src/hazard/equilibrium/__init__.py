"""Equilibria of games with secrets or more than two players, and how far strategies are from one."""
