"""python run.py vectors.jsonl [COMMAND ...]: send vectors to what speaks lines of JSON."""

import json
import subprocess
import sys
from pathlib import Path

file, *command = sys.argv[1:]
server = subprocess.Popen(
    command or ["timegraph", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def request(method, **params):
    params["graph"] = "vector"
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    print(line, file=server.stdin, flush=True)
    return json.loads(server.stdout.readline())


wrong = 0
vectors = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
for vector in vectors:
    request("create", on_conflict=vector.get("policy", "error"))
    reply = request("add", statements=vector["statements"])
    if "error" not in reply:
        reply = request(**vector["question"])
    request("drop")
    result = reply.get("result") or {"answer": reply["error"]["data"]["kind"]}
    answer = result.get("answer", result.get("relations", result))
    if answer != vector["answer"]:
        wrong += 1
        print(f"{json.dumps(vector)}: not {answer}")
print(f"{len(vectors)} vectors, {wrong} wrong")
sys.exit(1 if wrong else 0)
