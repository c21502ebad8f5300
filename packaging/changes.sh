#!/usr/bin/env bash
# Shows what a pull request changes on sheets: draws the games of two commits, and writes a page with the sheets that
# differ.
#
#     changes.sh BASE OUT     # BASE is a commit; the other one is the work tree
#
# GAMES, PAPER and OPTIONS are as in action.sh. OUT gets `changes.md`, and `changes/` with `before` and `after` pictures
# of each changed sheet. If nothing changed, there are no pictures, and `changes.md` says so.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=packaging/lines.sh
source "$here/lines.sh"
base=$1 out=$2 dpi=${DPI:-60}
root=$(git rev-parse --show-toplevel) || exit 1
prefix=$(git rev-parse --show-prefix)
work=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$work/base" 2>/dev/null; rm -rf "$work"' EXIT
read_lines "${GAMES:-.}"
games=(${lines[@]+"${lines[@]}"})
read_lines "${OPTIONS:-}"
options=(${lines[@]+"${lines[@]}"})
git -C "$root" worktree add --quiet --detach "$work/base" "$base" || exit 1

# Draws the games in a folder. A game that cannot be built has no pictures.
draw() {
    local game
    mkdir -p "$2"
    for game in ${games[@]+"${games[@]}"}; do
        (cd "$1" && hexpress build "$game" --paper "${PAPER:-iso}" --format png --dpi "$dpi" --no-check --quiet --output "$2" \
            ${options[@]+"${options[@]}"}) || printf 'not drawn in %s: %s\n' "$3" "$game"
    done
}
mkdir -p "$out"
[ ! -d "$work/base/$prefix" ] || draw "$work/base/$prefix" "$work/before" "the base" >"$work/said"
draw "$PWD" "$work/after" "the pull request" >>"$work/said"
rm -rf "$out/changes"
python3 "$here/changes.py" "$work/before" "$work/after" "$out" <"$work/said"
