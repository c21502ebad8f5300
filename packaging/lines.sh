# shellcheck shell=bash Reads an input of several lines into the array `lines`: read_lines TEXT
#
# Each line is one element, without the blanks at its ends. Empty lines are left out. A text of one line is split at its
# blanks, because `games: a.toml b.toml` is usual. It is not split if the whole line is a file or a folder. The function
# works with bash 3.2, which macOS has.
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
