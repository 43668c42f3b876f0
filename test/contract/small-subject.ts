import type { Digest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Field } from '../../src/contract/field.ts';
import { parseNormalizer } from '../../src/contract/normalizer.ts';
import { type ParseContext, parseContract } from '../../src/contract/parse-contract.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { parseSubject } from '../../src/contract/subject.ts';

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** The value, or the fault thrown where a test did not expect one. */
export function must<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}

export const ANIMALS = must(
  parseVocabulary(
    'animals.yaml',
    bytesOf(`vocabulary: animals
terms:
  - {id: 1, label: cat, aliases: [kitty]}
  - {id: 2, label: dog}
  - {id: 3, label: cow, code: 3000000000}
`),
  ),
);
export const SMALL = must(
  parseVocabulary(
    'small.yaml',
    bytesOf('vocabulary: small\nterms: [{id: 1, label: cat}, {id: 2, label: dog}]\n'),
  ),
);
const NORMALIZER: Digest = must(
  parseNormalizer('n.yaml', bytesOf('normalizer: n\nsteps: [{trim: true}]\n')),
).digest;

/** A subject whose defaults leave only what a test is about to be written. */
export const CONTEXT: ParseContext = {
  subject: must(
    parseSubject(
      'subject.yaml',
      bytesOf(`subject: s
defaults: {owner: o, sensitivity: public}
members:
  sampleId: {envelope: sampleId}
  sourceId: {envelope: sourceId}
  sourceVersion: {envelope: sourceVersion}
  split: {envelope: split}
`),
    ),
  ),
  vocabularies: new Map([ANIMALS, SMALL].map(vocabulary => [vocabulary.digest, vocabulary])),
  normalizers: new Set([NORMALIZER]),
  tokenizers: new Set(),
};

export const parseText = (text: string, context = CONTEXT): Contract | Fault =>
  parseContract('v1.yaml', bytesOf(text), context);

/** One field in flow style on line 3, so that a fault has a place to name; what it lacks is filled in. */
export function parseField(own: string): Contract | Fault {
  const outermost = own.replace(/\{.*\}/, '{}');
  const filled = ['id: 1', 'name: a', 'logical: number', 'nullable: false'].filter(
    entry => !new RegExp(`(?:^|, )${entry.split(':')[0]}:`).test(outermost),
  );
  return parseText(`schema: s.v1\nfields:\n  - {${[own, ...filled].join(', ')}}\n`);
}

export const fieldOf = (own: string): Field => must(parseField(own)).schema.fields[0]!;

export { NORMALIZER };
