import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { isProblem, type Path, type Problem, problemAt } from '../problem.ts';
import { StructParser } from './parse-struct.ts';
import { idAt, type JsonObject, objectAt, strangerIn } from './shape.ts';
import type { IcebergSchema, IcebergStruct } from './type.ts';

/**
 * The schema of an Iceberg table as its specification has it (format versions 1 to 3), or the current one of a table's
 * metadata. The first problem wins, in the order of the document.
 *
 * As the readers of Python have it, a field that says nothing of it is optional, and the outermost struct may go
 * without saying that it is one; everything else that is missing, unknown or twice is refused.
 *
 * @faults ICEBERG_SHAPE ICEBERG_KEY ICEBERG_TYPE ICEBERG_ID ICEBERG_NAME ICEBERG_DEFAULT ICEBERG_IDENTIFIER
 * ICEBERG_VERSION NATIVE_TOO_LARGE
 */
export function parseIceberg(value: Json): IcebergSchema | Problem {
  const document = objectAt(value, [], 'a schema, or the metadata of a table');
  if (isProblem(document)) return document;
  return isMetadata(document) ? parseMetadata(document) : parseSchema(document, [], undefined);
}

/** Whether a document is the metadata of a table: no schema says of which format it is. */
export const isMetadata = (document: JsonObject): boolean => Object.hasOwn(document, 'format-version');

/** @param stated  the version the metadata gives */
function parseSchema(value: Json, path: Path, stated: number | undefined): IcebergSchema | Problem {
  const document = objectAt(value, path, 'a schema');
  if (isProblem(document)) return document;
  const stranger = strangerIn(document, ['type', 'schema-id', 'identifier-field-ids', 'fields'], path);
  if (stranger !== undefined) return stranger;
  const { type = 'struct', 'schema-id': schemaId = 0, 'identifier-field-ids': identifiers = [] } = document;
  if (type !== 'struct') return problemAt('ICEBERG_SHAPE', [...path, 'type'], { expected: 'struct' });
  if (!isCount(schemaId))
    return problemAt('ICEBERG_SHAPE', [...path, 'schema-id'], { expected: 'a whole number' });
  const parser = new StructParser(stated);
  const root = parser.struct(document, path);
  if (isProblem(root)) return root;
  const ids = identifiersOf(identifiers, root, [...path, 'identifier-field-ids']);
  if (isProblem(ids)) return ids;
  const formatVersion = stated ?? parser.formatVersion;
  return { root, at: path, identifierIds: ids, formatVersion, table: undefined };
}

function parseMetadata(document: JsonObject): IcebergSchema | Problem {
  const version = document['format-version'];
  if (version !== 1 && version !== 2 && version !== 3)
    return problemAt('ICEBERG_SHAPE', ['format-version'], { expected: '1, 2 or 3' });
  const at = currentSchema(document, version);
  if (isProblem(at)) return at;
  const schema = parseSchema(at.value, at.path, version);
  if (isProblem(schema)) return schema;
  const last = document['last-column-id'];
  const lastColumnId = last === undefined ? undefined : idAt(last, ['last-column-id']);
  if (isProblem(lastColumnId)) return lastColumnId;
  const transforms = transformsOf(document);
  if (isProblem(transforms)) return transforms;
  const past: IcebergStruct[] = [];
  for (const [index, one] of at.others) {
    const found = parseSchema(one, ['schemas', index], version);
    if (isProblem(found)) return found;
    past.push(found.root);
  }
  const sorting = sortingOf(document);
  if (isProblem(sorting)) return sorting;
  const properties = objectAt(document['properties'] ?? {}, ['properties'], 'a map of texts');
  if (isProblem(properties)) return properties;
  return {
    ...schema,
    table: { lastColumnId, transforms, sorting, properties: Object.keys(properties), past },
  };
}

type Current = {
  readonly value: Json;
  readonly path: Path;
  readonly others: readonly (readonly [number, Json])[];
};

/** Version 1 may have the one schema alone; from 2 on there is a list, and which of it is in force. */
function currentSchema(document: JsonObject, version: number): Current | Problem {
  const { schemas, schema, 'current-schema-id': current } = document;
  if (schemas === undefined && version === 1) return { value: schema ?? null, path: ['schema'], others: [] };
  if (!Array.isArray(schemas))
    return problemAt('ICEBERG_SHAPE', ['schemas'], { expected: 'a list of schemas' });
  if (!isCount(current))
    return problemAt('ICEBERG_SHAPE', ['current-schema-id'], { expected: 'a whole number' });
  const entries = [...(schemas as readonly Json[]).entries()];
  const found = entries.filter(([, one]) => isObject(one) && one['schema-id'] === current);
  if (found.length !== 1)
    return problemAt('ICEBERG_SHAPE', ['current-schema-id'], { expected: 'the id of one of the schemas' });
  const [[index, value]] = found as [[number, Json]];
  return { value, path: ['schemas', index], others: entries.filter(([place]) => place !== index) };
}

/** By the field they are taken of, what the current partition spec makes of it. */
function transformsOf(document: JsonObject): ReadonlyMap<number, readonly string[]> | Problem {
  const { 'partition-specs': specs, 'default-spec-id': current } = document;
  const transforms = new Map<number, string[]>();
  if (specs === undefined) return transforms;
  if (!Array.isArray(specs))
    return problemAt('ICEBERG_SHAPE', ['partition-specs'], { expected: 'a list of partition specs' });
  for (const [index, spec] of (specs as readonly Json[]).entries()) {
    if (!isObject(spec) || !Array.isArray(spec['fields']))
      return problemAt('ICEBERG_SHAPE', ['partition-specs', index], { expected: 'a partition spec' });
    if (current !== undefined && spec['spec-id'] !== current) continue;
    for (const [place, field] of (spec['fields'] as readonly Json[]).entries()) {
      const path = ['partition-specs', index, 'fields', place];
      if (!isObject(field) || typeof field['transform'] !== 'string')
        return problemAt('ICEBERG_SHAPE', path, { expected: 'a partition field' });
      const sources = field['source-ids'] ?? [field['source-id'] ?? null];
      if (!Array.isArray(sources))
        return problemAt('ICEBERG_SHAPE', [...path, 'source-ids'], { expected: 'a list of ids' });
      for (const source of sources as readonly Json[]) {
        const id = idAt(source, path);
        if (isProblem(id)) return id;
        transforms.set(id, [...(transforms.get(id) ?? []), field['transform']]);
      }
    }
  }
  return transforms;
}

/** What rows are sorted by, in the order that new files have. */
function sortingOf(document: JsonObject): readonly string[] | Problem {
  const { 'sort-orders': orders, 'default-sort-order-id': current } = document;
  if (orders === undefined) return [];
  if (!Array.isArray(orders))
    return problemAt('ICEBERG_SHAPE', ['sort-orders'], { expected: 'a list of sort orders' });
  const sorting: string[] = [];
  for (const [index, order] of (orders as readonly Json[]).entries()) {
    if (!isObject(order) || !Array.isArray(order['fields']))
      return problemAt('ICEBERG_SHAPE', ['sort-orders', index], { expected: 'a sort order' });
    if (current !== undefined && order['order-id'] !== current) continue;
    for (const [place, field] of (order['fields'] as readonly Json[]).entries()) {
      const path = ['sort-orders', index, 'fields', place];
      if (!isObject(field) || typeof field['transform'] !== 'string')
        return problemAt('ICEBERG_SHAPE', path, { expected: 'a field to sort by' });
      const sources = field['source-ids'] ?? [field['source-id'] ?? null];
      const ids = (Array.isArray(sources) ? sources : [null]).map(source => idAt(source as Json, path));
      const wrong = ids.find(isProblem);
      if (wrong !== undefined) return wrong;
      const ends = [field['direction'], field['null-order']].filter(word => typeof word === 'string');
      const how = ends.map(word => ` ${word.slice(0, LIMITS.echoed_chars_max)}`).join('');
      sorting.push(`${field['transform']} of field ${ids.join(', ')}${how}`);
    }
  }
  return sorting;
}

/** Each is there, has no parts, can't be null and equals itself: a row is known by them. */
function identifiersOf(value: Json, root: IcebergStruct, path: Path): readonly number[] | Problem {
  if (!Array.isArray(value)) return problemAt('ICEBERG_SHAPE', path, { expected: 'a list of ids' });
  const lawful = new Map<number, string>();
  gatherIdentifiers(root, undefined, lawful);
  const ids: number[] = [];
  for (const [index, one] of (value as readonly Json[]).entries()) {
    const id = idAt(one, [...path, index]);
    if (isProblem(id)) return id;
    const problem = ids.includes(id)
      ? 'stands twice'
      : (lawful.get(id) ?? 'is no field outside of lists and maps');
    if (problem !== '') return problemAt('ICEBERG_IDENTIFIER', [...path, index], { id, problem });
    ids.push(id);
  }
  return ids.sort((one, other) => one - other);
}

/** Of each field that may be reached without a list or a map, what keeps it from telling rows apart; nothing is ''. */
function gatherIdentifiers(
  { fields }: IcebergStruct,
  above: string | undefined,
  into: Map<number, string>,
): void {
  for (const { id, type, required } of fields) {
    const own = required
      ? above
      : (above ?? (type.kind === 'struct' ? 'is in an optional struct' : 'is optional'));
    if (type.kind === 'struct') {
      into.set(id, 'is a struct');
      gatherIdentifiers(type, own, into);
    } else if (type.kind === 'list' || type.kind === 'map') into.set(id, `is a ${type.kind}`);
    else into.set(id, own ?? (type.kind === 'float' || type.kind === 'double' ? `is a ${type.kind}` : ''));
  }
}

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
