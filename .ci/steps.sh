# .ci/run and .ci/release source this file. It runs steps one after the other and counts their checks.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true
exec </dev/null

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Runs a command with a time limit in minutes. If its output has lines such as '3 passed, 1 failed', the last one counts its checks. Otherwise, the command is one check.
step() {
  local minutes="$1" title="$2" start="$SECONDS" log="$work/log" status summary good bad
  shift 2
  printf '\n=== %s: %s\n' "$title" "$*"
  timeout --kill-after=60 "${minutes}m" "$@" 2>&1 | tee "$log"
  status="${PIPESTATUS[0]}"
  summary="$(print_plain "$log" | grep -E '^(Tests: .*total|[0-9]+ passed, [0-9]+ failed)$' | tail -n 1)"
  if [ -n "$summary" ]; then
    good="$(read_number_before passed "$summary")"
    bad="$(read_number_before failed "$summary")"
  else
    good="$((status == 0))"
    bad=0
  fi
  if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ "$good" = 0 ]; }; then bad=1; fi
  if [ "$bad" != 0 ]; then
    {
      printf '\nFAILED: %s. To run it alone: %s\n' "$title" "$*"
      print_plain "$log" | grep -E -A 12 '^ +● |^✗ |^seed ' | head -n 80
    } >>"$work/failures"
  fi
  passed="$((passed + good))"
  failed="$((failed + bad))"
  printf '%5d s  exit %d  %s\n' "$((SECONDS - start))" "$status" "$title" >>"$work/times"
}

# Prints the failures, the time of each step, and the numbers of all checks.
finish() {
  printf '\n'
  cat "$work/failures" 2>/dev/null
  cat "$work/times"
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" = 0 ]
}

# Prints a log without colors and carriage returns.
print_plain() {
  sed -e $'s/\x1b\\[[0-9;]*m//g' -e 's/\r$//' "$1"
}

# Prints the number before a word, or 0.
read_number_before() {
  local number
  number="$(grep -oE "[0-9]+ $1" <<<"$2" | grep -oE '[0-9]+')"
  echo "${number:-0}"
}

# Installs Debian packages, unless the command that they contain exists.
install_program() {
  local command="$1" sudo=()
  shift
  PATH="$PATH:/usr/sbin" command -v "$command" >/dev/null && return 0
  if [ "$(id -u)" != 0 ]; then sudo=(sudo); fi
  "${sudo[@]}" apt-get update &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# Installs a browser and a compiler. n8n's native packages are compiled where their built files cannot be downloaded.
install_browser_and_compiler() {
  install_program chromium chromium fonts-liberation && install_program g++ python3 make g++
}
export -f install_program install_browser_and_compiler
