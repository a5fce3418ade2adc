"""A fight at the table: what is typed, what happened, and the journal of both."""
