#!/bin/sh
# Measures the first page, a game, an analysis, a puzzle and a lesson with Lighthouse in Chromium on the loopback
# interface, and fails below our targets: performance 95, all other categories 100. Needs npm, Chromium and a quiet
# machine. Pages of games ask search engines not to list them, so that Lighthouse does not look for that there.
#
# usage: lighthouse.sh [path of cairn]
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
cairn=${1:-$root/target/release/cairn}
folder=$(mktemp -d)
out=$root/target/lighthouse
mkdir -p "$out"
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT INT TERM

if [ -z "${CHROME_PATH:-}" ]; then
    for name in "${CAIRN_CHROMIUM:-chromium}" chromium-browser google-chrome; do
        CHROME_PATH=$(command -v "$name") && break
    done
    export CHROME_PATH
fi
command -v npm >/dev/null || { echo "lighthouse.sh: there is no npm" >&2; exit 1; }
[ -n "$CHROME_PATH" ] || { echo "lighthouse.sh: there is no Chromium" >&2; exit 1; }
[ -x "$out/node_modules/.bin/lighthouse" ] || (cd "$out" && npm install --no-audit --no-fund --prefix . lighthouse >&2)

"$cairn" serve --listen 127.0.0.1:0 --database "$folder/games.sqlite" >"$folder/said" 2>&1 &
server=$!
address=
while [ -z "$address" ]; do
    kill -0 "$server" || { cat "$folder/said" >&2; exit 1; }
    address=$(grep -o 'http://127\.0\.0\.1:[0-9]*' "$folder/said" | head -n 1) || sleep 0.1
done
id=$(curl -sf "$address/api/v1/games" -H 'content-type: application/json' \
    -d '{"game":"staqs","seats":["human","level3"]}' | sed 's/.*"id":"\([^"]*\)".*/\1/')

failed=0
for page in "home /" "game /games/$id" "analysis /analysis?game=stac" "puzzle /puzzles/stacks-1" "lesson /learn/stlts"; do
    name=${page%% *}
    [ "$name" = game ] && skipped=--skip-audits=is-crawlable || skipped=
    for preset in mobile desktop; do
        report=$out/$name-$preset.json
        [ "$preset" = desktop ] && how=--preset=desktop || how=--form-factor=mobile
        "$out/node_modules/.bin/lighthouse" "$address${page#* }" "$how" --quiet --output=json --output-path="$report" \
            ${skipped:+"$skipped"} --only-categories=performance,accessibility,best-practices,seo \
            --chrome-flags="--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
        node -e '
            const [, file, name] = process.argv;
            const { categories, audits } = JSON.parse(require("fs").readFileSync(file));
            const least = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
            let bad = 0;
            for (const [id, floor] of Object.entries(least)) {
                const score = Math.round(100 * categories[id].score);
                console.log(`${name} ${id} ${score}`);
                if (score >= floor) continue;
                bad = 1;
                for (const { id: audit, weight } of categories[id].auditRefs) {
                    const { score, title, displayValue } = audits[audit] ?? { score: null };
                    if (weight && score !== null && score < 1) console.log(`  ${audit}: ${title} ${displayValue ?? ""}`);
                }
            }
            process.exit(bad);
        ' "$report" "$name ($preset)" || failed=1
    done
done
exit "$failed"
