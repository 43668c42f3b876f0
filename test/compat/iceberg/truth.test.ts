import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { LEVELS } from '../../../src/compat/finding.ts';
import { backwardRules } from '../native/rule-suite.ts';
import { compareIceberg, field, schema, table } from './compare-iceberg.ts';

const cases = (name: string): string => readFileSync(new URL(`../../cases/${name}`, import.meta.url), 'utf8');

type Row = {
  readonly system: string;
  readonly from: string;
  readonly to: string;
  readonly verdict: string;
};

const ROWS = (JSON.parse(cases('promotions.json')) as Row[])
  .filter(({ system }) => /iceberg/.test(system))
  .flatMap(row => row.to.split('|').map(to => ({ ...row, to })));

const TYPES: Readonly<Record<string, string>> = {
  'decimal(P,S)': 'decimal(4,2)',
  'decimal(P2,S)': 'decimal(6,2)',
  'decimal(P2,S2)': 'decimal(6,3)',
  'fixed(16)': 'fixed[16]',
  any: 'string',
};

/** Where one reader in use does what the specification does not have; docs/native-pairs.md has each with its reason. */
const BEYOND: Readonly<Record<string, boolean>> = {
  'iceberg-java-HEAD date timestamp': true,
  'pyiceberg-HEAD string binary': false,
  'pyiceberg-HEAD binary string': false,
  'pyiceberg-HEAD fixed(16) uuid': false,
  'pyiceberg-HEAD decimal(P,S) decimal(P2,S2)': false,
};

describe('the promotions of Iceberg', () => {
  it.each(ROWS)('$system: $from → $to is $verdict', ({ system, from, to, verdict }) => {
    const version = system === 'iceberg-v2' ? 2 : 3;
    const side = (type: string): Json => table(version, [field(1, 'a', TYPES[type] ?? type)]);
    const { levels } = compareIceberg(side(from), side(to));
    expect(levels.wire.backward).toBe(BEYOND[`${system} ${from} ${to}`] ?? verdict === 'ok');
  });

  it('every row of a single reader is one where it parts with the specification', () => {
    const single = ROWS.filter(({ system }) => system.endsWith('HEAD'));
    expect(single.map(({ system, from, to }) => `${system} ${from} ${to}`)).toEqual(Object.keys(BEYOND));
  });

  it('lets a date become a timestamp only where the table is known to be of version 3', () => {
    const lone = compareIceberg(schema(field(1, 'a', 'date')), schema(field(1, 'a', 'timestamp')));
    expect(lone.levels.wire.backward).toBe(false);
    const three = field(2, 'b', 'timestamp_ns');
    const shown = compareIceberg(
      schema(field(1, 'a', 'date'), three),
      schema(field(1, 'a', 'timestamp'), three),
    );
    expect(shown.levels.wire.backward, 'a type of version 3 shows the version').toBe(true);
  });
});

type RegistryCase = {
  readonly id: string;
  readonly format: string;
  readonly writer: Json;
  readonly reader: Json;
  readonly expected: string;
};

const REGISTRY: Readonly<Record<string, readonly string[]>> = {
  'case-31': ['TYPE_MISMATCH', 'DECIMAL_SCALE_CHANGED'],
  'case-35': ['FIELD_FILLED', 'FIELD_DROPPED', 'NAME_REUSED'],
  'case-37': ['FLOAT_TO_DOUBLE'],
  'case-39': ['WRITE_DEFAULT_CHANGED'],
};

describe('cases from the trackers of registries', () => {
  const rows = cases('registry_cases.jsonl')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RegistryCase)
    .filter(({ format }) => format === 'iceberg' || format === 'field-id');

  it('are all answered', () => expect(rows.map(({ id }) => id)).toEqual(Object.keys(REGISTRY)));

  it.each(rows)('$id $expected', ({ id, writer, reader, expected }) => {
    const found = compareIceberg(writer, reader);
    expect(backwardRules(found).sort()).toEqual([...REGISTRY[id]!].sort());
    const holds = LEVELS.every(level => found.levels[level].backward);
    expect(holds).toBe(expected !== 'incompatible');
  });

  it('a dropped field that returns under its own id needs a change record, because the table never gives one out twice', () => {
    const id = field(1, 'id', 'int');
    const older = {
      'format-version': 2,
      'last-column-id': 2,
      'current-schema-id': 1,
      schemas: [
        { type: 'struct', 'schema-id': 0, fields: [id, field(2, 'score', 'float')] },
        { type: 'struct', 'schema-id': 1, fields: [id] },
      ],
    };
    const found = compareIceberg(older, table(2, [id, field(2, 'score', 'double')]));
    expect(found.class).toBe('migrate');
    expect(backwardRules(found)).toEqual(['FIELD_FILLED', 'ID_BELOW_LAST']);
  });
});

describe('unknown and zero', () => {
  const before = schema(field(1, 'id', 'int'));

  it('a new field read as null is compatible', () => {
    const found = compareIceberg(before, schema(field(1, 'id', 'int'), field(2, 'n', 'int')));
    expect(found).toMatchObject({ class: 'compatible', for: ['backward', 'forward'] });
  });

  it('a new field read as 0 asks for a migration, because rows without it now say zero', () => {
    const zero = field(2, 'n', 'int', { 'initial-default': 0, 'write-default': 0 });
    const found = compareIceberg(before, schema(field(1, 'id', 'int'), zero));
    expect(found.class).toBe('migrate');
    expect(found.levels).toMatchObject({ wire: { backward: true }, train: { backward: false } });
  });
});
