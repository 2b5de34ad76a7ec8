"""Fields that several threads write lose nothing and are never torn; bits are counted; compiled or interpreted."""

import threading

import numpy as np
import pytest

from bough.core.instructions.bits import count_bits
from bough.core.instructions.fields import add, fence, load, load_pair, lower_to, raise_to, store, swap, swap_second
from bough.core.jit import kernel
from bough.core.records import record_type, records

pytestmark = pytest.mark.both

RECORD = record_type(
    [
        ("visits", "i4"),
        ("value", "f4"),
        ("first", "i4"),
        ("count", "i2"),
        ("low", "i1"),
        ("high", "i1"),
        ("chance", "f8"),
    ]
)


def worked(records, me, steps, tally):
    """Count, average, bound and claim, in turn on each of four records."""
    for step in range(steps):
        record = records[step % 4]
        add(record, "visits", 1)
        while True:
            visits, value = load_pair(record, "visits", "value")
            if swap_second(record, "visits", "value", visits, value, np.float32(value + 1.0)):
                break
        raise_to(record, "low", step % 100)
        lower_to(record, "high", -(step % 100))
        raise_to(record, "chance", step * 0.5)
        fence()
        if load(record, "count") == 0 and swap(record, "first", 0, me):
            tally[me] += 1
            store(record, "count", 7)


run = kernel(worked)


def test_threads_lose_no_step():
    threads, steps = 4, 4000 if hasattr(run, "py_func") else 400
    shared, tally = records(4, RECORD), np.zeros(threads + 1, np.int64)
    arrays = shared.view(np.ndarray) if hasattr(run, "py_func") else shared
    run(arrays, 0, 0, tally)
    at_work = [threading.Thread(target=run, args=(arrays, 1 + me, steps, tally)) for me in range(threads)]
    for one in at_work:
        one.start()
    for one in at_work:
        one.join()
    assert (shared.visits == threads * steps // 4).all() and (shared.value == shared.visits).all()
    assert tally.sum() == 4 and (shared["count"] == 7).all(), "each is claimed once"
    assert shared.low.tolist() == [96, 97, 98, 99] and (shared.high == -shared.low).all()
    assert shared.chance.max() == (steps - 1) * 0.5


def test_a_pair_is_two_neighbours_at_a_multiple_of_eight():
    shared = records(1, RECORD)
    assert RECORD.fields["visits"][1] % 8 == 0 and RECORD.itemsize % 8 == 0
    shared[0].visits, shared[0].value = 3, 0.5
    assert load_pair(shared[0], "visits", "value") == (3, 0.5)
    assert not swap_second(shared[0], "visits", "value", 2, 0.5, 0.75) and shared[0].value == 0.5
    assert swap_second(shared[0], "visits", "value", 3, 0.5, 0.75) and shared[0].value == 0.75


def counted(words, counts):
    """Count the bits of each word."""
    for i in range(len(words)):
        counts[i] = count_bits(words[i])


count_all = kernel(counted)


def test_bits_are_counted():
    words = [0, 1, 2**63, 2**64 - 1, 0x5555_5555_5555_5555, 2**32 - 1, 2**33 | 7]
    counts = np.zeros(len(words), np.int64)
    count_all(np.array(words, np.uint64), counts)
    assert counts.tolist() == [word.bit_count() for word in words]
