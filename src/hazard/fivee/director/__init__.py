"""What a creature would do, the odds of it, and the words for both."""
