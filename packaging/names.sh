#!/usr/bin/env bash
# The outputs of the first step of the GitHub action: under which names it keeps things, and whether the program is missing.
#
# Two uses in one workflow must not have the same artifact. Without ARTIFACT the name has the job, its place in a matrix, and
# from the second use in a job the number of the use. RUNNER_TEMP is empty when a job begins.
set -euo pipefail
here=$(dirname "$0")
plain() { tr -c 'A-Za-z0-9_\n-' '-' <<<"$1" | sed 's/--*/-/g; s/^-//; s/-$//'; }
digest() { cksum <<<"$1" | cut -d ' ' -f 1; }
use=$(plain "${GITHUB_JOB:-job}")
uses=${RUNNER_TEMP:-$(mktemp -d)}/hexpress-uses
echo >>"$uses"
number=$(wc -l <"$uses" | tr -d ' ')
matrix=${MATRIX:-null}
[ "$matrix" = null ] || [ "$matrix" = '{}' ] || use="$use-$(digest "$matrix")"
[ "$number" = 1 ] || use="$use-$number"
case ${ARTIFACT:-} in
    '') echo "artifact=games-$use" ;;
    none) echo "artifact=" ;;
    *) printf 'artifact=%s\n' "$(head -n 1 <<<"$ARTIFACT")" ;;
esac
echo "changes=changed-sheets-$use"
if command -v hexpress >/dev/null; then
    echo "install=no"
else
    echo "install=yes"
    echo "key=$(bash "$here/install.sh" key)"
fi
