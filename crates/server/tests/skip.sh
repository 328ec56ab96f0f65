# For scripts that need another tool: `skip NAME REASON` ends the script, and fails if CAIRN_REQUIRE_TOOLS is set.
skip() {
    local name=$1
    shift
    printf 'skipped %s: %s\n' "$name" "$*" | tee -a "${CAIRN_SKIPPED_TESTS:-/dev/null}"
    [ -z "${CAIRN_REQUIRE_TOOLS:-}" ]
    exit
}
