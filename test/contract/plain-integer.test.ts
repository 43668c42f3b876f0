import { describe, expect, it } from 'vitest';
import { parseChange } from '../../src/change/parse-change.ts';
import { parseLedger } from '../../src/contract/ledger-file.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import { parseSet } from '../../src/golden/set.ts';
import { ANIMALS, bytesOf, CONTEXT } from './small-subject.ts';

const DIGEST = ANIMALS.digest;

/** Each document with a `#` where one integer stands, and an integer that is lawful there. */
const DOCUMENTS: ReadonlyArray<
  readonly [what: string, text: string, lawful: string, parse: (file: string, bytes: Uint8Array) => unknown]
> = [
  ['a field id', field('id: #, physical: int64'), '17', contract],
  ['the id of an element', list('{id: #, physical: int64, logical: number, nullable: false}'), '2', contract],
  ['a default', field('id: 1, physical: int64, default: #'), '17', contract],
  ['an end of a range', field('id: 1, physical: int32, range: [0, #]'), '17', contract],
  ['a length', list(`${element()}, length: #`, ''), '17', contract],
  ['a greatest length', list(`${element()}, maxLength: #`, ''), '17', contract],
  ['an ignore value', label('ignoreValue: #, unknownPolicy: reject'), '-100', contract],
  ['the term of a policy', label('ignoreValue: -100, unknownPolicy: {map: #}'), '2', contract],
  ['the id of a member', subject('sampleId: {field: #}'), '17', parseSubject],
  [
    'an ignore value of a default',
    subject('sampleId: {field: 1}', 'defaults: {fields: {1: {ignoreValue: #}}}\n'),
    '-1',
    parseSubject,
  ],
  ['the id of a term', 'vocabulary: v\nterms: [{id: #, label: a}]\n', '17', parseVocabulary],
  ['the code of a term', 'vocabulary: v\nterms: [{id: 1, label: a, code: #}]\n', '17', parseVocabulary],
  ['a version of a ledger', ledger('version: #', 'id: 1'), '4', parseLedger],
  ['an id of a ledger', ledger('version: 4', 'id: #'), '17', parseLedger],
  ['the version of a set', set('version: #', 'rows: 3'), '4', parseSet],
  ['the rows of a set', set('version: 4', 'rows: #'), '17', parseSet],
  ['where a change comes from', change('from: #, to: 4'), '3', parseChange],
  ['where a change goes', change('from: 3, to: #'), '4', parseChange],
  ['the version of a change of data', data('version: #'), '4', parseChange],
];

describe('an integer of a document', () => {
  for (const [what, text, lawful, parse] of DOCUMENTS) {
    const written = (number: string) => parse('a.yaml', bytesOf(text.replace('#', number)));

    it(`that is ${what} may be written in plain decimal digits`, () => {
      expect(written(lawful)).not.toHaveProperty('code');
    });

    it.each([
      `${lawful}.0`,
      `${lawful.replace(/(\d)(\d*)$/, '$1.$2')}e${lawful.replace('-', '').length - 1}`,
    ])(`that is ${what} may not be written %s, because one number has one spelling`, number => {
      expect(Number(number), 'it is the same number').toBe(Number(lawful));
      const line = text.slice(0, text.indexOf('#')).split('\n').length;
      expect(written(number)).toMatchObject({ exit: 2, at: { file: 'a.yaml', line } });
    });

    it(`that is ${what} may not be written with a plus sign`, () => {
      const number = lawful.replace('-', '').replace(/^/, '+');
      expect(written(number)).toMatchObject({ code: 'YAML_NUMBER_FORM', exit: 2, facts: { number } });
    });

    it(`that is ${what} is never the zero below zero`, () => {
      expect(written('-0')).toMatchObject({ exit: 2 });
    });
  }
});

it('a threshold is any decimal from 0 on', () => {
  const threshold = (number: string) =>
    parseChange('a.yaml', bytesOf(`${change('from: 3, to: 4')}thresholds: {shadow.quantiles: ${number}}\n`));
  expect(threshold('5')).toMatchObject({ change: { thresholds: { 'shadow.quantiles': 5 } } });
  expect(threshold('0.5')).toMatchObject({ change: { thresholds: { 'shadow.quantiles': 0.5 } } });
  expect(threshold('-1')).toMatchObject({ code: 'SHAPE' });
});

function contract(file: string, bytes: Uint8Array) {
  return parseContract(file, bytes, CONTEXT);
}

function field(own: string): string {
  return `schema: s.v1\nfields:\n  - {name: a, logical: number, nullable: false, ${own}}\n`;
}

function element(): string {
  return '{id: 2, physical: int64, logical: number, nullable: false}';
}

function list(of: string, length = ', length: 3'): string {
  return `schema: s.v1\nfields:\n  - {id: 1, name: a, physical: list, logical: sequence, nullable: false, element: ${of}${length}}\n`;
}

function label(own: string): string {
  return `schema: s.v1\nfields:\n  - {id: 1, name: a, physical: string, logical: label, nullable: false, vocabulary: ${DIGEST}, ${own}}\n`;
}

function subject(sampleId: string, defaults = ''): string {
  return `subject: s\n${defaults}members:\n  ${sampleId}\n  sourceId: {constant: x}\n  sourceVersion: {constant: x}\n  split: {constant: x}\n`;
}

function ledger(version: string, id: string): string {
  return `ledger: s\nversions:\n  - ${version}\n    recordSchema: ${DIGEST}\n    ids: [{${id}, name: a, kind: int64}]\nrevisions: []\n`;
}

function set(version: string, rows: string): string {
  return `revision: r\nsubject: s\n${version}\ndata: {file: r.csv, format: csv, sha256: "${DIGEST}", ${rows}}\nsource: here\n`;
}

function change(step: string): string {
  return `changes: version\nsubject: s\n${step.replace(', ', '\n')}\nclass: compatible\nreason: because\nconsumers: []\n`;
}

function data(version: string): string {
  return `changes: revision\nsubject: s\n${version}\nfrom: a\nto: b\nclass: identical\nreason: because\nconsumers: []\n`;
}
