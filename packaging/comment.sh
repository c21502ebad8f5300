#!/usr/bin/env bash
# Publishes the result of changes.sh: as a summary of the run, and as a comment on the pull request.
#
#     comment.sh OUT REQUEST     # REQUEST is the number of the pull request
#
# The list goes into the summary of the run. If COMMENT is `comment`, the pictures also go to the separate branch
# `hexpress-sheets/pr-REQUEST`, and the list with the pictures goes into a comment. Each run replaces this comment. The
# comment needs the permissions `contents: write` and `pull-requests: write`. Requests from forks never have these
# permissions, so they get only the summary.
set -uo pipefail
out=$1 request=$2
cat "$out/changes.md" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
[ "${COMMENT:-}" = comment ] || exit 0

# Makes a commit without a parent, so that old pictures do not stay in the repository.
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
