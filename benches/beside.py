#!/usr/bin/env python3
"""Compares hexpress with other programs that make the same PDF: CPU seconds, peak memory and file sizes.

    benches/beside.py ours='target/release/hexpress build benches/w3.toml --no-check -q --output {dir}' \\
                      cairo='…/draw w3 {dir}/cairo.pdf'

In each round, the script runs every COMMAND once, one after the other. So other work on the machine slows all commands
down alike. `{dir}` becomes a temporary folder. All other commands are compared with the first one. CPU is the user and
system time of a command. If other programs run on the machine, only the ratios are reliable. No peak is below 15 MiB,
because each command starts as a copy of this script, which takes that much memory.
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time


def run(command):
    """CPU seconds, peak KiB and wall seconds of one run."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{shlex.join(command)}: status {child.returncode}\n{errors.decode(errors='replace')}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss, time.monotonic() - began


def size(folder):
    """Bytes of all files below a folder."""
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-r", "--rounds", type=int, default=9)
    parser.add_argument("programs", nargs="+", metavar="NAME=COMMAND")
    given = parser.parse_args()
    programs = dict(program.split("=", 1) for program in given.programs)
    runs = {name: [] for name in programs}
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.rounds):
            for name, command in programs.items():
                own = os.path.join(folder, name)
                os.makedirs(own, exist_ok=True)
                runs[name].append(run([part.replace("{dir}", own) for part in shlex.split(command)]))
                sizes[name] = size(own)
    first = next(iter(programs))
    base = statistics.median(cpu for cpu, _, _ in runs[first])
    print("| program | CPU, median | least | of the first | peak MiB | bytes |\n|---|---|---|---|---|---|")
    for name, all_runs in runs.items():
        cpu = [run[0] for run in all_runs]
        peak = max(run[1] for run in all_runs) / 1024
        middle = statistics.median(cpu)
        print(f"| {name} | {middle * 1e3:.1f} ms | {min(cpu) * 1e3:.1f} ms | {middle / base:.2f} "
              f"| {peak:.0f} | {sizes[name]:,} |")


if __name__ == "__main__":
    main()
