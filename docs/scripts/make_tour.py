"""Run the tour and keep what it shows: `python docs/scripts/make_tour.py`.

Writes the outputs into docs/tour.ipynb, and the same as a page of the site, docs/tour.md.
"""

from pathlib import Path
from typing import Any

import nbclient
import nbformat

DOCS = Path(__file__).parent.parent


def page_of(tour: Any) -> str:
    """The notebook as Markdown: text, code, and what the code shows."""
    parts = []
    for cell in tour.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        parts += [shown(output.data) for output in cell.outputs if "data" in output]
    return "\n\n".join(parts) + "\n"


def shown(data: dict[str, Any]) -> str:
    """One output: a picture, a table or text."""
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return '<div class="output">' + " ".join("".join(data[kind]).split("\n")) + "</div>"
    return "```\n" + "".join(data["text/plain"]) + "\n```"


def main() -> None:
    """Run, then write both."""
    path = DOCS / "tour.ipynb"
    tour = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(tour, timeout=300, resources={"metadata": {"path": str(DOCS)}}).execute()
    for cell in tour.cells:
        cell.metadata.pop("execution", None)  # when it ran, which changes every time
    here = str(DOCS.resolve().parent)
    path.write_text(nbformat.writes(tour).replace(here, "..") + "\n")  # where it was run is nobody's concern
    (DOCS / "tour.md").write_text(page_of(tour).replace(here, ".."))


if __name__ == "__main__":
    main()
