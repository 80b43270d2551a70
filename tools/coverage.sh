#!/usr/bin/env bash
# Which branches the fast tests take, kernels included; fails under 95 % of all outside report.
#
#   bash tools/coverage.sh [PYTHON]     the interpreter with the extra dev (.venv/bin/python)
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
python=${1:-.venv/bin/python}
"$python" -m coverage erase
NUMBA_DISABLE_JIT=1 "$python" -m coverage run -m pytest -q -m 'not slow' -n 2 </dev/null
"$python" -m coverage combine -q
"$python" -m coverage report
figures=$(mktemp)
trap 'rm -f -- "$figures"' EXIT
"$python" -m coverage json -q -o "$figures"
"$python" tools/branches.py "$figures" 95
