# For scripts that need another tool: `skip NAME REASON` ends the script, and fails if CAIRN_REQUIRE_TOOLS is set.
skip() {
    local name=$1
    shift
    printf 'skipped %s: %s\n' "$name" "$*" | tee -a "${CAIRN_SKIPPED_TESTS:-/dev/null}"
    [ -z "${CAIRN_REQUIRE_TOOLS:-}" ]
    exit
}

# Runs a command that reaches a package registry, again after a failure, up to three times. Prints the last failure.
try_thrice() {
    local output
    for _ in 1 2 3; do
        if output=$("$@" 2>&1); then
            return
        fi
    done
    printf '%s\n' "$output" >&2
    return 1
}
