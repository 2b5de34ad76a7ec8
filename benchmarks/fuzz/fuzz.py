"""Fuzzes everything that reads what strangers write; whatever is not refused in one sentence is a finding.

    python benchmarks/fuzz/fuzz.py [TARGET ...] [--inputs 1000000] [--seconds 3600] [--seed 1]

Inputs are mutations of a corpus (corpus/TARGET.jsonl beside this file), which grows by inputs that were answered as
none before, so that the next run begins where this one ended. Findings go to findings.jsonl in the current folder.
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

from mutations import mutated
from targets import TARGETS

from bough.core.errors import BoughError
from bough.protocol.refusal import Refusal

CORPUS = Path(__file__).parent / "corpus"
MOST_KEPT = 150
"""Inputs of a target's corpus."""
LONGEST, SHORT = 2000, 400
"""Characters of an input, and of one that is kept."""
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|[0-9.]+|[^\x20-\x7e]+")


def outcome(target, text: str) -> tuple[str, str]:
    """How an input is answered: accepted, refused and how, or a finding."""
    try:
        return "accepted", str(target(text))[:30]
    except (BoughError, Refusal) as refused:
        said = str(refused)
        if "\n" in said.strip() or len(said) > 1000:
            return "finding", f"{len(said)} characters of refusal: {said[:100]}"
        return "refused", QUOTED.sub("", said)[:60]
    except RecursionError:
        return "finding", "RecursionError"
    except Exception as error:
        return "finding", f"{type(error).__name__}: {error}"


def fuzz(name: str, inputs: int, seconds: float, rng: random.Random) -> tuple[int, dict[str, str]]:
    """Mutate a corpus until inputs or time are used up: the number of inputs, and findings by what was said."""
    file = CORPUS / f"{name}.jsonl"
    corpus = [json.loads(line) for line in file.read_text().splitlines()]
    target, seen = TARGETS[name](), set()
    findings: dict[str, str] = {}
    for text in corpus:
        seen.add(outcome(target, text))
    begun, done, slowest = time.monotonic(), 0, 0.0
    while done < inputs and time.monotonic() - begun < seconds:
        for _ in range(500):
            text = mutated(rng.choice(corpus), rng.choice(corpus), rng)[:LONGEST]
            before = time.perf_counter()
            kind, said = found = outcome(target, text)
            slowest = max(slowest, time.perf_counter() - before)
            done += 1
            if kind == "finding":
                findings.setdefault(said[:60], text)
            elif found not in seen and len(corpus) < MOST_KEPT and len(text) < SHORT:
                seen.add(found)
                corpus.append(text)
    file.write_text("".join(json.dumps(text) + "\n" for text in corpus))
    rate = done / (time.monotonic() - begun)
    print(f"{name:12} {done:>11,} inputs, {rate:>8,.0f} a second, slowest {slowest:.2f} s, corpus {len(corpus)}, "
          f"{len(findings)} findings", flush=True)  # fmt: skip
    return done, findings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--inputs", type=int, default=1_000_000, help="of each target")
    parser.add_argument("--seconds", type=float, default=3600, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    total, bad = 0, 0
    for name in asked.targets or TARGETS:
        done, findings = fuzz(name, asked.inputs, asked.seconds, random.Random(f"{asked.seed} {name}"))
        total, bad = total + done, bad + len(findings)
        with Path("findings.jsonl").open("a") as file:
            for said, text in findings.items():
                print(f"  {said}\n    {text[:200]!r}", flush=True)
                file.write(json.dumps({"target": name, "said": said, "input": text}) + "\n")
    print(f"{total:,} inputs, {bad} findings")
    raise SystemExit(bad > 0)


if __name__ == "__main__":
    main()
