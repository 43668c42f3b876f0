import type { Column } from '../columnar/column.ts';
import { type Element, logicalOf } from './element.ts';
import { leafType, storedText } from './leaf-type.ts';
import { ThriftStop } from './thrift.ts';

type Node = { readonly element: Element; readonly below: readonly Node[] };

const DEPTH_MAX = 100;

/** The columns of a flat list of elements: each group is followed by as many as it says it has. */
export function columnsOf(elements: readonly Element[]): readonly Column[] {
  let next = 0;
  const take = (depth: number): Node => {
    if (depth > DEPTH_MAX) throw new ThriftStop(`columns stand more than ${DEPTH_MAX} deep`);
    const element = elements[next++];
    if (element === undefined) throw new ThriftStop('a group has more columns than the schema');
    const { children, physical } = element;
    if (children < 0 || children > elements.length - next)
      throw new ThriftStop('a group has more columns than the schema');
    if (physical !== undefined && children > 0) throw new ThriftStop('a column with a type has columns');
    return { element, below: Array.from({ length: children }, () => take(depth + 1)) };
  };
  if (elements.length === 0) throw new ThriftStop('its schema is empty');
  const { below } = take(0);
  if (next !== elements.length) throw new ThriftStop('its schema has more than its root holds');
  return below.map(node => columnOf(node));
}

const NONE: ReadonlyMap<string, string> = new Map();

function columnOf(node: Node): Column {
  const { element } = node;
  if (element.repetition === undefined) throw new ThriftStop('a column says nothing of null');
  const column = { ...single(node), nullable: element.repetition === 'optional' };
  // Without an annotation, what is repeated is a list that is there and holds no null.
  if (element.repetition !== 'repeated') return column;
  return wrapped(column, element, 'repeated');
}

/** Some writers say -1 where they have none. */
const idOf = ({ id }: Element): number | undefined => (id !== undefined && id >= 0 ? id : undefined);

const wrapped = (element: Column, outer: Element, stored: string): Column => ({
  name: outer.name,
  id: idOf(outer),
  nullable: false,
  type: { kind: 'list', element, size: undefined },
  stored,
  properties: NONE,
});

/** As it is where it stands alone, repeated or not. */
function single(node: Node): Omit<Column, 'nullable'> {
  const { element, below } = node;
  const head = { name: element.name, id: idOf(element), properties: NONE };
  if (element.physical !== undefined)
    return { ...head, type: leafType(element), stored: storedText(element) };
  const logical = logicalOf(element);
  switch (logical?.kind) {
    case 'LIST':
      return { ...head, ...listOf(node) };
    case 'MAP':
      return { ...head, ...mapOf(node) };
    case 'VARIANT':
      return { ...head, type: { kind: 'variant' }, stored: 'group' };
    case undefined:
      return { ...head, type: { kind: 'struct', fields: below.map(columnOf) }, stored: 'group' };
    default:
      throw new ThriftStop(`a group can't be ${logical!.kind}: ${element.name.slice(0, 100)}`);
  }
}

/**
 * Three levels by the specification, two by old writers; it says how to tell them apart: the repeated column is the
 * element itself unless it is a group of one column that only carries it.
 */
function listOf({ element, below }: Node): Pick<Column, 'type' | 'stored'> {
  const [repeated, ...more] = below;
  if (repeated?.element.repetition !== 'repeated' || more.length > 0)
    throw new ThriftStop(`a list is built like none: ${element.name.slice(0, 100)}`);
  const [only, ...others] = repeated.below;
  const carries =
    only !== undefined &&
    others.length === 0 &&
    only.element.repetition !== 'repeated' &&
    repeated.element.name !== 'array' &&
    repeated.element.name !== `${element.name}_tuple` &&
    logicalOf(repeated.element) === undefined;
  const inner = carries ? columnOf(only) : { ...single(repeated), nullable: false };
  return {
    type: { kind: 'list', element: inner, size: undefined },
    stored: carries ? 'list of 3 levels' : 'list of 2 levels',
  };
}

function mapOf({ element, below }: Node): Pick<Column, 'type' | 'stored'> {
  const [entries, ...more] = below;
  const [key, value, ...others] = entries?.below ?? [];
  const isMap = entries?.element.repetition === 'repeated' && more.length === 0 && others.length === 0;
  if (!isMap || key === undefined)
    throw new ThriftStop(`a map is built like none: ${element.name.slice(0, 100)}`);
  const values = value === undefined ? NO_VALUE : columnOf(value);
  return { type: { kind: 'map', key: columnOf(key), value: values }, stored: 'map' };
}

/** A map may leave its values out, where the keys are all there is. */
const NO_VALUE: Column = {
  name: 'value',
  id: undefined,
  nullable: true,
  type: { kind: 'null' },
  stored: 'absent',
  properties: NONE,
};
