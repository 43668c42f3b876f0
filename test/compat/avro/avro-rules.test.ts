import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
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

describe('a timestamp that a property takes its zone from', () => {
  const moment = (more: object): Json =>
    ({ type: 'long', logicalType: 'timestamp-micros', ...more }) as unknown as Json;
  const isolated = { 'adjust-to-utc': false };

  it('breaks training where it is added, because the hands of a clock are no moment', () => {
    const { levels, findings } = compareAvro(moment({}), moment(isolated));
    expect(backward({ findings }).sort()).toEqual(['LOGICAL_TYPE_CHANGED', 'PROPERTY_CHANGED']);
    expect(levels.train).toEqual({ backward: false, forward: false });
  });

  it('is what a local timestamp is, and what an instant is where it says true', () => {
    const local: Json = { type: 'long', logicalType: 'local-timestamp-micros' };
    expect(compareAvro(moment(isolated), local).levels.train.backward).toBe(true);
    expect(compareAvro(moment({}), moment({ 'adjust-to-utc': true })).levels.train.backward).toBe(true);
  });
});

it('ids that two fields exchanged break training, because readers by id take the one for the other', () => {
  const places = (lat: number, lon: number): Json => ({
    type: 'record',
    name: 'R',
    fields: [
      { name: 'lat', type: 'double', 'field-id': lat },
      { name: 'lon', type: 'double', 'field-id': lon },
    ],
  });
  const { levels, findings } = compareAvro(places(1, 2), places(2, 1));
  expect(backward({ findings })).toEqual(['FIELD_ID_CHANGED', 'FIELD_ID_CHANGED']);
  expect(levels.train).toEqual({ backward: false, forward: false });
});

describe('a name that another field took', () => {
  const record = (...fields: readonly Json[]): Json => ({ type: 'record', name: 'R', fields });
  const field = (name: string, more: object = {}): Json => ({ name, type: 'double', default: 0, ...more });
  const trains = (older: Json, newer: Json) => compareAvro(older, newer).levels.train.forward;

  it.each<[string, Json, Json]>([
    [
      'two that exchanged their names',
      record(field('lon'), field('lat')),
      record(field('lat', { aliases: ['lon'] }), field('lon', { aliases: ['lat'] })),
    ],
    [
      'a new field under the former name of another',
      record(field('temp')),
      record(field('temp_c', { aliases: ['temp'] }), field('temp')),
    ],
    [
      'a field renamed into the name of one that left',
      record(field('x'), field('y')),
      record(field('y', { aliases: ['x'] })),
    ],
    [
      'two types of a union that exchanged theirs',
      [
        { type: 'fixed', name: 'A', size: 4 },
        { type: 'fixed', name: 'B', size: 4 },
      ],
      [
        { type: 'fixed', name: 'A', size: 4, aliases: ['B'] },
        { type: 'fixed', name: 'B', size: 4, aliases: ['A'] },
      ],
    ],
  ])('breaks training of the older reader, who takes one for the other: %s', (_, older, newer) => {
    expect(compareAvro(older, newer).findings).toContainEqual(
      expect.objectContaining({ rule: 'NAME_REUSED', direction: 'forward' }),
    );
    expect(trains(older, newer)).toBe(false);
  });

  it('is no news to a reader that lists the same former name', () => {
    const both = [field('temp_c', { aliases: ['temp'] }), field('temp')] as const;
    const { findings } = compareAvro(record(...both), record(...both, field('more')));
    expect(findings.map(({ rule }) => rule)).not.toContain('NAME_REUSED');
  });

  it('is none where a field was renamed, and nothing has its former name', () => {
    const { findings } = compareAvro(record(field('a')), record(field('b', { aliases: ['a'] })));
    expect(findings.map(({ rule }) => rule)).not.toContain('NAME_REUSED');
  });
});

describe('a union that stayed as it was', () => {
  const record = (branches: Json, ...more: readonly Json[]): Json => ({
    type: 'record',
    name: 'R',
    fields: [{ name: 'a', type: branches }, ...more],
  });
  const added = { name: 'b', type: 'int', default: 0 };

  it.each([[['string', 'bytes']], [['bytes', 'string']], [['null', 'long', 'int']]])(
    '%j is read by some readers as its first branch that matches, once anything else changed',
    branches => {
      const { levels, findings } = compareAvro(record(branches), record(branches, added));
      expect(backward({ findings })).toContain('UNION_BRANCH_AMBIGUOUS');
      expect([levels.wire.backward, levels.read.backward]).toEqual([true, false]);
    },
  );

  it.each([[['null', 'string']], [['int', 'long']], [['null', 'bytes', 'double']]])(
    '%j is read branch by branch, because the first that matches is the one that was written',
    branches => {
      const { findings } = compareAvro(record(branches), record(branches, added));
      expect(backward({ findings })).not.toContain('UNION_BRANCH_AMBIGUOUS');
    },
  );

  it('is resolved by nobody where nothing else changed', () => {
    const same = record(['string', 'bytes']);
    expect(compareAvro(same, same).findings).toEqual([]);
  });
});

describe('a record that holds another, which holds the first', () => {
  const union = (inner: string): Json => [
    {
      type: 'record',
      name: 'N0',
      fields: [{ name: 'a', type: { type: 'record', name: 'N2', fields: [{ name: 'd', type: inner }] } }],
    },
    'N2',
  ];

  it('is another where it holds itself instead, because names match and shapes do not', () => {
    const { levels, findings } = compareAvro(union('N0'), union('N2'));
    expect(backward({ findings })).toEqual(['NAME_MISMATCH']);
    expect(levels.wire.backward).toBe(false);
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
