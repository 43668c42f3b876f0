import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { isNote } from '../../../src/compat/catalogue.ts';
import { compare } from '../../../src/compat/compare.ts';
import { importedAvro, inRecord } from './imported-avro.ts';

type Pair = {
  readonly id: string;
  readonly writer: Json;
  readonly reader: Json;
  readonly compatible: boolean;
  readonly reason_code: string;
  readonly semantic_risk: readonly string[];
};

const file = readFileSync(new URL('../../cases/avro_pairs.jsonl', import.meta.url), 'utf8');
const PAIRS = file
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Pair);

/** Pairs of which a contract can't say one side, or Avro itself can't; by the reason. */
const UNSAID: Readonly<Record<string, readonly string[]>> = {
  'a value of a contract has one type': [
    ...['av-0024', 'av-0025', 'av-0028', 'av-0030', 'av-0031', 'av-0032', 'av-0037', 'av-0039', 'av-0041'],
    ...['av-0042', 'av-0043', 'av-0044', 'av-0045', 'av-0095', 'av-0096', 'av-0097', 'av-0098', 'av-0099'],
    ...['av-0109', 'av-0110', 'av-0111', 'av-0112', 'av-0113', 'av-0114', 'av-0119', 'av-0120', 'av-0122'],
    ...['av-0123', 'av-0139', 'av-0210', 'av-0211'],
  ],
  'what can only be null says nothing': ['av-0066', 'av-0073', 'av-0074', 'av-0076', 'av-0086'],
  'records of a contract have an end': ['av-0063', 'av-0064', 'av-0065', 'av-0130'],
  'a contract has a field at least': ['av-0050', 'av-0051', 'av-0060', 'av-0100', 'av-0101', 'av-0124'],
  'the enum default is no symbol, and Avro has no such schema': ['av-0212'],
};
const unsaid = new Map(Object.entries(UNSAID).flatMap(([why, ids]) => ids.map(id => [id, why] as const)));

/** Where readers of a contract by name fare otherwise than Avro's; docs/native-pairs.md has each with its reason. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'types have no names': ['av-0092', 'av-0125', 'av-0126'],
  'a term is stored as its text, and one the reader lacks breaks what it means': [
    'av-0106',
    'av-0107',
    'av-0108',
  ],
  'bytes are no text until they are read': ['av-0038'],
  'not every reader by name knows of aliases': ['av-0198', 'av-0207'],
};
const otherwise = new Map(
  Object.entries(OTHERWISE).flatMap(([why, ids]) => ids.map(id => [id, why] as const)),
);

/** The rules that name each risk, above the level of bytes. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  INT_TO_FLOAT_LOSSY: ['INTEGER_ROUNDS'],
  LONG_TO_FLOAT_LOSSY: ['INTEGER_ROUNDS'],
  LONG_TO_DOUBLE_LOSSY: ['INTEGER_ROUNDS'],
  BYTES_TO_STRING_UTF8_RISK: ['FIELD_LOGICAL_SAME'],
  WRITER_FIELD_DROPPED: ['FIELD_RETIRED'],
  READER_DEFAULT_FILLED: ['DEFAULT_CONFUSES_UNKNOWN', 'FIELD_ADDED'],
  ENUM_DEFAULT_COLLAPSE: ['VOCABULARY_TERM_KNOWN'],
  ENUM_DEFAULT_CHANGED: ['UNKNOWN_POLICY_SAME'],
  DEFAULT_VALUE_CHANGED: ['DEFAULT_SAME'],
};

/** Risks of what a contract does not have, so that both sides of it are one; an alias of a field is told of at `wire`. */
const NO_RISK: Readonly<Record<string, readonly string[]>> = {
  WRITER_UNION_COLLAPSED: ['av-0046', 'av-0048'],
  NAMESPACE_CHANGED: ['av-0069'],
  ALIAS_USED: ['av-0198', 'av-0199', 'av-0207'],
};

const isRecord = (schema: Json): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema['type'] === 'record';

function judged({ writer, reader }: Pair) {
  const whole = isRecord(writer) && isRecord(reader) ? (schema: Json) => schema : inRecord;
  const older = importedAvro(whole(writer), undefined);
  if (older instanceof Fault) return older;
  const newer = importedAvro(whole(reader), older);
  if (newer instanceof Fault) return newer;
  const comparison = compare(older.schema, newer.schema);
  const backward = comparison.findings.filter(({ direction }) => direction === 'backward');
  const broken = backward.filter(({ rule, access }) => access.includes('name') && !isNote(rule));
  return {
    ...comparison,
    backward,
    decodes: !broken.some(({ level }) => level === 'wire'),
    isSafe: broken.length === 0,
  };
}

describe('pairs of Avro as two versions of a contract', () => {
  it.each(PAIRS.filter(({ id }) => unsaid.has(id)))('$id has no contract', pair => {
    const found = judged(pair);
    expect(found instanceof Fault && found.code, unsaid.get(pair.id)).toBe(
      pair.id === 'av-0212' ? 'AVRO_DEFAULT' : 'IMPORT_REFUSED',
    );
  });

  it.each(PAIRS.filter(({ id }) => !unsaid.has(id)))('$id $reason_code', pair => {
    const found = judged(pair);
    if (found instanceof Fault) throw found;
    const why = otherwise.get(pair.id);
    expect(found.decodes === pair.compatible, why ?? 'readers by name decode it where Avro does').toBe(
      why === undefined,
    );
    const above = found.backward.filter(({ level }) => level !== 'wire').map(({ rule }) => rule);
    if (!pair.compatible) {
      expect(found.isSafe, 'what Avro refuses is not safe here, names of types apart').toBe(
        OTHERWISE['types have no names']!.includes(pair.id),
      );
      return;
    }
    for (const risk of pair.semantic_risk) {
      if (NO_RISK[risk]?.includes(pair.id)) continue;
      expect(
        above.some(rule => NAMED_BY[risk]!.includes(rule)),
        `${risk} among ${above}`,
      ).toBe(true);
    }
  });

  it('a contract whose pair is the same twice is identical, because ids and terms follow the version before', () => {
    const same = PAIRS.filter(({ id, reason_code }) => reason_code === 'IDENTICAL' && !unsaid.has(id));
    expect(same.length).toBeGreaterThan(10);
    for (const pair of same) expect(judged(pair), pair.id).toMatchObject({ class: 'identical' });
  });

  it('an alias stands for its field by id, though readers by name are told of it', () => {
    for (const id of ['av-0198', 'av-0207'])
      expect(judged(PAIRS.find(pair => pair.id === id)!)).toMatchObject({
        levels: { wire: { backward: true } },
      });
  });
});
