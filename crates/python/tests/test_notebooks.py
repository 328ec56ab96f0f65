"""The notebooks of docs/python/notebooks run, and what is stored in them belongs to their code.

    python crates/python/tests/test_notebooks.py [NAME..]

runs all notebooks, or some, and stores them with their outputs, and pictures for docs/python.md beside them.
Install the package with its default profile first.
"""

import base64
import hashlib
import os
import pathlib
import re
import sys

import nbclient
import nbformat
import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "docs" / "python" / "notebooks"
#: Small enough to be read in a diff and loaded at once.
MAX_BYTES = 150_000

#: For each notebook: parameters with which it takes seconds, and what must be true at its end.
QUICK = {
    "first-steps": (
        "games_played = {name: 3 for name in cairn.games() if name != 'stlts'}",
        "assert state.is_over and finished > 1000 and set(results) == set(games_played)",
    ),
    "first-moves": (
        "sizes, random_games = {3: False, 5: True}, 20",
        "assert (exact[3] == 1).all() and wins.sum() == 8 and not wins[2, 2] and estimate.min() > 0",
    ),
    "strengths": (
        "games, levels, lengths = 20, 3, [10, 20, 40]",
        "assert len(steps) == 3 and ratings[3] > 0 and [row[2] - row[1] for row in table] == "
        "sorted((row[2] - row[1] for row in table), reverse=True)",
    ),
    "learning": (
        "updates, match_games, final_games = 32, 20, 20",
        "assert len(curve) == 9 and play('random', 100, seed=3)[1] > 0.5",
    ),
    "cluster": (
        "games = 100",
        "assert killed_at and all(figures | {'seconds': 0} == here | {'seconds': 0} for figures in (there, again))\n"
        "assert survived | {'seconds': 0} == alone | {'seconds': 0} and saved >= games / 2",
    ),
    "your-bot": (
        "playouts, opponents = 30, {'random': 40}",
        "assert results['random']['score_low'] > 0.5 and not results['random']['faults']\n"
        "assert len(figures['faults']) == 2",
    ),
}


def path_of(name: str) -> pathlib.Path:
    return FOLDER / f"{name}.ipynb"


def run(notebook: nbformat.NotebookNode, home: pathlib.Path) -> None:
    """Executes all cells in a kernel of its own, which leaves nothing behind but its outputs."""
    folders = {name: str(home) for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")}
    # On a busy machine, threads that multiply a small matrix together mostly wait for each other.
    folders["OPENBLAS_NUM_THREADS"] = "1"
    client = nbclient.NotebookClient(
        notebook, timeout=None, startup_timeout=600, kernel_name="python3", record_timing=False
    )
    client.execute(env={**os.environ, **folders}, cwd=str(home))


def digest(notebook: nbformat.NotebookNode) -> str:
    code = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return hashlib.sha256(code.encode()).hexdigest()


def picture_of(notebook: nbformat.NotebookNode) -> bytes | None:
    """The output of the cell with the tag `picture`, if there is one."""
    for cell in notebook.cells:
        if "picture" in cell.metadata.get("tags", []):
            (data,) = [output.data["image/png"] for output in cell.outputs if "image/png" in output.get("data", {})]
            return base64.b64decode(data)
    return None


@pytest.mark.parametrize("name", QUICK)
def test_runs(name: str, tmp_path: pathlib.Path) -> None:
    notebook = nbformat.read(path_of(name), as_version=4)
    parameters, expected = QUICK[name]
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        if "parameters" in cell.metadata.get("tags", []):
            cells.append(nbformat.v4.new_code_cell(parameters))
    assert len(cells) > len(notebook.cells)
    cells.append(nbformat.v4.new_code_cell(expected))
    notebook.cells = cells
    run(notebook, tmp_path)


def test_stored_outputs() -> None:
    paths = sorted(FOLDER.glob("*.ipynb"))
    assert [path.stem for path in paths] == sorted(QUICK)
    tutorial = (FOLDER.parents[1] / "python.md").read_text()
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        assert path.stat().st_size < MAX_BYTES, path
        assert f"python/notebooks/{path.name}" in tutorial
        assert notebook.metadata.get("executed") == digest(notebook), f"{path}: store it again, its code has changed"
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
        outputs = [output for cell in code for output in cell.outputs]
        assert not [output for output in outputs if output.output_type == "error"]
        assert any("image/png" in output.get("data", {}) for output in outputs)
        picture = path.with_suffix(".png")
        assert picture_of(notebook) == (picture.read_bytes() if picture.exists() else None)
        assert not picture.exists() or f"python/notebooks/{picture.name}" in tutorial
        text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        assert "## Exercises" in text
        for link in re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", text):
            assert (FOLDER / link).exists(), f"{path}: {link}"


def store(name: str, home: pathlib.Path) -> None:
    notebook = nbformat.read(path_of(name), as_version=4)
    run(notebook, home)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = str(number)
        cell.metadata = {"tags": cell.metadata["tags"]} if "tags" in cell.metadata else {}
    notebook.metadata = {
        "executed": digest(notebook),
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, path_of(name))
    if picture := picture_of(notebook):
        path_of(name).with_suffix(".png").write_bytes(picture)


if __name__ == "__main__":
    import tempfile

    for name in sys.argv[1:] or QUICK:
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as home:
            store(name, pathlib.Path(home))
