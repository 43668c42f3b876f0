import type { RecordBatch } from 'apache-arrow';
import type { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { isCategorical } from '../contract/category.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Unit } from '../contract/unit.ts';
import { type CellReaders, readersOf } from './cell-readers.ts';
import { type Distribution, labelDistribution } from './distribution.ts';
import { explainFields } from './explain.ts';
import { type FactorSuspect, factorSuspects } from './factor-suspects.ts';
import { type ComparedField, compareField, type FieldComparison } from './field-comparison.ts';
import { inFileRows } from './file-rows.ts';
import { goldenRemaps } from './golden-remaps.ts';
import { indexOf, type Join, joinByKey, type Sides } from './key.ts';
import type { KeyRemap } from './key-remap.ts';
import { nullAlgebra, type PathKinds } from './null-algebra.ts';
import { fileRowOf, type Refused } from './refused.ts';
import {
  compareRejects,
  compareSkips,
  type RejectComparison,
  type SkipComparison,
} from './reject-comparison.ts';
import { compareSlices, type SliceComparison } from './slice-comparison.ts';
import { type SplitMoves, splitMoves } from './split-moves.ts';
import { compareTokens, type TokenComparison, type TokenMeans } from './tokens/token-comparison.ts';
import type { UnknownCells } from './unknown-cells.ts';
import type { UnwrittenCells } from './unwritten-cells.ts';

/**
 * The same samples through the old and the new path, under one schema. Data; who prints it decides the words. It holds
 * values of every field, so it is told as `tell` leaves it, with a V in the place of what is withheld.
 */
export type Comparison<V = never> = {
  /**
   * Each sample is one of these: matched, missing, extra, or left out on some side. Where none was, before =
   * matched + missing and after = matched + extra; `rejects` and `skips` have what else they are made of.
   */
  readonly rows: {
    /** All records of a side, refused ones too. */
    readonly before: number;
    readonly after: number;
    readonly matched: number;
    readonly missing: number;
    readonly extra: number;
    /** Matched rows of which some field differs. */
    readonly differ: number;
  };
  readonly key: readonly FieldId[];
  /** Row numbers of the file, from 0, of the first few on their own side. */
  readonly missingRows: readonly number[];
  readonly extraRows: readonly number[];
  readonly fields: readonly FieldComparison<V>[];
  readonly label: FieldId | undefined;
  readonly distribution: Distribution<V> | undefined;
  /** The field that says which split a sample belongs to; a cell of it that differs is a sample that moved. */
  readonly split: FieldId | undefined;
  /** Of the label's differences, or of any field's where no label is declared. */
  readonly slices: readonly SliceComparison<V>[];
  /** Undefined where no sample was refused. */
  readonly rejects: RejectComparison | undefined;
  /** Undefined where no sample was passed over. */
  readonly skips: SkipComparison | undefined;
  /** What stands where a value may, at each path where something else does. */
  readonly nulls: readonly PathKinds[];
  /** Undefined where neither side has a tokenizer. */
  readonly tokens?: TokenComparison<V> | undefined;
  /** The samples that are in another split; undefined where none is. */
  readonly moved?: SplitMoves<V> | undefined;
  /** Values of the key that seem to be in another's place; undefined where there are none. */
  readonly renamedKeys?: readonly KeyRemap<V>[] | undefined;
  /** Fields whose numbers and unit did not change together. */
  readonly suspects: readonly FactorSuspect<V>[];
};

export type CompareOptions = {
  /** Instead of the schema's: where the members of the subject say which field identifies a sample. */
  readonly key?: readonly FieldId[] | undefined;
  readonly split?: FieldId | undefined;
  /** What either side left out, beside the records it accepted. */
  readonly refused?: Sides<Refused> | undefined;
  /** Cells that no record of a side wrote; a key, a slice and a condition take them as they are read, by their default. */
  readonly unknown?: Sides<UnknownCells> | undefined;
  /** Cells that no record of a side wrote, whatever their default says. */
  readonly unwritten?: Partial<Sides<UnwrittenCells>> | undefined;
  /** What fields were declared to be in on the side before, where that was another unit. */
  readonly units?: ReadonlyMap<FieldId, Unit | undefined> | undefined;
  /** What text becomes tokens with on either side; undefined where no tokens are counted. */
  readonly tokens?: TokenMeans | undefined;
  /** False leaves out the search for conditions. */
  readonly explain?: boolean | undefined;
};

/**
 * @param before, after  batches of `schema`
 * @faults KEY_NOT_DECLARED, KEY_NOT_UNIQUE; rows in them are those of the files
 */
export function compare(
  schema: Schema,
  before: RecordBatch,
  after: RecordBatch,
  options: CompareOptions = {},
): Comparison | Fault<'KEY_NOT_DECLARED' | 'KEY_NOT_UNIQUE'> {
  const key = options.key ?? schema.key;
  const { refused } = options;
  const cells = { before: readersOf(schema, before), after: readersOf(schema, after) };
  const join = joinByKey(schema, key, before, after, refused, cells);
  if (join instanceof Error) return join;

  const compared = schema.fields.map((field, index) =>
    compareField(
      field,
      isCategorical(field) || field.id === options.split,
      join,
      cells.before(index),
      cells.after(index),
      options.unknown,
    ),
  );
  const anyDiffers = anyOf(compared, join.before.length);
  const label = schema.label;
  const judged = label === undefined ? anyDiffers : compared[indexOf(schema, label)]!.differs;
  const fields = compared.map(field => field.comparison);
  const comparison = {
    rows: {
      before: before.numRows + (refused?.before.rejects.length ?? 0),
      after: after.numRows + (refused?.after.rejects.length ?? 0),
      matched: join.before.length,
      missing: join.missing.length,
      extra: join.extra.length,
      differ: anyDiffers.reduce((sum, flag) => sum + flag, 0),
    },
    key,
    missingRows: join.missing.slice(0, LIMITS.evidence_rows_max),
    extraRows: join.extra.slice(0, LIMITS.evidence_rows_max),
    fields: options.explain === false ? fields : explained(schema, cells.before, join, compared),
    label,
    distribution:
      label === undefined
        ? undefined
        : labelDistribution(
            schema,
            label,
            {
              before: { cells: cells.before, rows: before.numRows },
              after: { cells: cells.after, rows: after.numRows },
            },
            options.unknown,
          ),
    split: options.split,
    slices: compareSlices(schema, cells.before, join, judged),
    rejects: compareRejects(join.refused),
    skips: compareSkips(join.refused),
    nulls: nullAlgebra(schema, { before, after }, join, options.unwritten),
    moved: splitMoves(
      schema,
      key,
      options.split,
      { before, after },
      join,
      options.split === undefined ? undefined : compared[indexOf(schema, options.split)]!.differs,
    ),
    renamedKeys: goldenRemaps(schema, key, { before, after }, join),
    tokens: options.tokens && compareTokens(schema, { before, after }, join, options.tokens),
    suspects: factorSuspects(schema, { before, after }, join, fields, options.units, options.unwritten),
  };
  return inFileRows(comparison, fileRowOf(refused?.before), fileRowOf(refused?.after));
}

function anyOf(compared: readonly ComparedField[], rows: number): Uint8Array {
  const any = new Uint8Array(rows);
  for (const { differs } of compared) {
    for (let row = 0; row < rows; row++) any[row]! |= differs[row]!;
  }
  return any;
}

/** The label first: a search costs time, and the fields that differ may be many. */
function explained(
  schema: Schema,
  before: CellReaders,
  join: Join,
  compared: readonly ComparedField[],
): FieldComparison[] {
  const differing = compared.filter(({ comparison }) => comparison.differ > 0);
  if (differing.length === 0) return compared.map(field => field.comparison);
  const chosen = [
    ...differing.filter(({ comparison }) => comparison.field === schema.label),
    ...differing.filter(({ comparison }) => comparison.field !== schema.label),
  ].slice(0, LIMITS.explained_fields_max);
  const explanations = explainFields(
    schema,
    before,
    join.before,
    chosen.map(({ differs }) => differs),
  );
  const found = new Map(chosen.map((field, at) => [field, explanations[at]]));
  return compared.map(field => {
    const explanation = found.get(field);
    return explanation === undefined ? field.comparison : { ...field.comparison, explanation };
  });
}
