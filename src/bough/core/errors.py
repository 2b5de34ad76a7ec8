"""Errors the user can fix: each message says in one line what is wrong and what to do."""


class BoughError(ValueError):
    """Bad input; the message is one line, addressed to the user."""
