#!/usr/bin/env bash
# Prints the outputs of the first step of the GitHub action: the names of its artifact and of its cache, and whether the
# program is missing.
#
# If a workflow uses the action twice, each use needs another artifact. If ARTIFACT is not set, the name consists of the
# job and its place in a matrix. From the second use in a job, the number of the use is added. RUNNER_TEMP is empty when
# a job begins.
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
