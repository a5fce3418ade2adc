"""Games with secrets and games for several players, in play: beliefs, searches, opponents, matches."""
