"""Rows are the same memory as NumPy's records, read and written alike."""

import numpy as np
import pytest

from bough.core.records import record_type, records
from bough.core.rows import on_rows, rows

INNER = record_type((("x", "i4"), ("y", "f4", (2,))))
OUTER = record_type((("a", "i8"), ("cells", "i1", (4,)), ("trial", INNER, (2,)), ("deep", INNER, (3, 2))))


@pytest.fixture
def array():
    made = records(3, OUTER)
    made.view(np.uint8)[:] = np.arange(made.nbytes) % 101
    return made


def test_fields_are_read_as_numpy_reads_them(array):
    same = rows(array)
    assert same.shape == (3,) and same[0].trial.shape == (2,) and same[0].deep.shape == (3, 2)
    for i in range(3):
        one, other = array[i], same[i]
        assert one.a == other.a == other["a"] and type(one.a) is type(other.a)
        assert (one.cells == other.cells).all() and one.trial[1].x == other.trial[1].x
        assert one.deep[2, 1].x == other.deep[2, 1].x == other.deep[2][1].x
        assert (one.deep[2, 1].y == other.deep[2, 1].y).all()
    assert same[1:][1].a == array[2].a and same[1:].shape == (2,)


def test_what_is_written_is_in_the_array(array):
    same = rows(array)
    same[1].a, same[1].cells[2] = 7, 5
    same[2].trial[1].x, same[2].deep[0, 1].y[1] = 8, 0.5
    assert (array[1].a, array[1].cells[2], array[2].trial[1].x, array[2].deep[0, 1].y[1]) == (7, 5, 8, 0.5)


def test_records_are_copied_whole_from_rows_and_from_arrays(array):
    same = rows(array)
    same[0] = same[1]
    assert array[0] == array[1]
    same[0] = array[2]
    assert array[0] == array[2]
    same[1].trial[0] = same[2].deep[1, 1]
    assert array[1].trial[0] == array[2].deep[1, 1]


def test_only_arrays_of_records_become_rows(array):
    plain = np.zeros(2)

    def function(states, numbers, count):
        return states[0].a + count, numbers

    total, numbers = on_rows(function)(array, plain, 2)
    assert total == array[0].a + 2 and numbers is plain
