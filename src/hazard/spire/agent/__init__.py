"""The agent that the Communication Mod starts: it plays whole runs, and writes down why."""
