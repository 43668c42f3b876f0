import { describe, expect, it } from 'vitest';
import { copiedProject } from '../cli/harness.ts';
import { chance } from '../golden/chance.ts';

const CONVERTER = 'schemas/training.example/converters/v3-v4.yaml';

/** Records of version 3 that can not become ones of version 4, and what each is left out for. */
const BROKEN: ReadonlyArray<readonly [record: string, code: string, field: number | null]> = [
  ['{"response_latency_ms":601,"outcome":0}', 'RANGE', 17],
  ['{"response_latency_ms":-1,"outcome":0}', 'RANGE', 17],
  ['{"response_latency_ms":5,"outcome":99}', 'UNKNOWN_ENUM', 23],
  ['{"response_latency_ms":5.5,"outcome":1}', 'TYPE_MISMATCH', 17],
  ['{"response_latency_ms":null,"outcome":1}', 'NULL_NOT_ALLOWED', 17],
  ['{"outcome":1}', 'MISSING_FIELD', 17],
  ['{"response_latency_ms":5,"outcome":1,"x":2}', 'UNKNOWN_FIELD', null],
];
const LABELS = ['success', 'failure', 'timeout', 'cancelled'];

describe('a conversion of records of which some are broken', () => {
  it('leaves out each of them for its own reason, at its row, and converts every other exactly', async () => {
    const folder = copiedProject();
    const random = chance(11);
    const [lines, converted, rejected]: [string[], unknown[], unknown[]] = [[], [], []];
    for (let row = 0; row < 6000; row++) {
      const broken = random() < 0.07 ? BROKEN[Math.floor(random() * BROKEN.length)] : undefined;
      const [seconds, code] = [Math.floor(random() * 601), Math.floor(random() * LABELS.length)];
      lines.push(broken?.[0] ?? JSON.stringify({ response_latency_ms: seconds, outcome: code }));
      if (broken === undefined)
        converted.push({ response_latency_ms: 1000 * seconds, outcome: LABELS[code] });
      else rejected.push({ row, code: broken[1], field: broken[2] });
    }
    folder.write('old.jsonl', `${lines.join('\n')}\n`);
    const argv = [
      'convert',
      'old.jsonl',
      '--converter',
      CONVERTER,
      '--out',
      'new.jsonl',
      '--rejects',
      'left.jsonl',
    ];
    const heard = await folder.assay(...argv, '--json');
    expect(heard.exit).toBe(1);
    expect(heard.json()).toMatchObject({
      read: 6000,
      converted: converted.length,
      rejected: rejected.length,
      skipped: 0,
    });
    const read = (file: string): unknown[] =>
      folder
        .read(file)
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line));
    expect(read('new.jsonl')).toEqual(converted);
    const left = read('left.jsonl') as { row: number; code: string; field: number | null }[];
    expect(left.map(({ row, code, field }) => ({ row, code, field }))).toEqual(rejected);
    expect(rejected.length).toBeGreaterThan(300);
  });
});
