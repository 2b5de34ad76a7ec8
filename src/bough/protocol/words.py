"""Numbers among the words of a GTP command."""

from bough.protocol.refusal import Refusal


def is_number(word: str) -> bool:
    """Whether a word is a whole number below 100,000."""
    return word.isascii() and word.isdigit() and len(word) < 6


def numbers(words: list[str], count: int) -> list[float]:
    """So many numbers of 0 or more, and nothing else."""
    try:
        found = [float(word) for word in words]
    except ValueError:
        found = []
    if len(found) != count or not all(0 <= number < 1e9 for number in found):
        raise Refusal(f"syntax error: {count} numbers of 0 or more are needed")
    return found
