"""Content in the terms of the compiled rules, and fights as games."""
