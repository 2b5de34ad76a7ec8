"""The functions of fields.py, each as an atomic instruction, and of bits.py as one too, for the compiler, which imports
this when it is loaded.

What an overload answers with has a name of its own: machine code is kept under it (core/jit.py).
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from bough.core.instructions.bits import count_bits
from bough.core.instructions.fields import add, fence, load, load_pair, lower_to, raise_to, store, swap, swap_second

WORD, HALF = ir.IntType(64), ir.IntType(32)


def _member(context: Any, builder: Any, record: Any, value: Any, field: str) -> tuple[Any, Any]:
    kind = record.typeof(field)
    stored = context.get_data_type(kind)
    return cgutils.get_record_member(builder, value, record.offset(field), stored), kind


def _named(record: Any, *fields: Any) -> bool:
    return isinstance(record, types.Record) and all(isinstance(one, types.StringLiteral) for one in fields)


def _pair_of(builder: Any, record: Any, value: Any, field: str, other: str) -> Any:
    offset = record.offset(field)
    if offset % 8 or record.size % 8 or record.offset(other) != offset + 4:
        raise TypeError(f"{field} and {other} are no pair of a record")
    return cgutils.get_record_member(builder, value, offset, WORD)


@intrinsic(prefer_literal=True)
def _load(context, record, field):
    name = field.literal_value

    def code(context, builder, signature, values):
        place, kind = _member(context, builder, record, values[0], name)
        return builder.load_atomic(place, "acquire", kind.bitwidth // 8)

    return record.typeof(name)(record, field), code


@intrinsic(prefer_literal=True)
def _store(context, record, field, value):
    name = field.literal_value
    kind = record.typeof(name)

    def code(context, builder, signature, values):
        place, _ = _member(context, builder, record, values[0], name)
        builder.store_atomic(values[2], place, "release", kind.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(record, field, kind), code


def _changing(whole: str, real: str) -> Any:
    @intrinsic(prefer_literal=True)
    def _change(context, record, field, value):
        name = field.literal_value
        kind = record.typeof(name)

        def code(context, builder, signature, values):
            place, _ = _member(context, builder, record, values[0], name)
            return builder.atomic_rmw(real if isinstance(kind, types.Float) else whole, place, values[2], "acq_rel")

        return kind(record, field, kind), code

    return _change


_add, _raise, _lower = _changing("add", "fadd"), _changing("max", "fmax"), _changing("min", "fmin")


@intrinsic(prefer_literal=True)
def _swap(context, record, field, old, new):
    name = field.literal_value
    kind = record.typeof(name)

    def code(context, builder, signature, values):
        place, _ = _member(context, builder, record, values[0], name)
        found = builder.cmpxchg(place, values[2], values[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(record, field, kind, kind), code


@intrinsic(prefer_literal=True)
def _load_pair(context, record, field, other):
    one, two = field.literal_value, other.literal_value
    kinds = types.Tuple((record.typeof(one), record.typeof(two)))

    def code(context, builder, signature, values):
        both = builder.load_atomic(_pair_of(builder, record, values[0], one, two), "acquire", 8)
        halves = [builder.trunc(both, HALF), builder.trunc(builder.lshr(both, WORD(32)), HALF)]
        cast = [builder.bitcast(half, context.get_data_type(kind)) for half, kind in zip(halves, kinds, strict=True)]
        return context.make_tuple(builder, signature.return_type, cast)

    return kinds(record, field, other), code


@intrinsic(prefer_literal=True)
def _swap_second(context, record, field, other, first, second, new):
    one, two = field.literal_value, other.literal_value
    whole, kind = record.typeof(one), record.typeof(two)

    def code(context, builder, signature, values):
        low, *highs = (builder.zext(builder.bitcast(value, HALF), WORD) for value in values[3:])
        before, after = (builder.or_(low, builder.shl(high, WORD(32))) for high in highs)
        place = _pair_of(builder, record, values[0], one, two)
        return builder.extract_value(builder.cmpxchg(place, before, after, "acq_rel", "acquire"), 1)

    return types.boolean(record, field, other, whole, kind, kind), code


@intrinsic
def _fence(context):
    def code(context, builder, signature, values):
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), code


@overload(load, prefer_literal=True)
def _(record, field):
    if _named(record, field):

        def loaded(record, field):
            return _load(record, field)

        return loaded


def _with_value(meant: Any, made: Any) -> None:
    """Answer a function of a record, a field and a value by an intrinsic."""

    @overload(meant, prefer_literal=True)
    def _(record, field, value):
        if _named(record, field):

            def changed(record, field, value):
                return made(record, field, value)

            changed.__qualname__ = f"atomic_{meant.__name__}"
            return changed


for _meant, _made in ((store, _store), (add, _add), (raise_to, _raise), (lower_to, _lower)):
    _with_value(_meant, _made)


@overload(swap, prefer_literal=True)
def _(record, field, old, new):
    if _named(record, field):

        def swapped(record, field, old, new):
            return _swap(record, field, old, new)

        return swapped


@overload(load_pair, prefer_literal=True)
def _(record, field, other):
    if _named(record, field, other):

        def pair_loaded(record, field, other):
            return _load_pair(record, field, other)

        return pair_loaded


@overload(swap_second, prefer_literal=True)
def _(record, field, other, first, second, new):
    if _named(record, field, other):

        def second_swapped(record, field, other, first, second, new):
            return _swap_second(record, field, other, first, second, new)

        return second_swapped


@overload(fence)
def _():
    def fenced():
        return _fence()

    return fenced


@intrinsic
def _count_bits(context, word):
    def code(context, builder, signature, values):
        return builder.ctpop(values[0])

    return types.int64(types.uint64), code


@overload(count_bits)
def _(word):
    def counted(word):
        return _count_bits(word)

    return counted
