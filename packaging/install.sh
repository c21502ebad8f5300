#!/usr/bin/env bash
# The program of the GitHub action: `install.sh key` prints the key under which a built program is kept, and
# `install.sh FOLDER` builds it there unless it is there already.
#
# The key has the version, the system, the processor and a digest of everything the program is built of. A cache
# of another commit is never used.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
if [ "$1" = key ]; then
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$here/Cargo.toml" | head -n 1)
    digest=$(cd "$here" && find Cargo.toml Cargo.lock build.rs rust-toolchain.toml src crates layouts docs/rules -type f -print0 |
        LC_ALL=C sort -z | xargs -0 cat | python3 -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest()[:16])')
    printf 'hexpress-%s-%s-%s-%s\n' "$version" "${RUNNER_OS:-$(uname -s)}" "${RUNNER_ARCH:-$(uname -m)}" "$digest"
    exit
fi
if [ ! -x "$1/bin/hexpress" ] && [ ! -x "$1/bin/hexpress.exe" ]; then
    cargo install --locked --root "$1" --path "$here"
fi
