"""Mutations of texts, from single characters to splices of two."""

import random

PIECES = [
    "", " ", "\n", "\t", "\0", "\\", "/", ",", "=", ":", "(", ")", "[", "]", "{", "}", ";", "'", '"', "..", "-", "+",
    "#", "0", "1", "-1", "9" * 30, "1e308", "nan", "inf", "0.5", "true", "null", "\u00e9", "\u202e", "\U0001d7d9",
    "a" * 300, "x", "o", "a1", "t19", "pass", "swap", "resign", "None", "[[]]", "{}", "\ud800", "%s", "${x}", "../x",
    "1/0", "\u00b2", "b2-b3", "KkXx",
]  # fmt: skip


def mutated(text: str, other: str, rng: random.Random) -> str:
    """A text changed in some of the usual ways."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 1, 1, 2, 5, 20)))
        way = rng.randrange(7)
        if way == 0:
            text = text[:at] + rng.choice(PIECES) + text[end:]
        elif way == 1:
            text = text[:at] + text[end:]
        elif way == 2:
            text = text[:at] + chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x250)))) + text[end:]
        elif way == 3:
            text = text[:at] + other[rng.randrange(len(other) + 1) :]
        elif way == 4:
            text = text[:at] + text[at:end] * rng.choice((2, 3, 50)) + text[end:]
        elif way == 5:
            text = text[: rng.randrange(len(text) + 1)] + text[at:]
        else:
            text = text[:at].swapcase() + text[at:]
    return text
