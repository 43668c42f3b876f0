import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseNormalizer } from '../../src/contract/normalizer.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import { contextOf } from '../../src/contract/pins.ts';
import { parseSubject, type Subject } from '../../src/contract/subject.ts';
import { ANIMALS, bytesOf, must } from './small-subject.ts';

const TEXT = `subject: s.t
compatibility: full
defaults:
  owner: o
  sensitivity: internal
  fields:
    23: {logical: category, nullable: false, unknownPolicy: pass}
members:
  sampleId: {field: 23}
  sourceId: {constant: here}
  sourceVersion: {envelope: sourceVersion}
  split: {envelope: split}
files:
  vocabularies/animals.yaml: ${ANIMALS.digest}
`;
const ANIMALS_TEXT = `vocabulary: animals
terms:
  - {id: 1, label: cat, aliases: [kitty]}
  - {id: 2, label: dog}
  - {id: 3, label: cow, code: 3000000000}
`;
const parse = (text: string): Subject | Fault => parseSubject('subject.yaml', bytesOf(text));
const files = (text = ANIMALS_TEXT) =>
  new Map([
    ['vocabularies/animals.yaml', { path: 'schemas/vocabularies/animals.yaml', bytes: bytesOf(text) }],
  ]);

describe('a subject', () => {
  it('says once what its contracts leave out', () => {
    const subject = must(parse(TEXT));
    expect(subject).toMatchObject({
      name: 's.t',
      compatibility: 'full',
      defaults: { owner: 'o', sensitivity: 'internal' },
      members: {
        sampleId: { kind: 'field', field: 23 },
        sourceId: { kind: 'constant', value: 'here' },
        sourceVersion: { kind: 'envelope', column: 'sourceVersion' },
        split: { kind: 'envelope', column: 'split' },
      },
    });
    const context = must(contextOf(subject, files()));
    const contract = must(
      parseContract(
        'v1.yaml',
        bytesOf(
          `schema: s.t.v1\nfields: [{id: 23, name: a, physical: string, vocabulary: "${ANIMALS.digest}"}]`,
        ),
        context,
      ),
    );
    expect(contract.schema.fields[0]).toMatchObject({ logical: 'category', unknownPolicy: { kind: 'pass' } });
  });

  it('is backward compatible and pins nothing unless it says so', () => {
    const short = must(parse(TEXT.replace('compatibility: full\n', '').replace(/files:[\s\S]*/, '')));
    expect(short.compatibility).toBe('backward');
    expect(short.pins.size).toBe(0);
  });

  const BAD: ReadonlyArray<readonly [why: string, from: string, to: string, code: string, line: number]> = [
    ['a name in capitals', 's.t', 'S.t', 'SHAPE', 1],
    ['a name that leads out', 's.t', '../s', 'SHAPE', 1],
    ['an unknown compatibility', 'full', 'sideways', 'SHAPE', 2],
    ['an unknown sensitivity', 'internal', 'secret', 'SHAPE', 5],
    ['a default that only a field can have', 'nullable: false', 'name: x', 'UNKNOWN_KEY', 7],
    ['a default of a field without an id', '    23:', '    outcome:', 'SHAPE', 7],
    ['a default of a field beyond the ids', '    23:', '    2147483648:', 'FIELD_ID_RANGE', 7],
    ['a constant sample id, because all records would be one', '{field: 23}', '{constant: x}', 'SHAPE', 9],
    ['a member by name, because names change', '{field: 23}', '{field: outcome}', 'SHAPE', 9],
    ['a member left out', '  split: {envelope: split}\n', '', 'KEY_MISSING', 9],
    ['an envelope column nobody has', '{envelope: split}', '{envelope: splits}', 'SHAPE', 12],
    ['an owner that is blank', 'owner: o', "owner: '  '", 'SHAPE', 4],
    ['an owner of two lines', 'owner: o', 'owner: "a\\nb"', 'SHAPE', 4],
    ['a constant that is blank', '{constant: here}', "{constant: ' '}", 'SHAPE', 10],
    ['an id reserved twice', 'members:', 'reserved: {ids: [5, 5]}\nmembers:', 'ROLE_DUPLICATE', 8],
    ['ranges that overlap', 'members:', 'reserved: {ids: [[1, 9], [9, 12]]}\nmembers:', 'ROLE_DUPLICATE', 8],
    ['a name reserved twice', 'members:', 'reserved: {names: [x, x]}\nmembers:', 'ROLE_DUPLICATE', 8],
    ['a file above the folder', 'vocabularies/animals', '../animals', 'SHAPE', 14],
    ['an absolute file', 'vocabularies/animals', '/animals', 'SHAPE', 14],
    ['a pin that is no digest', ANIMALS.digest, 'sha256:94c1', 'SHAPE', 14],
  ];
  it.each(BAD)('is refused with %s', (_, from, to, code, line) => {
    expect(TEXT).toContain(from);
    const fault = parse(TEXT.replace(from, to)) as Fault;
    expect([fault.code, fault.at?.file, fault.at?.line]).toEqual([code, 'subject.yaml', line]);
  });
});

describe('the files a subject pins', () => {
  const subject = must(parse(TEXT));

  it('are refused when one was replaced under its name, at the place of the pin', () => {
    const fault = contextOf(subject, files(ANIMALS_TEXT.replace('dog', 'wolf'))) as Fault;
    expect(fault.code).toBe('VOCAB_DIGEST_MISMATCH');
    expect(fault.facts).toMatchObject({ file: 'vocabularies/animals.yaml', pinned: ANIMALS.digest });
    expect(fault.at).toMatchObject({ file: 'subject.yaml', line: 14, column: 30 });
    expect(fault.exit).toBe(2);
  });

  it('keep their digest under comments, quotes, BOM and CRLF, because the terms are pinned, not the bytes', () => {
    const same = `\ufeff# words\n${ANIMALS_TEXT.replace('label: dog', 'label: "dog"')}`.replaceAll(
      '\n',
      '\r\n',
    );
    expect(must(contextOf(subject, files(same))).vocabularies.has(ANIMALS.digest)).toBe(true);
  });

  it('are refused when one is missing or broken', () => {
    expect((contextOf(subject, new Map()) as Fault).code).toBe('PINNED_FILE_MISSING');
    const broken = contextOf(subject, files('vocabulary: animals\nterms: []\n')) as Fault;
    expect([broken.code, broken.at?.file, broken.at?.line]).toEqual([
      'SHAPE',
      'schemas/vocabularies/animals.yaml',
      2,
    ]);
  });

  it('may be normalizers, which are told by their first key', () => {
    const text =
      'normalizer: n\nsteps: [{unicode: NFC}, {lowercase: unicode}, {collapse: whitespace}, {trim: true}]\n';
    const { digest } = must(parseNormalizer('n.yaml', bytesOf(text)));
    const pinned = must(parse(TEXT.replace(/files:[\s\S]*/, `files:\n  n.yaml: ${digest}\n`)));
    const at = (content: string) => new Map([['n.yaml', { path: 'n.yaml', bytes: bytesOf(content) }]]);
    expect(must(contextOf(pinned, at(text))).normalizers.has(digest)).toBe(true);
    const swapped = text.replace(
      '{collapse: whitespace}, {trim: true}',
      '{trim: true}, {collapse: whitespace}',
    );
    expect((contextOf(pinned, at(swapped)) as Fault).code).toBe('NORMALIZER_DIGEST_MISMATCH');
  });

  it.each([
    'steps: []',
    'steps: [{trim: false}]',
    'steps: [{unicode: NFX}]',
    'steps: [{stem: english}]',
    'steps: [{trim: true, unicode: NFC}]',
  ])('are refused where a normalizer has %s', steps => {
    expect(parseNormalizer('n.yaml', bytesOf(`normalizer: n\n${steps}\n`))).toBeInstanceOf(Fault);
  });
});

describe('a source that fits none of its forms', () => {
  it('is refused with the forms there are', () => {
    const fault = parse(TEXT.replace('{field: 23}', '{constant: x}')) as Fault;
    expect(fault.facts).toEqual({
      where: 'members.sampleId',
      expected: 'a map with envelope, or a map with field',
    });
  });
});
