# shellcheck shell=bash
# Reads an input of several lines into the array `lines`: read_lines TEXT
#
# Each line is one element, without the blanks at its ends; empty lines are left out. A text of one line is split at
# blanks, because `games: a.toml b.toml` is usual, unless the whole line is a file or a folder. Works with bash 3.2, which
# macOS has.
read_lines() {
    local line
    lines=()
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%$'\r'}
        line="${line#"${line%%[![:space:]]*}"}"
        line="${line%"${line##*[![:space:]]}"}"
        [ -z "$line" ] || lines+=("$line")
    done <<<"$1"
    if [ "${#lines[@]}" = 1 ] && [ ! -e "${lines[0]}" ]; then
        read -r -a lines <<<"${lines[0]}"
    fi
}
