import type { Json } from '../../base/canonical-json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Field, Kind } from '../../contract/field.ts';
import { sizeOf } from '../../contract/nested.ts';
import type { Written } from '../draft.ts';
import { EXTENSION, type Extension } from '../extension.ts';
import { writtenEnd } from '../written-value.ts';
import { isBounded } from './is-bounded.ts';

/** A contract of the Open Data Contract Standard 3.1 with one object: the records of the subject. */
export function odcsDocument(contract: Contract): Written {
  const { subject, version, schema, doc } = contract;
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: subject,
    name: subject,
    version: String(version),
    status: 'draft',
    schema: [
      {
        name: subject,
        logicalType: 'object',
        ...(doc !== undefined && { description: doc }),
        properties: schema.fields.map(field => propertyOf(field, contract)),
      },
    ],
  };
}

/** The same with what the standard has no words for among its custom properties. */
export function extendOdcs(
  document: Written,
  contract: Extension,
  fields: ReadonlyMap<number, Extension>,
): Written {
  const [object] = document['schema'] as readonly Written[];
  const properties = (object!['properties'] as readonly Written[]).map((property, index) => {
    const own = fields.get(index);
    return own === undefined ? property : { ...property, ...customOf(own) };
  });
  return { ...document, schema: [{ ...object, properties, ...customOf(contract) }] };
}

const customOf = (extension: Extension): Written => ({
  customProperties: [{ property: EXTENSION, value: extension }],
});

/** @param isNamed  what an array holds has no name; @param isTop  a member of an object is governed as that is */
function propertyOf(field: Field, contract: Contract, isTop = true, isNamed = isTop): Written {
  const { schema, governance } = contract;
  const governed = governance.get(field.id);
  const position = schema.key.indexOf(field.id);
  return {
    id: String(field.id),
    ...(isNamed && { name: field.name }),
    ...typeOf(field, contract),
    required: !field.nullable,
    ...(isTop && position >= 0 && { primaryKey: true, primaryKeyPosition: position + 1 }),
    ...(governed?.doc !== undefined && { description: governed.doc }),
    ...(isTop && governed && { classification: governed.sensitivity }),
  };
}

type Words = { readonly logicalType: string; readonly format?: string };

const TYPES: Readonly<Record<Kind, Words>> = {
  bool: { logicalType: 'boolean' },
  int8: { logicalType: 'integer', format: 'i8' },
  int16: { logicalType: 'integer', format: 'i16' },
  int32: { logicalType: 'integer', format: 'i32' },
  int64: { logicalType: 'integer', format: 'i64' },
  uint8: { logicalType: 'integer', format: 'u8' },
  uint16: { logicalType: 'integer', format: 'u16' },
  uint32: { logicalType: 'integer', format: 'u32' },
  uint64: { logicalType: 'integer', format: 'u64' },
  float16: { logicalType: 'number', format: 'f16' },
  bfloat16: { logicalType: 'number', format: 'f32' },
  float32: { logicalType: 'number', format: 'f32' },
  float64: { logicalType: 'number', format: 'f64' },
  decimal: { logicalType: 'number' },
  string: { logicalType: 'string' },
  bytes: { logicalType: 'string' },
  fixed: { logicalType: 'string' },
  date: { logicalType: 'date' },
  time: { logicalType: 'time' },
  timestamp: { logicalType: 'timestamp' },
  duration: { logicalType: 'integer', format: 'i64' },
  list: { logicalType: 'array' },
  struct: { logicalType: 'object' },
  // The standard has no map: what its keys and values are stands among the custom properties.
  map: { logicalType: 'object' },
  tensor: { logicalType: 'array' },
};

function typeOf(field: Field, contract: Contract): Written {
  const { type } = field;
  const { logicalType, format } = TYPES[type.kind];
  const options = { ...(format !== undefined && { format }), ...boundsOf(field) };
  const physical = PHYSICAL[type.kind]?.(field);
  return {
    logicalType,
    ...(physical !== undefined && { physicalType: physical }),
    ...(Object.keys(options).length > 0 && { logicalTypeOptions: options }),
    ...((type.kind === 'list' || type.kind === 'tensor') && {
      items: propertyOf(type.element, contract, false),
    }),
    ...(type.kind === 'struct' && {
      properties: type.fields.map(member => propertyOf(member, contract, false, true)),
    }),
  };
}

/** What only the name of a database type can say. */
const PHYSICAL: Readonly<Partial<Record<Kind, (field: Field) => string>>> = {
  decimal: ({ type }) => (type.kind === 'decimal' ? `decimal(${type.precision}, ${type.scale})` : ''),
  bytes: () => 'bytes',
  fixed: () => 'bytes',
};

function boundsOf(field: Field): Written {
  const { type, range } = field;
  if (type.kind === 'list') return { minItems: type.length.min, maxItems: type.length.max };
  if (type.kind === 'tensor') return { minItems: sizeOf(type), maxItems: sizeOf(type) };
  if (range === undefined || !isBounded(type.kind)) return {};
  const end = (value: bigint | number | undefined): Json | undefined =>
    value === undefined ? undefined : writtenEnd(field, value);
  const [minimum, maximum] = [end(range.min), end(range.max)];
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}
