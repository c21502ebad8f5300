#!/usr/bin/env python3
"""Measures how many mutants of a fixed sample the tests find: README.md.

    tests/mutants/run.py build    # list the sample, compile all its mutants into one set of test programs
    tests/mutants/run.py reach    # run each test once, and note which mutants it reaches
    tests/mutants/run.py kill     # run the tests that reach a mutant, with this mutant in effect
    tests/mutants/run.py list     # print the mutants that no test found

Each step continues where it was interrupted. Everything is written to the folder WORK, by default target/mutants.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).resolve().parents[2]
WORK = Path(os.environ.get("WORK", ROOT / "target/mutants")).resolve()
TREE = WORK / "tree"
TARGET = WORK / "target"
# Every 140th mutant, of all crates.
SAMPLE = ["--workspace", "--shard", "0/140", "--sharding", "round-robin"]
# The tests of a mutant are run until they have taken this time, in seconds. The fastest tests come first.
MOST_SECONDS = float(os.environ.get("MOST_SECONDS", "70"))
MOST_BYTES = 10 << 30
PROGRAMS_AT_ONCE = int(os.environ.get("JOBS", "2"))

# Chooses the mutant. MUTREACH names the file to which each mutant is written when it is reached for the first time.
SWITCH = """
#[doc(hidden)]
#[allow(clippy::all)]
pub mod mutant_switch {
    use std::io::Write;
    use std::sync::{Mutex, OnceLock};
    static CHOSEN: OnceLock<usize> = OnceLock::new();
    static LOG: OnceLock<Option<std::ffi::OsString>> = OnceLock::new();
    static REACHED: Mutex<[bool; 1024]> = Mutex::new([false; 1024]);
    pub fn on(number: usize) -> bool {
        if let Some(path) = LOG.get_or_init(|| std::env::var_os("MUTREACH")) {
            let mut reached = REACHED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if !std::mem::replace(&mut reached[number], true) {
                if let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) {
                    let _ = file.write_all(format!("{number}\\n").as_bytes());
                }
            }
        }
        *CHOSEN.get_or_init(|| std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0)) == number
    }
}
"""


def load(name, default=None):
    path = WORK / name
    return json.loads(path.read_text()) if path.exists() else default


def save(name, value):
    (WORK / name).write_text(json.dumps(value, indent=0))


def environment(**more):
    own = {"CARGO_TARGET_DIR": str(TARGET), "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_INCREMENTAL": "0"}
    return {**os.environ, **own, **more}


# ------------------------------------------------------------------ build


def build():
    WORK.mkdir(parents=True, exist_ok=True)
    if not TREE.exists():
        subprocess.run(["git", "clone", "-q", ROOT, TREE], check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=TREE, check=True, capture_output=True, text=True)
    print("the sample of", commit.stdout.strip())
    rewriter = WORK / "rewrite/release/mutant-rewrite"
    manifest = ROOT / "tests/mutants/rewrite/Cargo.toml"
    own = environment(CARGO_TARGET_DIR=str(WORK / "rewrite"))
    subprocess.run(["cargo", "build", "--release", "--manifest-path", manifest], check=True, env=own)
    listed = subprocess.run(
        ["cargo", "mutants", "--list", "--json", *SAMPLE], cwd=TREE, check=True, capture_output=True, text=True
    )
    sample = [{"n": n, **mutant} for n, mutant in enumerate(json.loads(listed.stdout), 1)]
    save("sample.json", sample)
    refused = {}
    while True:
        subprocess.run(["git", "checkout", "-q", "--", "."], cwd=TREE, check=True)
        save("tried.json", [mutant for mutant in sample if mutant["n"] not in refused])
        said = subprocess.run([rewriter, WORK / "tried.json", TREE], check=True, capture_output=True, text=True).stdout
        for line in said.splitlines():
            number, reason = line.split(" ", 1)
            refused[int(number)] = reason
        add_switches()
        wrong = mutants_with_errors()
        if not wrong:
            break
        refused.update(dict.fromkeys(wrong, "does not compile"))
    save("refused.json", {str(n): reason for n, reason in refused.items()})
    tried = [mutant for mutant in sample if mutant["n"] not in refused]
    save("tried.json", tried)
    print(f"{len(sample)} mutants, {len(tried)} of them compile")
    made = subprocess.run(
        ["cargo", "test", "--locked", "--no-run"],
        cwd=TREE, check=True, stderr=subprocess.PIPE, text=True, env=environment(CARGO_MANIFEST_DIR=str(TREE)),
    )
    programs = [name for name in re.findall(r"Executable .*\((.*)\)", made.stderr) if "/examples/" not in name]
    save("programs.json", [str(TREE / name) for name in programs])


def add_switches():
    for library in [TREE / "src/lib.rs", *sorted(TREE.glob("crates/*/src/lib.rs"))]:
        library.write_text(library.read_text() + SWITCH)
    main = TREE / "src/main.rs"
    main.write_text(main.read_text().replace("crate::mutant_switch", "hexpress::mutant_switch"))


def mutants_with_errors():
    """Returns the numbers of the mutants in the lines with errors."""
    check = ["cargo", "check", "--locked", "--workspace", "--message-format=json", "--keep-going"]
    lines = subprocess.run(check, cwd=TREE, capture_output=True, text=True, env=environment()).stdout.splitlines()
    messages = (json.loads(line) for line in lines if line.startswith("{"))
    errors = [m["message"] for m in messages if m.get("reason") == "compiler-message" and m["message"]["level"] == "error"]
    wrong = set()
    for span in (span for error in errors for span in error["spans"]):
        text = (TREE / span["file_name"]).read_text().split("\n")
        for around in (0, 8):
            part = text[max(0, span["line_start"] - 1 - around) : span["line_end"] + around]
            found = {int(n) for n in re.findall(r"mutant_switch::on\((\d+)\)", "\n".join(part))}
            if found:
                wrong |= found
                break
    if errors and not wrong:
        sys.exit("errors that no mutant explains:\n" + "\n".join(error["rendered"] for error in errors[:5]))
    return wrong


# ------------------------------------------------------------------ reach and kill


def crate_folder(program):
    """Returns the folder in which cargo runs the tests of a program."""
    name = Path(program).name.rsplit("-", 1)[0]
    return TREE / "crates" / name.removeprefix("hexpress_") if name.startswith("hexpress_") else TREE


def run(program, arguments, seconds, **more):
    """Returns whether all tests passed, and how long they took."""
    folder = crate_folder(program)
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "--exact", "--test-threads", "1", *arguments],
        cwd=folder,
        env=environment(CARGO_MANIFEST_DIR=str(folder), **more),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES)),
    )
    try:
        passed = process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        passed = False
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    return passed, time.monotonic() - start


def reach():
    reached, lock = load("reach.json", {}), Lock()

    def one(job):
        number, program, test = job
        key = f"{number}:{test}"
        if key in reached:
            return
        log = WORK / f"log-{number}-{re.sub('[^a-z0-9_]', '-', test)}"
        log.unlink(missing_ok=True)
        passed, seconds = run(program, [test], 240, MUTREACH=str(log))
        mutants = sorted({int(n) for n in log.read_text().split() if n.isdigit()}) if log.exists() else []
        log.unlink(missing_ok=True)
        with lock:
            reached[key] = {"passed": passed, "seconds": round(seconds, 3), "mutants": mutants}
            if len(reached) % 200 == 0:
                save("reach.json", reached)
                print(len(reached), "tests", flush=True)

    jobs = []
    for number, program in enumerate(load("programs.json")):
        listed = subprocess.run(
            [program, "--list", "--format", "terse"],
            cwd=crate_folder(program), capture_output=True, text=True, env=environment(),
        )
        tests = [line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")]
        jobs += [(number, program, test) for test in tests]
    with ThreadPoolExecutor(PROGRAMS_AT_ONCE) as pool:
        list(pool.map(one, jobs))
    save("reach.json", reached)


def kill():
    tests, programs, results, lock = {}, load("programs.json"), load("kill.json", {}), Lock()
    for key, test in load("reach.json").items():
        for mutant in test["mutants"] if test["passed"] else []:
            number, name = key.split(":", 1)
            tests.setdefault(mutant, []).append((test["seconds"], int(number), name))

    def one(mutant):
        if str(mutant) in results:
            return
        left, spent, at_once, used, result = sorted(tests.get(mutant, []), reverse=True), 0.0, 3.0, 0, "survived"
        while left and spent < MOST_SECONDS and result == "survived":
            batch, seconds = {}, 0.0
            while left and (seconds < at_once or not batch) and sum(map(len, batch.values())) < 150:
                took, number, name = left.pop()
                seconds += took
                used += 1
                batch.setdefault(number, []).append(name)
            if not all(run(programs[n], names, 4 * seconds + 40, MUTANT=str(mutant))[0] for n, names in batch.items()):
                result = "killed"
            spent, at_once = spent + seconds, min(2 * at_once, 20.0)
        with lock:
            results[str(mutant)] = {"result": result, "tests": used, "of": len(tests.get(mutant, []))}
            save("kill.json", results)
            killed = sum(result["result"] == "killed" for result in results.values())
            print(f"{mutant} {result} after {used} of {len(tests.get(mutant, []))} tests: {killed} of {len(results)} killed", flush=True)

    with ThreadPoolExecutor(PROGRAMS_AT_ONCE) as pool:
        list(pool.map(one, [mutant["n"] for mutant in load("tried.json")]))


def survivors():
    names = {mutant["n"]: mutant["name"] for mutant in load("sample.json")}
    results = load("kill.json")
    left = {int(n): result for n, result in results.items() if result["result"] != "killed"}
    for number, result in sorted(left.items(), key=lambda pair: names[pair[0]]):
        print(f"{names[number]} ({result['tests']} of {result['of']} tests)")
    print(f"{len(left)} of {len(results)} were not found", file=sys.stderr)


if __name__ == "__main__":
    steps = {"build": build, "reach": reach, "kill": kill, "list": survivors}
    if len(sys.argv) != 2 or sys.argv[1] not in steps:
        sys.exit(__doc__)
    steps[sys.argv[1]]()
