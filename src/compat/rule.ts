import type { Field, FieldId } from '../contract/field.ts';
import type { Governance, Governed } from '../contract/governance.ts';
import type { Schema } from '../contract/schema.ts';
import type { SenseChange } from '../contract/sense-change.ts';
import type { Conversion } from '../contract/unit-conversion.ts';
import type { Access, Direction } from './finding.ts';
import { PART, type Part } from './unchanged.ts';
import type { VocabularyDiff } from './vocabulary-diff.ts';

/** One field id, as the writer wrote it and as the reader expects it. */
export type FieldPair = {
  readonly writer: Field;
  readonly reader: Field;
  /** Which of the two is the newer. */
  readonly direction: Direction;
  /** One side or the other takes it for the record's label. */
  readonly isLabel: boolean;
  /** Both have a unit, of one dimension, and not the same one. */
  readonly conversion: Conversion | undefined;
  /** Both have a vocabulary, and not the same one. */
  readonly vocabulary: VocabularyDiff | undefined;
  /** The other field of the writer that bears the reader's name or, where none other has that, an alias of it. */
  readonly nameWas: Field | undefined;
};

/** A field the reader expects and the writer never wrote. */
export type MissingField = {
  readonly reader: Field;
  readonly direction: Direction;
  readonly nameWas: Field | undefined;
};

/** A field with nothing before it to hold it against: in the first version of a subject, or inside a field that is new. */
export type DeclaredField = { readonly reader: Field };

/** A field the writer wrote and the reader doesn't have. */
export type DroppedField = { readonly writer: Field };

/** A field that both have, in different places: `address (5)`, or `the record` itself. */
export type MovedField = { readonly from: string; readonly to: string };

/** A place in the record, from 0. */
export type Displaced = { readonly field: Field; readonly from: number; readonly to: number };

/** The parts of a record that belong to no field, and the first shared field that stands elsewhere. */
export type SchemaPair = {
  readonly writer: Schema;
  readonly reader: Schema;
  readonly displaced: Displaced | undefined;
};

/** What stands beside the schemas of the two. */
export type GovernedPair = { readonly writer: Governed; readonly reader: Governed };

/** The same, with the keys that the schemas have. */
export type GovernedRecord = GovernedPair & {
  readonly keys: { readonly writer: readonly FieldId[]; readonly reader: readonly FieldId[] };
};

/** The same of one field that both have. */
export type GovernancePair = { readonly writer: Governance; readonly reader: Governance };

export type Verdict =
  | { readonly kind: 'safe' }
  | {
      readonly kind: 'breaks';
      readonly from: string;
      readonly to: string;
      readonly conversion?: string;
      /** What can be done in this case, where that is not what the rule says of most. */
      readonly remedy?: string;
      /** Where it breaks for fewer access paths than the rule's row has. */
      readonly access?: readonly Access[];
      /** The field a judgement of the record points at. */
      readonly field?: Field;
    };

/** What a rule looks at, and what it says of it. Most look at one thing. */
export type Judges = {
  readonly pair?: (pair: FieldPair) => Verdict;
  readonly missing?: (missing: MissingField) => Verdict;
  readonly declared?: (declared: DeclaredField) => Verdict;
  readonly dropped?: (dropped: DroppedField) => Verdict;
  readonly moved?: (moved: MovedField) => Verdict;
  readonly schema?: (pair: SchemaPair) => Verdict;
  readonly governed?: (pair: GovernedRecord) => Verdict;
  readonly governance?: (pair: GovernancePair) => Verdict;
};

export type Rule = Judges & {
  readonly id: Uppercase<string>;
  readonly promise: string;
  readonly remedy: string;
  /** The one direction it is judged in; both where it is left out. */
  readonly direction?: Direction;
  /** What it judges a pair by: where none of these parts differs, the pair is safe. All of the field, where it is left out. */
  readonly looks?: readonly Part[];
  /** Where it breaks, nothing else is worth saying of the field. */
  readonly settles?: true;
};

/** What a rule looks at of a pair, as `differing` gives it. */
export const partsOf = ({ looks }: Rule): number =>
  looks === undefined ? ~0 : looks.reduce((parts, part) => parts | PART[part], 0);

export const SAFE: Verdict = { kind: 'safe' };

export const breaks = (
  from: string,
  to: string,
  more: Omit<Extract<Verdict, { kind: 'breaks' }>, 'kind' | 'from' | 'to'> = {},
): Verdict => ({ kind: 'breaks', from, to, ...more });

export const changes = (change: SenseChange): Verdict =>
  change === undefined ? SAFE : breaks(change.from, change.to);
