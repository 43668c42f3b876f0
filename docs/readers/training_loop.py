"""A training loop that takes only records which may be read as one version of a subject.

usage: training_loop.py COMMAND...
    where COMMAND is `npx assay read FILE --as SUBJECT@VERSION`

It fits a mean to each outcome, one step a record, and throws the fit away unless every record passed.
"""

import json
import subprocess
import sys


def main(command):
    reader = subprocess.Popen(command, stdout=subprocess.PIPE)
    fit, steps = {}, 0
    for line in reader.stdout:
        record = json.loads(line)
        count, mean = fit.get(record["outcome"], (0, 0.0))
        mean += (record["response_latency_ms"] - mean) / (count + 1)
        fit[record["outcome"]] = (count + 1, mean)
        steps += 1
    if reader.wait() != 0:
        raise SystemExit(f"not every record passed: exit {reader.returncode}; what {steps} records taught is thrown away")
    print(json.dumps({"steps": steps, "fit": {name: mean for name, (_, mean) in sorted(fit.items())}}))


if __name__ == "__main__":
    main(sys.argv[1:])
