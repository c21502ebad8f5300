#!/usr/bin/env bash
# Puts what changes.sh wrote where people see it.
#
#     comment.sh OUT REQUEST     # REQUEST is the number of the pull request
#
# The list goes into the summary of the run. If COMMENT is `comment`, the pictures also go to a branch of their own,
# `hexpress-sheets/pr-REQUEST`, and the list with the pictures into one comment, which each run writes again. That needs the
# permissions `contents: write` and `pull-requests: write`, which requests from forks never have: they get the summary.
set -uo pipefail
out=$1 request=$2
cat "$out/changes.md" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
[ "${COMMENT:-}" = comment ] || exit 0

# A commit without a parent, so that old pictures do not stay in the repository.
if [ -d "$out/changes" ]; then
    GIT_INDEX_FILE=$(mktemp -u)
    export GIT_INDEX_FILE
    git --work-tree="$out/changes" add --all --force . && tree=$(git write-tree) &&
        commit=$(git -c user.name=hexpress -c user.email=hexpress@localhost commit-tree "$tree" -m "Pictures of changed sheets") &&
        git push --quiet --force origin "$commit:refs/heads/hexpress-sheets/pr-$request" ||
        { echo "::notice::the pictures cannot be pushed: they are in the artifact"; exit 0; }
    rm -f "$GIT_INDEX_FILE"
fi
marker=$(head -n 1 "$out/changes.md")
comments="repos/$GITHUB_REPOSITORY/issues/$request/comments"
old=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [ -n "$old" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$old" -F body=@"$out/changes.md" >/dev/null
else
    gh api --method POST "$comments" -F body=@"$out/changes.md" >/dev/null
fi || echo "::notice::there is no permission to comment: the list is in the summary of the run"
