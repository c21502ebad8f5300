#!/usr/bin/env bash
# What the GitHub action does: checks and builds the games, and tells each fault beside its line. GAMES, PAPER, OPTIONS and
# DENY are its inputs.
set -uo pipefail
here=$(dirname "$0")
status=0
read -r -a games <<<"${GAMES:-.}"
read -r -a options <<<"${OPTIONS:-}"
for game in "${games[@]}"; do
    told=$(hexpress check "$game" --paper "${PAPER:-iso}" ${DENY:+--deny "$DENY"} --json) || status=1
    python3 "$here/annotate.py" <<<"$told"
    hexpress build "$game" --paper "${PAPER:-iso}" --output output --no-check ${options[@]+"${options[@]}"} || status=1
done
exit "$status"
