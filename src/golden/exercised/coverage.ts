import type { RecordBatch } from 'apache-arrow';
import { columnReader, columnsOf } from '../../contract/batch.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import { fieldText } from '../../contract/field-path.ts';
import { entryOf, withNested } from '../../contract/nested.ts';
import type { Reject, RejectCode } from '../../contract/reject.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import { termOf } from '../../contract/vocabulary-lookup.ts';
import type { KindCount } from '../null-algebra.ts';
import { kindOfValue, NULL_KINDS, type NullKind } from '../null-kinds.ts';
import { isUnwritten, type UnwrittenCells } from '../unwritten-cells.ts';
import { kindsAsked } from './kinds-asked.ts';
import { type PartCoverage, partCoverage, strataCuts } from './part-coverage.ts';
import { RangeCount, type RangeCoverage } from './range-coverage.ts';

/** What golden samples of one version exercise: data of their own, whatever any path makes of them. */
export type Coverage = {
  /** Samples that keep their contract. */
  readonly samples: number;
  /** Every field, and what lies in it. */
  readonly fields: readonly FieldCoverage[];
  readonly slices: readonly PartCoverage[];
  /** What the samples were drawn by, as their manifests say. */
  readonly strata: readonly PartCoverage[];
  readonly splits: readonly PartCoverage[];
  /** Samples that break their contract on purpose, by field and reason. */
  readonly rejects: readonly { readonly field: FieldId; readonly code: RejectCode; readonly count: number }[];
};

export type FieldCoverage = {
  readonly field: FieldId;
  /** The field of the record that it is, or lies in. */
  readonly within: FieldId;
  /** `address (3).street (4)` */
  readonly path: string;
  /** Of every kind that occurs. */
  readonly kinds: readonly KindCount[];
  /** Kinds that the contract lets in, and a set should have. */
  readonly asked: readonly NullKind[];
  /** Undefined without a vocabulary. */
  readonly terms: TermCoverage | undefined;
  /** Undefined of what is no number. */
  readonly range: RangeCoverage | undefined;
};

export type TermCoverage = {
  /** In the order of the vocabulary. */
  readonly terms: readonly { readonly label: string; readonly count: number }[];
  /** Values that the vocabulary does not have. */
  readonly outside: number;
};

/** The records of one set that keep their contract, and those that don't. */
export type CoveredSet = {
  readonly batch: RecordBatch;
  readonly unwritten: UnwrittenCells;
  readonly rejects: readonly Reject[];
  /** Whether its form can leave a field out. */
  readonly mayLack: boolean;
  /** Names of slices or fields. */
  readonly strata: readonly string[];
  readonly split: FieldId | undefined;
};

/** Of all sets together: what one of them lacks another may have. */
export function coverageOf(schema: Schema, sets: readonly CoveredSet[]): Coverage {
  const mayLack = sets.some(set => set.mayLack);
  const counts = new Map(
    schema.fields.flatMap(top =>
      withNested(top, []).map(([field]) => [field.id, new FieldCount(field, top.id)] as const),
    ),
  );
  for (const set of sets) countSet(schema, set, counts);
  const batches = sets.map(({ batch }) => batch);
  const splits = [...new Set(sets.flatMap(({ split }) => split ?? []))];
  return {
    samples: batches.reduce((sum, { numRows }) => sum + numRows, 0),
    fields: [...counts.values()].map(count => count.finish(schema, mayLack)),
    slices: schema.slices.map(slice => partCoverage(schema, batches, slice)),
    strata: strataCuts(
      schema,
      sets.flatMap(({ strata }) => strata),
    ).map(cut => partCoverage(schema, batches, cut)),
    splits: splits.map(id =>
      partCoverage(schema, batches, { name: fieldText(schema, id), field: id, by: 'value' }),
    ),
    rejects: rejectsOf(sets),
  };
}

function countSet(
  schema: Schema,
  { batch, unwritten }: CoveredSet,
  counts: ReadonlyMap<FieldId, FieldCount>,
): void {
  for (const { field, data } of columnsOf(schema, batch)) {
    const read = columnReader(field, data);
    for (let row = 0; row < batch.numRows; row++) look(field, read(row), row, unwritten, counts);
  }
}

/** @param row  of the record, where what is looked at stands there once */
function look(
  field: Field,
  value: Value,
  row: number | undefined,
  unwritten: UnwrittenCells,
  counts: ReadonlyMap<FieldId, FieldCount>,
): void {
  const isLacking = row !== undefined && isUnwritten(unwritten, field.id)?.(row) === true;
  counts.get(field.id)?.see(value, isLacking);
  if (value === null) return;
  const { type } = field;
  const items = value as readonly Value[];
  if (type.kind === 'struct')
    for (const [at, member] of type.fields.entries()) look(member, items[at]!, row, unwritten, counts);
  if (type.kind === 'list' || type.kind === 'tensor')
    for (const item of items) look(type.element, item, undefined, unwritten, counts);
  if (type.kind === 'map') {
    const entry = entryOf(type).type;
    for (const item of items)
      if (entry.kind === 'struct')
        for (const [at, part] of entry.fields.entries())
          look(part, (item as readonly Value[])[at]!, undefined, unwritten, counts);
  }
}

class FieldCount {
  readonly #field: Field;
  readonly #within: FieldId;
  readonly #kinds = new Map<NullKind, number>();
  readonly #terms = new Map<number, number>();
  readonly #range: RangeCount | undefined;
  #outside = 0;

  constructor(field: Field, within: FieldId) {
    this.#field = field;
    this.#within = within;
    this.#range = RangeCount.of(field);
  }

  see(value: Value, isLacking: boolean): void {
    const own = kindOfValue(this.#field, value);
    const kind = !isLacking ? own : own === 'null' ? 'absent' : 'default';
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (kind !== 'value' || value === null) return;
    this.#range?.see(value);
    if (this.#field.vocabulary === undefined) return;
    const term = termOf(this.#field, value);
    if (term === undefined) this.#outside++;
    else this.#terms.set(term.id, (this.#terms.get(term.id) ?? 0) + 1);
  }

  finish(schema: Schema, mayLack: boolean): FieldCoverage {
    const { id, vocabulary } = this.#field;
    return {
      field: id,
      within: this.#within,
      path: fieldText(schema, id),
      kinds: NULL_KINDS.flatMap(kind => {
        const count = this.#kinds.get(kind);
        return count === undefined ? [] : [{ kind, count }];
      }),
      asked: kindsAsked(this.#field, mayLack),
      terms: vocabulary && {
        terms: vocabulary.terms.map(term => ({ label: term.label, count: this.#terms.get(term.id) ?? 0 })),
        outside: this.#outside,
      },
      range: this.#range?.finish(),
    };
  }
}

function rejectsOf(sets: readonly CoveredSet[]): Coverage['rejects'] {
  const found = new Map<string, { field: FieldId; code: RejectCode; count: number }>();
  for (const { field, code } of sets.flatMap(({ rejects }) => rejects)) {
    const one = found.get(`${field} ${code}`) ?? { field, code, count: 0 };
    one.count++;
    found.set(`${field} ${code}`, one);
  }
  return [...found.values()].sort((a, b) => a.field - b.field || (a.code < b.code ? -1 : 1));
}
