import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AVRO_RULES } from '../../../src/compat/avro/avro-rules.ts';
import { backward, compareAvro } from './compare-avro.ts';
import { AVRO_CASES } from './rule-cases.ts';

describe.each(Object.entries(AVRO_CASES))('%s', (id, { trips, holds, beside = [] }) => {
  it('is told of where it happens, with nothing beside it that does not belong', () => {
    expect(backward(compareAvro(...trips)).sort()).toEqual([id, ...beside].sort());
  });

  it('is silent next to that, because else it could fire always unnoticed', () => {
    const { class: verdict, findings } = compareAvro(...holds);
    expect({ verdict, findings }).toEqual({ verdict: 'identical', findings: [] });
  });

  it('breaks its own level, or none where it is a note', () => {
    const { effect, level, access } = AVRO_RULES[id as keyof typeof AVRO_RULES];
    const alone = compareAvro(...trips);
    const broken = effect !== 'note' && access.includes('name');
    expect(alone.levels[level].backward).toBe(!broken);
  });
});

describe('docs/native-rules.md', () => {
  it('has a row for every Avro rule, word for word and in the order of the table', () => {
    const page = readFileSync(new URL('../../../docs/native-rules.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## Avro\n');
    const rows = section
      .split('\n## ')[0]!
      .split('\n')
      .filter(line => /^\| `[A-Z_0-9]+`/.test(line));
    expect(rows).toEqual(
      Object.entries(AVRO_RULES).map(
        ([id, { level, effect, access, promise, remedy }]) =>
          `| \`${id}\` | ${level} | ${access.join(', ')} | ${effect} | ${promise} | ${remedy} |`,
      ),
    );
  });
});
