"""The Communication Mod's protocol: its messages, its commands, and how a message becomes a fight."""
