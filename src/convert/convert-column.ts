import type * as arrow from 'apache-arrow';
import { arrowType } from '../contract/arrow-field.ts';
import { columnReader } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field } from '../contract/field.ts';
import { laterTermReader } from '../contract/later-term.ts';
import { rationalOf } from '../contract/rational.ts';
import { taken } from '../contract/take.ts';
import type { Value } from '../contract/value.ts';
import { retyped, sameLayout } from './column-layout.ts';
import type { FieldConversion, Inside, StepPlan, Way } from './conversion-plan.ts';
import { numberIn } from './exact-number.ts';
import { type Expression, expressionReader } from './expression.ts';
import { type Kernel, numberKernel, type Report } from './number-kernels.ts';
import { refusalKernel } from './refusal-kernels.ts';
import { type Act, Refused } from './refused.ts';
import { remapKernel } from './remap-kernel.ts';
import { type Ask, actOf } from './step-acts.ts';
import type { RunningEncodings } from './tokenizers.ts';

export type Columns = readonly { readonly field: Field; readonly data: arrow.Data }[];

export type ColumnMeans = {
  readonly encodings: RunningEncodings;
  /** Is told of each row in which tokens were left out. */
  readonly onTruncated: (row: number) => void;
  /** What a function made. */
  readonly made: (conversion: MadeField) => arrow.Data;
};

export type MadeField = Extract<FieldConversion, { readonly kind: 'made' }>;

/**
 * One field of the new version, of as many rows as the batch has. A row that a step refuses is reported, and holds a value that
 * nobody reads, as one that is left out already does.
 */
export function convertColumn(
  conversion: FieldConversion,
  columns: Columns,
  length: number,
  isOut: (row: number) => boolean,
  report: Report,
  means: ColumnMeans,
): arrow.Data {
  if (conversion.kind === 'made') return means.made(conversion);
  const same = sameColumn(conversion, columns) ?? atOnce(conversion, columns, isOut, report);
  if (same !== undefined) return same;
  if (conversion.kind === 'constant') return constantColumn(conversion.field, conversion.value, length);
  const at = { row: 0 };
  const ask: Ask = {
    of: expression => {
      const said = expressionOf(expression, columns);
      return () => said(at.row);
    },
    encodings: means.encodings,
    onTruncated: () => means.onTruncated(at.row),
    made: member => {
      const read = columnReader(member.field, means.made(member));
      return () => read(at.row);
    },
  };
  const value = valueReader(conversion, way => columnWay(columns, way), ask);
  const builder = columnBuilder(conversion.field);
  for (let row = 0; row < length; row++) {
    at.row = row;
    const made = isOut(row) ? undefined : value(row);
    if (made instanceof Refused) report(row, made.code);
    if (made === undefined || made instanceof Refused) builder.appendBlank();
    else builder.append(made);
  }
  return builder.finish();
}

/** What an expression says of each row. */
export const expressionOf = (expression: Expression, columns: Columns) =>
  expressionReader(expression, ({ id }) => columns.find(({ field }) => field.id === id)!.data);

/** The old column under the new one's names and ids, where nothing is done to its values. */
function sameColumn(conversion: FieldConversion, columns: Columns): arrow.Data | undefined {
  if (!keepsAll(conversion)) return undefined;
  const [column = 0, ...inside] = conversion.way;
  const { field, data } = columns[column]!;
  return inside.length === 0 && sameLayout(field.type, conversion.field.type)
    ? retyped(data, arrowType(conversion.field))
    : undefined;
}

type Kept = Extract<FieldConversion, { kind: 'value' }>;

function keepsAll(conversion: FieldConversion): conversion is Kept {
  if (conversion.kind !== 'value' || conversion.steps.some(({ kind }) => kind !== 'declare')) return false;
  const { source, field, inside } = conversion;
  if (laterTermReader(source, field) !== undefined) return false;
  const isInPlace = (part: FieldConversion): boolean => keepsAll(part) && part.way.length === 0;
  if (inside === undefined) return true;
  return inside.kind === 'list'
    ? isInPlace(inside.element)
    : isInPlace(inside.key) && isInPlace(inside.value);
}

/** The column by kernels, one for each step, where each has one. */
function atOnce(
  conversion: FieldConversion,
  columns: Columns,
  isOut: (row: number) => boolean,
  report: Report,
): arrow.Data | undefined {
  if (conversion.kind !== 'value' || conversion.inside !== undefined) return undefined;
  const { field, source, way } = conversion;
  const steps = conversion.steps.filter(({ kind }) => kind !== 'declare');
  if (steps.length === 0 || way.length !== 1) return undefined;
  const { data } = columns[way[0]!]!;
  const isAsked = steps.every(({ kind }) => kind !== 'remap');
  if (data.offset !== 0 || (isAsked && laterTermReader(source, field) !== undefined)) return undefined;
  const kernels = steps.map(kernelOf);
  if (!kernels.every(kernel => kernel !== undefined)) return undefined;
  const made = kernels.reduce((column, kernel) => kernel(column, isOut, report), data);
  return retyped(made, arrowType(field));
}

/** One value in each row. */
function constantColumn(field: Field, value: Value, length: number): arrow.Data {
  const one = columnBuilder(field);
  one.append(value);
  return taken(field, one.finish(), new Int32Array(length), () => undefined);
}

function kernelOf(step: StepPlan): Kernel | undefined {
  if (step.kind === 'remap') return remapKernel(step);
  return step.kind === 'range' || step.kind === 'reject' ? refusalKernel(step) : numberKernel(step);
}

/** Reads, from where a record or an element stands, what lies at a way there. */
type Ways<At> = (way: Way) => (at: At) => Value;

function columnWay(columns: Columns, [column = 0, ...inside]: Way): (row: number) => Value {
  const { field, data } = columns[column]!;
  const read = columnReader(field, data);
  return inside.length === 0 ? read : row => valueWay(read(row), inside);
}

/** In a struct that is null there is nothing. */
function valueWay(value: Value, way: Way): Value {
  let found = value;
  for (const place of way) found = found === null ? null : (found as readonly Value[])[place]!;
  return found;
}

function valueReader<At>(conversion: FieldConversion, ways: Ways<At>, ask: Ask): (at: At) => Value | Refused {
  if (conversion.kind === 'derived') {
    const derived = ask.of(conversion.expression);
    return () => heldIn(conversion.field, derived());
  }
  if (conversion.kind === 'made') {
    const made = ask.made(conversion);
    return () => made();
  }
  if (conversion.kind === 'constant') return () => conversion.value;
  if (conversion.kind === 'struct') {
    const members = conversion.members.map(member => valueReader(member, ways, ask));
    const source = conversion.source && ways(conversion.source.way);
    return at => (source !== undefined && source(at) === null ? null : each(members, member => member(at)));
  }
  const read = ways(conversion.way);
  const act = chained(conversion, ask);
  return at => act(read(at));
}

/** What was worked out, as the field holds it. */
function heldIn(field: Field, made: boolean | bigint | number | string | Refused): Value | Refused {
  return typeof made === 'bigint' || (typeof made === 'number' && Number.isFinite(made) && made !== 0)
    ? numberIn(field, rationalOf(made), undefined)
    : made;
}

function chained({ field, source, steps, inside }: Kept, ask: Ask): Act {
  const acts = steps.map(step => actOf(step, ask));
  if (inside !== undefined) acts.push(insideAct(inside, ask));
  // A remap answers for what its vocabulary has not, and what is inside is asked by itself.
  const isAsked = inside === undefined && steps.every(({ kind }) => kind !== 'remap');
  const isLater = isAsked ? laterTermReader(source, field) : undefined;
  const later = Refused.with('TERM_NAMED_LATER');
  return value => {
    if (isLater?.(value)) return later;
    let made: Value | Refused = value;
    for (const act of acts) {
      if (made instanceof Refused) return made;
      made = act(made);
    }
    return made;
  };
}

const fromElement: Ways<Value> = way => value => valueWay(value, way);

function insideAct(inside: Inside, ask: Ask): Act {
  if (inside.kind === 'list') {
    const element = valueReader(inside.element, fromElement, ask);
    return value => (value === null ? null : each(value as readonly Value[], element));
  }
  const [key, entry] = [
    valueReader(inside.key, fromElement, ask),
    valueReader(inside.value, fromElement, ask),
  ];
  return value =>
    value === null
      ? null
      : each(value as readonly Value[], pair => {
          const [name, held] = pair as readonly [Value, Value];
          return each([() => key(name), () => entry(held)], made => made());
        });
}

/** One for each, or the first refusal. */
function each<T>(items: readonly T[], made: (item: T) => Value | Refused): Value | Refused {
  const values: Value[] = [];
  for (const item of items) {
    const value = made(item);
    if (value instanceof Refused) return value;
    values.push(value);
  }
  return values;
}
