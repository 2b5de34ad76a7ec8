"""Certificates altered at random: each must be refused, or prove the same value by another move.

    python benchmarks/altered_certificates.py [--each 100]

Four ways to alter one: a bit of the compressed file, a bit of its text, and with the digest made right again a word
of a line (a move, an answer, the line to go on with), and the claim itself. Of the first two and the last none may be
accepted.
"""

import argparse
import gzip
import hashlib
import json
import random
import sys
import tempfile
from pathlib import Path

import bough
from bough.core.errors import BoughError
from bough.games.formats.certificates import read_certificate, write_certificate
from bough.games.formats.verifying import verify_certificate

POSITIONS = {
    "hex:4": "b3",
    "hex:3,swap": "",
    "y:4": "",
    "havannah:3": "",
    "connect-four:4x4": "",
    "connect-four:5x4": "c",
    "tic-tac-toe": "",
    "loa:5": "",
}


def sealed(lines):
    """The bytes of a certificate with these lines and their digest."""
    body = "\n".join(lines).encode() + b"\n"
    return gzip.compress(body + hashlib.sha256(body).hexdigest().encode() + b"\n")


def flipped(data, rng):
    """The same bytes but for one bit."""
    changed = bytearray(data)
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def with_another_word(lines, words, rng):
    """The lines with one word in place of another."""
    changed = list(lines)
    while changed == lines:
        at = rng.randrange(1, len(lines))
        line = changed[at].split(" ")
        line[rng.randrange(len(line))] = rng.choice(words)
        changed[at] = " ".join(line)
    return changed


def with_another_claim(lines, rng):
    """The lines with another value."""
    head = json.loads(lines[0])
    head["value"] = rng.choice([value for value in (-1, 0, 1) if value != head["value"]])
    for claim in head.get("claims", ()):
        claim["at_least"] = rng.choice((-1, 0, 1))
    return [json.dumps(head), *lines[1:]]


def alterations(path, rng, each):
    """(way, bytes) of altered certificates."""
    data = path.read_bytes()
    text = gzip.decompress(data)
    lines = text.decode().splitlines()[:-1]
    words = sorted({word for line in lines[1:] for word in line.split(" ")})
    for _ in range(each):
        yield "bit of the file", flipped(data, rng)
        yield "bit of the text", gzip.compress(flipped(text, rng))
        if len(words) > 1:
            yield "word of a line", sealed(with_another_word(lines, words, rng))
        yield "claim", sealed(with_another_claim(lines, rng))


def main() -> int:
    """Alter, verify and count; 1 if anything false was accepted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=100)
    given = parser.parse_args()
    rng = random.Random(1)
    counts: dict[tuple[str, str], int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, moves in POSITIONS.items():
            position = bough.game(name).start()
            for move in moves.split():
                position = position.play(move)
            path = Path(folder) / "certificate.gz"
            solution = bough.solve(position)
            write_certificate(path, solution.certificate, None)
            original = gzip.decompress(path.read_bytes())
            for way, data in alterations(path, rng, given.each):
                altered = Path(folder) / "altered.gz"
                altered.write_bytes(data)
                kind = "refused"
                try:
                    certificate = read_certificate(altered)
                    verify_certificate(certificate)
                    same = gzip.decompress(data) == original
                    true = certificate.value == solution.value and certificate.position == position
                    kind = "nothing changed" if same else "another proof" if true else "FALSE"
                except BoughError:
                    pass
                counts[way, kind] = counts.get((way, kind), 0) + 1
            print(name, "done", flush=True)
    for (way, kind), count in sorted(counts.items()):
        print(f"{way}: {count} {kind}")
    print(f"in all {sum(counts.values())}")
    return int(any(kind == "FALSE" for _, kind in counts))


if __name__ == "__main__":
    sys.exit(main())
