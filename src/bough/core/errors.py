"""Errors the user can fix: each message says in one line what is wrong and what to do."""

LONGEST, BEGINNING, END = 600, 350, 200
"""Characters of a message, and how many of a longer one are kept at either end: what is quoted may be a whole file."""


class BoughError(ValueError):
    """Bad input; the message is one line, addressed to the user."""

    def __init__(self, message: str = ""):
        line = message
        if not message.isprintable():
            line = " ".join("".join(one if one.isprintable() else " " for one in message).split())
        super().__init__(line if len(line) <= LONGEST else f"{line[:BEGINNING]} ... {line[-END:]}")
