"""Builds the wheel: maturin builds the extension module, and the program `cairn` is added as a script.

`CAIRN_PROFILE` names another Cargo profile than `release`, such as `dev` for tests.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import maturin
from maturin import get_requires_for_build_sdist, get_requires_for_build_wheel  # noqa: F401

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
SCRIPTS = PACKAGE / "packaging" / "data" / "scripts"
PROFILE = os.environ.get("CAIRN_PROFILE", "release")


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    # maturin expects the folder of the scripts, also before the program is there.
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_program() -> None:
    """Compiles the program and puts it where maturin looks for scripts."""
    command = ["cargo", "build", "--profile", PROFILE, "--package", "cairn-games", "--bin", "cairn"]
    command += ["--message-format", "json-render-diagnostics"]
    built = subprocess.run(command, cwd=PACKAGE, stdout=subprocess.PIPE, check=True)
    messages = (json.loads(line) for line in built.stdout.splitlines())
    programs = [message["executable"] for message in messages if message.get("executable")]
    if not programs:
        sys.exit("cargo reported no program")
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    shutil.copy2(programs[-1], SCRIPTS)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    os.environ["MATURIN_PEP517_ARGS"] = f"--profile {PROFILE} --compatibility linux"
    if not sys.platform.startswith("linux"):
        os.environ["MATURIN_PEP517_ARGS"] = f"--profile {PROFILE}"
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    os.environ["MATURIN_PEP517_ARGS"] = f"--profile {PROFILE}"
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.build_sdist(sdist_directory, config_settings)
