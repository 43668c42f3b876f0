import { documentDigest } from '../../src/base/digest.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Members } from '../../src/contract/members.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import { vocabularyDocument } from '../../src/contract/parse-vocabulary.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import { carriageOf } from '../../src/release/shard-records.ts';

/** A latency in milliseconds, a label under a vocabulary, and one of each other thing a record may hold. */

const terms = ['accepted', 'edited', 'rejected'].map((label, index) => ({
  id: index + 1,
  label,
  code: BigInt(index),
  aliases: [],
}));
const vocabulary: Vocabulary = { digest: documentDigest(vocabularyDocument({ terms })), terms };

const bare: Field = {
  id: 1,
  name: 'value',
  aliases: [],
  type: { kind: 'bool' },
  logical: 'flag',
  nullable: false,
  default: { kind: 'none' },
  unit: undefined,
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
};

export const LATENCY: Field = {
  ...bare,
  id: 17,
  name: 'response_latency_ms',
  type: { kind: 'int64' },
  logical: 'duration',
  unit: parseUnit('ms') as Unit,
  range: { min: 0n, max: 600_000n },
};

export const OUTCOME: Field = {
  ...bare,
  id: 23,
  name: 'outcome',
  type: { kind: 'string' },
  logical: 'label',
  vocabulary,
  unknownPolicy: { kind: 'reject' },
  ignoreValue: -100n,
};

const SCORE: Field = {
  ...bare,
  id: 31,
  name: 'score',
  type: { kind: 'float64' },
  logical: 'number',
  nullable: true,
};

const TOKENS: Field = {
  ...bare,
  id: 32,
  name: 'tokens',
  type: {
    kind: 'list',
    element: { ...bare, id: 33, name: 'element', type: { kind: 'int32' }, logical: 'number' },
    length: { min: 0, max: 8 },
  },
  logical: 'sequence',
};

export const SCHEMA: Schema = {
  fields: [LATENCY, OUTCOME, SCORE, TOKENS],
  normalizer: undefined,
  key: [],
  label: OUTCOME.id,
  slices: [],
};

export const MEMBERS: Members = {
  sampleId: { kind: 'envelope', column: 'sampleId' },
  sourceId: { kind: 'envelope', column: 'sourceId' },
  sourceVersion: { kind: 'envelope', column: 'sourceVersion' },
  split: { kind: 'envelope', column: 'split' },
};

export const CARRIAGE = carriageOf(SCHEMA, MEMBERS, recordSchemaDigest(SCHEMA));

/** Where the columns of a row of `CARRIAGE` stand. */
export const COLUMN = {
  latency: 0,
  outcome: 1,
  sampleId: 4,
  sourceId: 5,
  sourceVersion: 6,
  split: 7,
} as const;
