import * as arrow from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { arrowType } from '../../contract/arrow-field.ts';
import { batchOfColumns, columnsOf, presenceOf } from '../../contract/batch.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import { fieldText } from '../../contract/field-path.ts';
import { childrenOf, entryOf, sizeOf } from '../../contract/nested.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import type { Schema } from '../../contract/schema.ts';
import { timeUnitOf } from '../../contract/time-unit.ts';
import type { Unit } from '../../contract/unit.ts';

type Data = arrow.Data;

/**
 * The same records in types that Parquet has: seconds as milliseconds, durations as the numbers they are, tensors as
 * lists, bfloat16 as two bytes. What is read of them is held to the contract's own types again.
 *
 * @faults CODEC_CANNOT_CARRY for a moment that 64 bits of milliseconds don't reach
 */
export function parquetForm(
  schema: Schema,
  batch: arrow.RecordBatch,
): { readonly schema: Schema; readonly batch: arrow.RecordBatch } | Fault<'CODEC_CANNOT_CARRY'> {
  try {
    const form = formed(schema, [batch]);
    return { schema: form.schema, batch: form.batches[0]! };
  } catch (stop) {
    if (!(stop instanceof TooFar)) throw stop;
    const field = fieldText(schema, stop.field);
    return new Fault('CODEC_CANNOT_CARRY', { codec: 'parquet', field, what: 'a moment so far away' });
  }
}

/** The same of several batches, of which `tooFarIn` found that they have a form. */
export function formed(
  schema: Schema,
  batches: readonly arrow.RecordBatch[],
): { readonly schema: Schema; readonly batches: readonly arrow.RecordBatch[] } {
  const fields = schema.fields.map(parquetField);
  const form = { ...schema, fields };
  return {
    schema: form,
    batches: batches.map(batch => {
      const columns = columnsOf(schema, batch).map(({ field, data }, at) =>
        parquetData(field, fields[at]!, data),
      );
      return batchOfColumns(form, columns, batch.numRows);
    }),
  };
}

/** A field with a moment that 64 bits of milliseconds don't reach. */
export function tooFarIn(schema: Schema, batch: arrow.RecordBatch): FieldId | undefined {
  for (const { field, data } of columnsOf(schema, batch)) {
    if (!hasSeconds(field)) continue;
    try {
      parquetData(field, parquetField(field), data);
    } catch (stop) {
      if (stop instanceof TooFar) return stop.field;
      throw stop;
    }
  }
  return undefined;
}

const hasSeconds = (field: Field): boolean =>
  (field.type.kind === 'timestamp' && timeUnitOf(field) === 's') ||
  childrenOf(field.type).some(child => hasSeconds(child.field));

/** Leaves the recursion at the first moment that there is no number for. */
class TooFar extends Error {
  readonly field: FieldId;

  constructor(field: FieldId) {
    super('a moment so far away');
    this.field = field;
  }
}

const MILLISECONDS = parseUnit('ms') as Unit;

/** As Parquet has it; the field itself where Parquet has its type. */
export function parquetField(field: Field): Field {
  const { type } = field;
  switch (type.kind) {
    case 'time':
    case 'timestamp':
      return timeUnitOf(field) === 's' ? { ...field, unit: MILLISECONDS } : field;
    case 'duration':
      return { ...field, type: { kind: 'int64' } };
    case 'bfloat16':
      return { ...field, type: { kind: 'fixed', size: 2 } };
    case 'tensor': {
      const size = sizeOf(type);
      const element = parquetField(type.element);
      return { ...field, type: { kind: 'list', element, length: { min: size, max: size } } };
    }
    case 'list': {
      const element = parquetField(type.element);
      return element === type.element ? field : { ...field, type: { ...type, element } };
    }
    case 'struct': {
      const fields = type.fields.map(parquetField);
      return fields.every((made, at) => made === type.fields[at])
        ? field
        : { ...field, type: { ...type, fields } };
    }
    case 'map': {
      const [key, value] = [parquetField(type.key), parquetField(type.value)];
      return key === type.key && value === type.value ? field : { ...field, type: { ...type, key, value } };
    }
    default:
      return field;
  }
}

/** A slice keeps where it begins: bits of nulls count from there, and everything else is cut already. */
const remade = (to: Field, data: Data, parts: object): Data =>
  arrow.makeData({
    type: arrowType(to),
    length: data.length,
    offset: data.offset,
    nullCount: data.nullCount,
    ...(data.nullCount > 0 && { nullBitmap: data.nullBitmap }),
    ...parts,
  } as never);

function parquetData(field: Field, to: Field, data: Data): Data {
  if (field === to) return data;
  const { type } = field;
  const form = to.type;
  const valueOffsets = data.valueOffsets as Int32Array;
  if (type.kind === 'time')
    return remade(to, data, { data: (data.values as Int32Array).map(second => second * 1000) });
  if (type.kind === 'timestamp') return remade(to, data, { data: milliseconds(field, data) });
  if (type.kind === 'tensor' && form.kind === 'list') {
    const size = sizeOf(type);
    const ends = Int32Array.from({ length: data.length + 1 }, (_, row) => row * size);
    const child = parquetData(type.element, form.element, data.children[0]!);
    return remade(to, data, { valueOffsets: ends, child });
  }
  if (type.kind === 'list' && form.kind === 'list')
    return remade(to, data, {
      valueOffsets,
      child: parquetData(type.element, form.element, data.children[0]!),
    });
  if (type.kind === 'struct' && form.kind === 'struct')
    return remade(to, data, {
      children: type.fields.map((member, at) => parquetData(member, form.fields[at]!, data.children[at]!)),
    });
  if (type.kind === 'map' && form.kind === 'map') {
    const child = parquetData(entryOf(type), entryOf(form), data.children[0]!);
    return remade(to, data, { valueOffsets, child });
  }
  return remade(to, data, { data: data.values });
}

function milliseconds({ id }: Field, data: Data): BigInt64Array {
  const present = presenceOf(data);
  const seconds = data.values as BigInt64Array;
  const made = new BigInt64Array(data.length);
  for (let row = 0; row < data.length; row++) {
    if (present !== undefined && !present(row)) continue;
    const value = seconds[row]! * 1000n;
    if (BigInt.asIntN(64, value) !== value) throw new TooFar(id);
    made[row] = value;
  }
  return made;
}
