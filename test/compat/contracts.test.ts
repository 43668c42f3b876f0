import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { compare } from '../../src/compat/compare.ts';
import { historyOf } from '../../src/compat/history.ts';
import { parseLedger } from '../../src/contract/ledger-file.ts';
import { parseNormalizer } from '../../src/contract/normalizer.ts';
import { type ParseContext, parseContract } from '../../src/contract/parse-contract.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { parseSubject } from '../../src/contract/subject.ts';

const bytes = (file: string): Uint8Array => readFileSync(new URL(`../../schemas/${file}`, import.meta.url));

function must<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}

const read = <T>(parse: (file: string, bytes: Uint8Array) => T | Fault, file: string): T =>
  must(parse(file, bytes(file)));

const outcome = read(parseVocabulary, 'vocabularies/outcome.yaml');
const normalizer: Digest = read(parseNormalizer, 'normalizers/training-text.yaml').digest;
const context: ParseContext = {
  subject: read(parseSubject, 'training.example/subject.yaml'),
  vocabularies: new Map([[outcome.digest, outcome]]),
  normalizers: new Set([normalizer]),
  tokenizers: new Set(),
};
const versionOf = (file: string, edit: (text: string) => string = text => text): Schema =>
  must(
    parseContract(
      file,
      Buffer.from(edit(Buffer.from(bytes(`training.example/${file}`)).toString())),
      context,
    ),
  ).schema;

const v4 = versionOf('v4.yaml');

describe('training.example, as it is written in its files', () => {
  it('goes from version 3 to 4 with a conversion and another type of label, and with nothing else', () => {
    const change = compare(versionOf('v3.yaml'), v4);
    expect(change.class).toBe('migrate');
    expect(
      change.findings
        .filter(({ direction }) => direction === 'backward')
        .map(({ rule, path, level, conversion }) => [rule, path[0]!.id, level, conversion]),
    ).toEqual([
      ['FIELD_UNIT_SAME', 17, 'train', '×1000'],
      ['FIELD_TYPE_PROMOTES', 23, 'wire', undefined],
      ['LABEL_TYPE_SAME', 23, 'train', undefined],
    ]);
  });

  it('is identical where only a comment, an order of keys or an owner was edited', () => {
    const edited = versionOf('v4.yaml', text =>
      text.replace(
        '    name: outcome\n    physical: string\n',
        '    physical: string # as labelled\n    name: outcome\n',
      ),
    );
    expect(compare(v4, edited)).toMatchObject({ class: 'identical', findings: [] });
  });

  it.each<[what: string, from: string, to: string, rules: string[], kind: string]>([
    ['a range narrows', '[0, 600000]', '[0, 60000]', ['RANGE_NARROWS'], 'compatible'],
    ['null becomes lawful', 'nullable: false', 'nullable: true', ['NULLABILITY_WIDENS'], 'compatible'],
    [
      'the unknown policy changes',
      'unknownPolicy: reject',
      'unknownPolicy: pass',
      ['UNKNOWN_POLICY_SAME', 'UNKNOWN_POLICY_SAME'],
      'migrate',
    ],
    ['a field is renamed', 'name: outcome', 'name: result', ['FIELD_RENAMED', 'FIELD_RENAMED'], 'compatible'],
  ])('is judged right where %s', (_, from, to, rules, kind) => {
    const change = compare(
      v4,
      versionOf('v4.yaml', text => text.replace(from, to)),
    );
    expect(change.findings.map(({ rule }) => rule)).toEqual(rules);
    expect(change.class).toBe(kind);
  });

  it('forbids an id reused for another thing', () => {
    const reused = versionOf('v4.yaml', text =>
      text
        .replace('name: response_latency_ms', 'name: retries')
        .replace('logical: duration', 'logical: count')
        .replace('    unit: millisecond\n', ''),
    );
    const history = historyOf(read(parseLedger, 'training.example/ledger.yaml').ledger.versions);
    expect(compare(v4, reused, history)).toMatchObject({ class: 'forbidden', for: [] });
  });
});
