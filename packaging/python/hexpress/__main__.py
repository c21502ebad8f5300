"""Runs the program that was installed with this package."""

import os
import subprocess
import sys
import sysconfig

NAME = "hexpress" + (sysconfig.get_config_var("EXE") or "")


def folders():
    """Yields the folders in which an installer may have put the program, the most likely folder first."""
    yield sysconfig.get_path("scripts")
    scheme = sysconfig.get_preferred_scheme("user") if hasattr(sysconfig, "get_preferred_scheme") else f"{os.name}_user"
    yield sysconfig.get_path("scripts", scheme=scheme)
    # `pip install --target` puts the program into a folder next to the folder of the package.
    above = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    yield from (os.path.join(above, "bin"), os.path.join(above, "Scripts"))


def program():
    for folder in folders():
        path = os.path.join(folder, NAME)
        if os.path.isfile(path):
            return path
    sys.exit("hexpress: the program is missing: install the package again")


def main():
    typed = [program(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(typed))
    os.execv(typed[0], typed)


if __name__ == "__main__":
    main()
