"""What both protocols answer when a command fails."""


class Refusal(Exception):
    """A command failed; the message is the reason."""
