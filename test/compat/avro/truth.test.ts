import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { AVRO_RULES } from '../../../src/compat/avro/avro-rules.ts';
import { LEVELS } from '../../../src/compat/finding.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';
import { backward, compareAvro } from './compare-avro.ts';

const cases = (name: string): string => readFileSync(new URL(`../../cases/${name}`, import.meta.url), 'utf8');
const lines = <T>(name: string): T[] =>
  cases(name)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as T);

type Pair = {
  readonly id: string;
  readonly writer: Json;
  readonly reader: Json;
  readonly compatible: boolean;
  readonly reason_code: string;
  readonly changes: readonly string[];
  readonly semantic_risk: readonly string[];
  readonly disputed: boolean;
};

const PAIRS = lines<Pair>('avro_pairs.jsonl');

/** What the checkers of others disagree on; docs/native-pairs.md has each with its reason. */
const DISPUTED: Readonly<Record<string, boolean | 'refused'>> = {
  'av-0069': true,
  'av-0207': true,
  'av-0212': 'refused',
};

describe('pairs whose verdict is known', () => {
  it.each(PAIRS.filter(({ disputed }) => !disputed))('$id $reason_code', pair => {
    const { class: verdict, levels, findings } = compareAvro(pair.writer, pair.reader);
    const rules = backward({ findings });
    expect(levels.wire.backward).toBe(pair.compatible);
    if (!pair.compatible) {
      expect(rules).toContain(pair.reason_code);
      return;
    }
    const differences = pair.changes.filter(change => change !== 'IDENTICAL');
    expect(rules).toEqual(expect.arrayContaining(differences));
    if (differences.length === 0) expect({ verdict, rules }).toEqual({ verdict: 'identical', rules: [] });
    for (const risk of pair.semantic_risk) {
      const named = findings.filter(({ rule, level }) => rule === risk && level !== 'wire');
      expect(named, risk).not.toEqual([]);
    }
    if (pair.semantic_risk.length === 0)
      expect(
        LEVELS.filter(level => !levels[level].backward),
        'no level is lost where there is no risk',
      ).toEqual([]);
  });

  it.each(PAIRS.filter(({ disputed }) => disputed))(
    '$id, on which checkers differ',
    ({ id, writer, reader }) => {
      const answer = FORMATS.avro.inline!(writer, reader);
      expect(answer instanceof Fault ? 'refused' : answer.levels.wire.backward).toBe(DISPUTED[id]);
    },
  );
});

type RegistryCase = {
  readonly id: string;
  readonly format: string;
  readonly writer: Json;
  readonly reader: Json;
  readonly mode: string;
  readonly expected: string;
};

/** What each case comes to here, at the level that decides. The mode names who must read whom. */
const REGISTRY: Readonly<Record<string, { readonly wire: boolean; readonly rules: readonly string[] }>> = {
  'case-01': { wire: false, rules: ['READER_FIELD_MISSING_DEFAULT_VALUE'] },
  'case-03': { wire: false, rules: ['MISSING_ENUM_SYMBOLS'] },
  'case-05': { wire: false, rules: ['MISSING_ENUM_SYMBOLS'] },
  'case-07': { wire: false, rules: ['READER_FIELD_MISSING_DEFAULT_VALUE'] },
  'case-09': { wire: false, rules: ['READER_FIELD_MISSING_DEFAULT_VALUE'] },
  'case-11': { wire: true, rules: ['NAMESPACE_CHANGED'] },
  'case-13': { wire: true, rules: ['READER_DEFAULT_FILLED'] },
  'case-15': { wire: true, rules: ['UNION_DEFAULT_NOT_FIRST'] },
  'case-27': { wire: true, rules: ['LOGICAL_TYPE_CHANGED'] },
  'case-29': { wire: false, rules: ['DECIMAL_MISMATCH', 'DECIMAL_SCALE_CHANGED'] },
  'case-33': { wire: true, rules: ['LONG_TO_FLOAT_LOSSY'] },
  'case-51': { wire: false, rules: ['TYPE_MISMATCH'] },
};

describe('cases from the trackers of registries', () => {
  const avro = lines<RegistryCase>('registry_cases.jsonl').filter(({ format }) => format === 'avro');

  it('are all answered', () => expect(avro.map(({ id }) => id)).toEqual(Object.keys(REGISTRY)));

  it.each(avro)('$id $expected', ({ id, writer, reader, expected }) => {
    const { levels, findings, class: verdict } = compareAvro(writer, reader);
    const rules = backward({ findings });
    expect({ wire: levels.wire.backward, rules }).toEqual({
      wire: REGISTRY[id]!.wire,
      rules: expect.arrayContaining([...REGISTRY[id]!.rules]),
    });
    const holds = LEVELS.every(level => levels[level].backward);
    if (expected === 'incompatible') expect({ holds, verdict }).not.toMatchObject({ holds: true });
    if (expected === 'compatible' || expected === 'compatible_with_notice') expect(holds).toBe(true);
    if (expected === 'compatible_lossy') expect(levels.read.backward).toBe(false);
  });
});

describe('cases of JSON Schema from the trackers of registries', () => {
  const cases = lines<RegistryCase>('registry_cases.jsonl').filter(({ format }) => format === 'json-schema');

  it.each(cases)('$id $expected', ({ writer, reader, expected }) => {
    const answer = FORMATS['json-schema'].inline!(writer, reader);
    const holds = !(answer instanceof Fault) && LEVELS.every(level => answer.levels[level].backward);
    expect(holds).toBe(expected === 'compatible');
  });
});

describe('the promotions of Avro', () => {
  type Row = {
    readonly system: string;
    readonly from: string;
    readonly to: string;
    readonly verdict: 'ok' | 'lossy' | 'conditional' | 'no';
  };
  const rows = (JSON.parse(cases('promotions.json')) as Row[]).filter(({ system }) =>
    system.startsWith('avro'),
  );
  const TYPES: Readonly<Record<string, Json>> = {
    fixed: { type: 'fixed', name: 'F', size: 4 },
    enum: { type: 'enum', name: 'E', symbols: ['A'] },
    'decimal(p,s)': { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 },
    'decimal(p2,s2)': { type: 'bytes', logicalType: 'decimal', precision: 6, scale: 3 },
    'decimal(p,s) bytes|fixed': { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 },
  };

  it.each(rows)('$from → $to is $verdict', ({ from, to, verdict }) => {
    const { levels } = compareAvro(TYPES[from] ?? from, TYPES[to] ?? to);
    expect(levels.wire.backward).toBe(verdict !== 'no');
    expect(levels.wire.backward && levels.read.backward).toBe(verdict === 'ok');
  });

  it('a decimal moved from bytes to a fixed is refused, because most readers do not know how', () => {
    const decimal = { logicalType: 'decimal', precision: 4, scale: 2 };
    const { findings } = compareAvro(
      { type: 'bytes', ...decimal },
      { type: 'fixed', name: 'F', size: 4, ...decimal },
    );
    expect(backward({ findings })).toEqual(['TYPE_MISMATCH']);
  });

  it('every rule that a known pair names is a rule here', () => {
    const named = new Set(PAIRS.flatMap(({ semantic_risk }) => semantic_risk));
    for (const rule of named) expect(Object.keys(AVRO_RULES)).toContain(rule);
  });
});
