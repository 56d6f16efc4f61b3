#!/usr/bin/env bash
# Run everything that a change must pass, from a fresh clone: bash tests/run.sh [arguments for pytest]
# Needs Python 3.11 or newer with venv. What else is missing it installs as root or where sudo asks nothing; elsewhere
# the tests that need it are skipped and say what to install (with CI=true they fail).
# KG_VENV: where the virtual environment is, if not in .venv.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
venv=${KG_VENV:-.venv}

say() { printf '\n== %s\n' "$*"; }

have() {
  local name
  for name; do command -v "$name" >/dev/null 2>&1 && return 0; done
  return 1
}

install_system_packages() {
  local wanted=() root=()
  have chromium chromium-browser google-chrome || wanted+=(chromium)
  have java || wanted+=(openjdk-17-jre-headless)
  have mvn || wanted+=(maven)
  have wget || wanted+=(wget)
  ((${#wanted[@]})) || return 0
  say "missing: ${wanted[*]}"
  if [ "$(id -u)" -ne 0 ]; then root=(sudo -n); fi
  if ! have apt-get || ! "${root[@]}" true 2>/dev/null; then
    echo "install them to run the tests that need them; on Debian: apt-get install ${wanted[*]}"
    return 0
  fi
  "${root[@]}" apt-get update -qq
  if [[ ${wanted[*]} == *openjdk-17* ]] && ! apt-cache show openjdk-17-jre-headless >/dev/null 2>&1; then
    wanted=("${wanted[@]/openjdk-17-jre-headless/default-jre-headless}") # newer Debian has a newer Java
  fi
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" \
    </dev/null >/dev/null || echo "apt-get could not install them"
}

find_python() {
  local name
  for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return 0
    fi
  done
  echo "needs Python 3.11 or newer with venv: apt-get install python3 python3-venv" >&2
  return 1
}

install_python_packages() {
  local python stamp
  [ -x "$venv/bin/python" ] || { python=$(find_python) && "$python" -m venv "$venv"; } || return 1
  stamp="$PWD $("$venv/bin/python" -V) $(cksum <pyproject.toml)"
  [ "$(cat "$venv/citegraph-tests" 2>/dev/null)" = "$stamp" ] && return 0
  say "installing citegraph and what its tests need into $venv"
  "$venv/bin/python" -m pip install --quiet --upgrade 'pip>=25.1' &&
    "$venv/bin/python" -m pip install --quiet --group dev --editable . &&
    echo "$stamp" >"$venv/citegraph-tests"
}

install_system_packages
install_python_packages || exit 1
have java && have mvn && { "$venv/bin/python" -m tests.neo4j.jars || true; } # the tests say it again

failed=()
check() {
  say "$*"
  "$venv/bin/$1" "${@:2}" || failed+=("$*")
}
check ruff check .
check ruff format --check .
check mypy
check lint-imports
((${#failed[@]})) && say failed && printf '%s\n' "${failed[@]}"

say "pytest $*"
"$venv/bin/python" -m pytest "$@"
tests=$?
((${#failed[@]})) && exit 1
exit "$tests"
