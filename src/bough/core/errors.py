"""Mistakes a person can mend: each says in one line what is wrong and what to do."""


class BoughError(ValueError):
    """Bad input; the message is one line for the person who gave it."""
