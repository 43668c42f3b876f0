import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { CONVENTIONS } from '../../contract/convention.ts';
import type { Column, ColumnType } from '../../native/columnar/column.ts';
import { readInline } from '../../native/read-document.ts';
import { isWritten } from '../draft.ts';

/** A column as its extension type means it, where a contract has that; what was understood is no property any more. */
export type KnownColumn = { readonly column: Column; readonly tensor: TensorShape | undefined };

export type TensorShape = { readonly shape: readonly number[]; readonly axes: string | undefined };

const NAME = 'ARROW:extension:name';
const METADATA = 'ARROW:extension:metadata';

export function knownExtension(column: Column): KnownColumn {
  const name = column.properties.get(NAME);
  const stored = column.type.kind;
  if (name === 'arrow.uuid' && (stored === 'uuid' || (stored === 'fixed' && column.type.bytes === 16)))
    return { column: without(column, { kind: 'uuid' }, METADATA), tensor: undefined };
  if (name === 'arrow.json' && (stored === 'json' || stored === 'string'))
    return { column: without(column, { kind: 'json' }, METADATA), tensor: undefined };
  const tensor = name === 'arrow.fixed_shape_tensor' ? tensorOf(column) : undefined;
  if (tensor === undefined) return { column, tensor };
  // The names of the dimensions stay told of, where they are those of no convention.
  const told = tensor.names && tensor.axes === undefined ? NAME : METADATA;
  return { column: without(column, column.type, told), tensor };
}

function without(column: Column, type: ColumnType, further: string): Column {
  const properties = new Map([...column.properties].filter(([key]) => key !== NAME && key !== further));
  return { ...column, type, properties };
}

/** Undefined where it is none that a contract has: rows of another order, sizes that are not those of the list. */
function tensorOf({ type, properties }: Column): (TensorShape & { readonly names: boolean }) | undefined {
  if (type.kind !== 'list' || !ELEMENTS.has(type.element.type.kind)) return undefined;
  const said = readInline(Buffer.from(properties.get(METADATA) ?? ''));
  if (said instanceof Fault || !isWritten(said)) return undefined;
  const { shape, dim_names: names, permutation } = said;
  if (!isListOf(shape, 'number') || shape.length === 0 || shape.length > LIMITS.tensor_rank_max)
    return undefined;
  if (!shape.every(size => Number.isInteger(size) && size > 0)) return undefined;
  if (shape.reduce((product, size) => product * size, 1) !== type.size) return undefined;
  if (type.size > LIMITS.tensor_elements_max) return undefined;
  if (Array.isArray(permutation) && permutation.some((place, at) => place !== at)) return undefined;
  const axes = isListOf(names, 'string') ? names.join('') : '';
  const isKnown = CONVENTIONS.get(axes)?.sort === 'axes';
  return { shape, axes: isKnown ? axes : undefined, names: names !== undefined };
}

const ELEMENTS: ReadonlySet<ColumnType['kind']> = new Set(['bool', 'int', 'float']);

function isListOf(value: unknown, of: 'number'): value is readonly number[];
function isListOf(value: unknown, of: 'string'): value is readonly string[];
function isListOf(value: unknown, of: 'number' | 'string'): boolean {
  return Array.isArray(value) && value.every(item => typeof item === of);
}
