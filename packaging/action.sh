#!/usr/bin/env bash
# The script of the GitHub action. It checks and builds the games, and shows each fault next to its line.
#
# The variables GAMES, PAPER, OPTIONS and DENY are the inputs of the action. GAMES and OPTIONS have a layout or an
# option on each line, which may contain blanks. A single line is split at its blanks, unless it is a file or a folder.
set -uo pipefail
here=$(dirname "$0")
# shellcheck source=packaging/lines.sh
source "$here/lines.sh"
status=0
read_lines "${GAMES:-.}"
games=(${lines[@]+"${lines[@]}"})
read_lines "${OPTIONS:-}"
options=(${lines[@]+"${lines[@]}"})
for game in ${games[@]+"${games[@]}"}; do
    told=$(hexpress check "$game" --paper "${PAPER:-iso}" ${DENY:+--deny "$DENY"} --json) || status=1
    python3 "$here/annotate.py" <<<"$told" || status=1
    hexpress build "$game" --paper "${PAPER:-iso}" --output output --no-check ${options[@]+"${options[@]}"} || status=1
done
exit "$status"
