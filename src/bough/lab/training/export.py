"""Writes a network as ONNX, with the description that knowledge/networks/network.py reads."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from bough.core.extras import lacking
from bough.core.files import whole_file
from bough.knowledge.networks.network import FORMAT, PRECISION
from bough.lab.training.model import Tower

OPSET = 17


def write_onnx(net: Tower, about: dict[str, Any], path: Path) -> Path:
    """Write a folded network, its weights in half precision; the file appears whole or not at all."""
    try:
        import onnx
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise lacking("writing networks needs", "train") from None
    nodes: list[Any] = []
    kept: list[Any] = []

    def add(kind: str, inputs: list[str], name: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def cast(value: str, name: str) -> str:
        """To the precision the network will run in: single, unless the one who loads it wants it half."""
        label = f"{PRECISION}{len(nodes):03}"
        nodes.append(helper.make_node("Cast", [value], [name], name=label, to=TensorProto.FLOAT))
        return name

    def constant(name: str, array: np.ndarray) -> str:
        kept.append(numpy_helper.from_array(array.astype(np.float16), f"{name}.half"))
        return cast(f"{name}.half", name)

    def weights(name: str, part: Any) -> list[str]:
        arrays = (part.weight.detach().float().cpu().numpy(), part.bias.detach().float().cpu().numpy())
        return [constant(f"{name}.{what}", array) for what, array in zip(("w", "b"), arrays, strict=True)]

    def conv(part: Any, x: str, name: str, pad: int) -> str:
        return add("Conv", [x, *weights(name, part)], f"{name}.out", pads=[pad] * 4)

    def linear(part: Any, x: str, name: str) -> str:
        return add("Gemm", [x, *weights(name, part)], f"{name}.out", transB=1)

    def pooled(x: str, name: str) -> str:
        """The mean and the largest number of every channel over the board."""
        return add(
            "Concat", [add(f"Global{kind}Pool", [x], f"{name}.{kind}") for kind in ("Average", "Max")], name, axis=1
        )

    h = add("Relu", [conv(net.convs[0], cast("planes", "inputs"), "stem", 1)], "stem.relu")
    for block in range(net.shape.blocks):
        first, second = 2 * block + 1, 2 * block + 2
        r = add("Relu", [conv(net.convs[first], h, f"conv{first}", 1)], f"conv{first}.relu")
        if net.shape.pooling and block % 2 == 1:
            view = conv(net.views[block // 2], pooled(r, f"view{block}"), f"view{block}.conv", 0)
            r = add("Add", [r, view], f"view{block}.sum")
        r = conv(net.convs[second], r, f"conv{second}", 1)
        h = add("Relu", [add("Add", [h, r], f"block{block}.sum")], f"block{block}.relu")
    p = add("Relu", [conv(net.pool, h, "pool", 0)], "pool.relu")
    whole = add("Flatten", [pooled(p, "pooled")], "pooled.flat")
    cells = add("Flatten", [conv(net.policy, h, "moves", 0)], "moves.flat")
    add("Concat", [cells, linear(net.others, whole, "others")], "policy.own", axis=1)
    hidden = add("Relu", [linear(net.value1, whole, "value1")], "value1.relu")
    add("Tanh", [linear(net.value2, hidden, "value2")], "value.own")
    single = ["value"]
    if net.score is not None:
        single.append("score")
        linear(net.score, hidden, "score")
    for output in ("policy", *single):
        add("Cast", [f"{output}.out" if output == "score" else f"{output}.own"], output, to=TensorProto.FLOAT)

    planes = helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["n", net.shape.planes, "rows", "columns"])
    outputs = [
        helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", "outputs"]),
        *(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 1]) for name in single),
    ]
    model = helper.make_model(
        helper.make_graph(nodes, "bough", [planes], outputs, kept),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=8,
    )
    helper.set_model_props(model, {"bough": json.dumps({"format": FORMAT, **about})})
    onnx.checker.check_model(model)
    with whole_file(path) as partial:
        partial.write_bytes(model.SerializeToString())
    return path
