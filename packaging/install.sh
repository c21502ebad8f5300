#!/usr/bin/env bash
# Provides the program for the GitHub action. `install.sh key` prints the key of the built program in the cache.
# `install.sh FOLDER` builds the program in this folder, unless the folder already contains the program.
#
# The key consists of the version, the system, the processor and a digest of all sources of the program. So a program of
# other sources is never used.
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
