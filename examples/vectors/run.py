# python run.py vectors.jsonl [COMMAND ...]: send vectors to what speaks lines of JSON.
import json
import sys
from subprocess import PIPE, Popen

sys.excepthook = lambda kind, error, _: print(f"{kind.__name__}: {error}", file=sys.stderr)
file, *command = sys.argv[1:]
server = Popen(command or ["timegraph", "serve"], stdin=PIPE, stdout=PIPE, text=True)


def request(method, **params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"graph": "v", **params}}
    print(json.dumps(request), file=server.stdin, flush=True)
    reply = json.loads(server.stdout.readline())
    return reply.get("result") or {"answer": reply["error"]["data"]["kind"]}


vectors = [json.loads(line) for line in open(file, encoding="utf-8")]  # noqa: SIM115
wrong = 0
for vector in vectors:
    request("create", on_conflict=vector.get("policy", "error"), conventions=False)
    added = request("add", statements=vector["statements"])
    result = request(**vector["question"]) if "ids" in added else added
    answer = result.get("answer", result.get("relations", result))
    request("drop")
    if answer != vector["answer"]:
        wrong += 1
        print(f"{json.dumps(vector)}: not {answer}")
print(f"{len(vectors)} vectors, {wrong} wrong")
sys.exit(wrong > 0)
