#!/usr/bin/env bash
# Builds the packages that can be built on this machine, runs each, and lists the rest.
#
#     bash packaging/build.sh                  # all of them
#     bash packaging/build.sh wheel npm        # some: program static manual wheel sdist npm extension crate image
#     bash packaging/build.sh try-wheel FILE   # installs a wheel, and builds a game with it
#
# The results are in target/packaging. With PROFILE=dev, the wheel contains the program that the tests use, which is
# enough to test the packaging itself.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
target=${CARGO_TARGET_DIR:-$PWD/target}
out=$target/packaging
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
made=() left=()

has() { command -v "$1" >/dev/null; }
leave() { left+=("$1: $2"); }
# Prints Hexagonal Thing with a package, and records how long this took. The arguments are the name of the package, its
# file, and the command.
prints() {
    local name=$1 file=$2 begin end
    shift 2
    rm -rf "$work/print" && mkdir "$work/print"
    begin=$(date +%s%N)
    if (cd "$work/print" && "$@" build hexagonal-thing --quiet >/dev/null) && [ -s "$work/print/output/hexagonal-thing-iso-a3.pdf" ]; then
        end=$(date +%s%N)
        made+=("$name: $(du -h "$file" | cut -f1), prints Hexagonal Thing in $(((end - begin) / 1000000)) ms: $file")
    else
        leave "$name" "it was built, and does not print"
        return 1
    fi
}

# The manual can be written with any build, but the packages need a release build.
program() {
    cargo build --release --locked --bin hexpress || return 1
    prints program "$target/release/hexpress" "$target/release/hexpress"
}
# Builds one file for every Linux on this kind of processor. To test the file, runs it in a folder that contains nothing
# else.
static() {
    local triple=x86_64-unknown-linux-musl
    rustup target list --installed 2>/dev/null | grep -qx $triple || { leave static "no target (rustup target add $triple)"; return; }
    has musl-gcc || { leave static "no musl-gcc (Debian: musl-tools)"; return; }
    cargo build --release --locked --bin hexpress --target $triple || return 1
    local file=$target/$triple/release/hexpress
    prints static "$file" "$file" || return 1
    if [ "$(id -u)" = 0 ]; then
        mkdir -p "$work/root" && cp "$file" "$work/root" && chroot "$work/root" /hexpress build hexagonal-thing --quiet &&
            [ -s "$work/root/output/hexagonal-thing-iso-a3.pdf" ] || { leave static "it does not run in an empty root"; return 1; }
    fi
}
manual() {
    local run="cargo run --locked --quiet --bin hexpress --"
    $run man --output "$out/man" --quiet || return 1
    mkdir -p "$out/completions"
    for shell in bash zsh fish powershell elvish; do
        $run completions $shell >"$out/completions/hexpress.$shell" || return 1
    done
    made+=("manual and completions: $(ls "$out/man" | wc -l) pages, 5 shells: $out/man, $out/completions")
}
# Installs a wheel in a virtual environment, and runs the command and the module of the same name.
try_wheel() {
    python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q --no-index "$1" && prints wheel "$1" "$work/venv/bin/hexpress" &&
        prints "wheel, python -m" "$1" "$work/venv/bin/python" -m hexpress
}
# Builds the static program for the wheel. PROFILE=release builds an optimised program. PROFILE=dev builds the program
# of the tests, linked without shared libraries.
static_program() {
    if [ "${PROFILE:-release}" = release ]; then
        static >&2 || return 1
        echo "$target/x86_64-unknown-linux-musl/release/hexpress"
    else
        cargo rustc --locked --quiet --bin hexpress -- -C target-feature=+crt-static >&2 || return 1
        cp "$target/debug/hexpress" "$work/hexpress" && echo "$work/hexpress"
        # Builds the program again with shared libraries, because other tests run it.
        touch src/main.rs && cargo build --locked --quiet --bin hexpress >&2
    fi
}
wheel() {
    has python3 || { leave wheel "no python3"; return; }
    local program file
    program=$(static_program) && [ -s "$program" ] || { leave wheel "no static program"; return 1; }
    file=$(python3 packaging/wheel.py "$program" x86_64-unknown-linux-musl "$out") || return 1
    try_wheel "$file"
}
# Builds the source package for Python. pip builds the program from this package with maturin.
sdist() {
    has python3 || { leave sdist "no python3"; return; }
    python3 -m venv "$work/maturin" && "$work/maturin/bin/pip" install -q maturin || { leave sdist "maturin cannot be had"; return; }
    "$work/maturin/bin/maturin" sdist --out "$out" >/dev/null || return 1
    local file names
    file=$(ls -t "$out"/hexpress-*.tar.gz | head -n 1)
    names=$(tar tzf "$file")
    for name in Cargo.lock pyproject.toml crates/scene/fonts layouts/starts/deck.csv packaging/python/hexpress/__main__.py; do
        grep -q "/$name" <<<"$names" || { leave sdist "it lacks $name"; return 1; }
    done
    made+=("sdist: $(du -h "$file" | cut -f1): $file")
}
# The package contains the module and the fonts of the page, which web/build makes.
npm_package() {
    has npm || { leave npm "no npm"; return; }
    local web=output/web package=$work/npm
    [ -f "$web/hexpress.wasm" ] || { leave npm "no $web: web/build makes it"; return; }
    cp -r packaging/npm "$package" && cp -r "$web"/{hexpress.wasm,program.js,fonts,licences.txt} "$package" || return 1
    (cd "$package" && npm pack --silent --pack-destination "$out") >/dev/null || return 1
    npm install --silent --prefix "$work/installed" "$out"/hexpress-*.tgz >/dev/null || return 1
    prints npm "$(ls -t "$out"/hexpress-*.tgz | head -n 1)" "$work/installed/node_modules/.bin/hexpress" || return 1
    # The command of the package must print the same messages and write the same files as the program.
    cargo build --locked --quiet --bin hexpress &&
        node packaging/npm/test.mjs "$work/installed/node_modules/hexpress/cli.mjs" "$target/debug/hexpress"
}
extension() {
    has npm || { leave extension "no npm"; return; }
    rm -rf "$work/vscode" && cp -r editors/vscode "$work/vscode"
    (cd "$work/vscode" && npm install --silent --no-audit --no-fund && npx vsce package --allow-missing-repository --out "$out/hexpress.vsix") >/dev/null || return 1
    # The client library of the extension must be able to talk to the program.
    cargo build --locked --quiet --bin hexpress &&
        NODE_MODULES=$work/vscode/node_modules node tests/editor/client.mjs "$target/debug/hexpress" &&
        (cd "$work/vscode" && HEXPRESS=$target/debug/hexpress npm test --silent) || return 1
    made+=("Visual Studio Code extension: $(du -h "$out/hexpress.vsix" | cut -f1): $out/hexpress.vsix")
}
# cargo packs crates that depend on each other only if they may be published. So the crates are packed from a copy in
# which they may be published.
crate() {
    local file
    mkdir -p "$work/source" && git ls-files -z | xargs -0 cp --parents -t "$work/source" || return 1
    sed -i 's/^publish = false$/publish = true/' "$work/source/Cargo.toml"
    (cd "$work/source" && CARGO_TARGET_DIR=$target cargo package --workspace --exclude hexpress-benches --locked --no-verify --quiet) || return 1
    for file in "$target"/package/hexpress*.crate; do
        made+=("crate: $(du -h "$file" | cut -f1): $file")
    done
}
image() {
    docker info >/dev/null 2>&1 || { leave image "no Docker engine answers"; return; }
    docker build -q -f packaging/Dockerfile -t hexpress . >/dev/null || return 1
    docker save hexpress >"$out/hexpress-image.tar"
    prints image "$out/hexpress-image.tar" sh -c 'exec docker run --rm -u "$(id -u):$(id -g)" -v "$PWD:/games" hexpress "$@"' sh
}
others() {
    has dist && dist plan >/dev/null && made+=("dist plan: ok") || leave "installers, MSI, Homebrew" "dist (cargo install cargo-dist) is not installed, or finds a mistake; the release workflow runs it"
    has nix || leave "flake.nix" "no nix"
    for name in aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-msvc; do
        leave "$name" "built by the release workflow on a machine of its own"
    done
}

status=0
if [ "${1:-}" = try-wheel ]; then
    try_wheel "$2" || status=1
else
    wanted=("$@")
    [ $# -gt 0 ] || wanted=(program static manual crate wheel sdist npm extension image others)
    for name in "${wanted[@]}"; do
        [ "$name" = npm ] && run=npm_package || run=$name
        printf '== %s\n' "$name"
        $run || { leave "$name" "failed"; status=1; }
    done
fi
printf '\nmade:\n'
printf '  %s\n' ${made[@]+"${made[@]}"}
printf 'left out:\n'
printf '  %s\n' ${left[@]+"${left[@]}"}
exit $status
