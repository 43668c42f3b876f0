import type { Contract } from '../../contract/contract.ts';
import type { Field, Kind } from '../../contract/field.ts';
import type { Written } from '../draft.ts';
import { EXTENSION, type Extension } from '../extension.ts';

/** A dataset with one record set: the records of the subject. What files it has, an export does not know. */
export function croissantDocument(contract: Contract): Written {
  const { subject, version, schema, doc } = contract;
  const key = schema.key.map(id => ({
    '@id': `${subject}/${schema.fields.find(field => field.id === id)!.name}`,
  }));
  return {
    '@context': {
      '@vocab': 'https://schema.org/',
      sc: 'https://schema.org/',
      cr: 'http://mlcommons.org/croissant/',
      dct: 'http://purl.org/dc/terms/',
      conformsTo: 'dct:conformsTo',
      dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
      field: 'cr:field',
      key: 'cr:key',
      recordSet: 'cr:recordSet',
      repeated: 'cr:repeated',
      isArray: 'cr:isArray',
      arrayShape: 'cr:arrayShape',
      subField: 'cr:subField',
      [EXTENSION]: { '@id': 'urn:assay:contract', '@type': '@json' },
    },
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: subject,
    version: String(version),
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': subject,
        name: subject,
        ...(doc !== undefined && { description: doc }),
        ...(key.length > 0 && { key: key.length === 1 ? key[0]! : key }),
        field: schema.fields.map(field => fieldOf(field, contract)),
      },
    ],
  };
}

export function extendCroissant(
  document: Written,
  contract: Extension,
  fields: ReadonlyMap<number, Extension>,
): Written {
  const [set] = document['recordSet'] as readonly Written[];
  const extendedFields = (set!['field'] as readonly Written[]).map((field, index) => {
    const own = fields.get(index);
    return own === undefined ? field : { ...field, [EXTENSION]: own };
  });
  return { ...document, recordSet: [{ ...set, field: extendedFields, [EXTENSION]: contract }] };
}

function fieldOf(field: Field, contract: Contract, above = contract.subject): Written {
  const { type, name } = field;
  const id = `${above}/${name}`;
  const doc = contract.governance.get(field.id)?.doc;
  const isMany = type.kind === 'list' || type.kind === 'tensor';
  const held = isMany ? type.element.type : type;
  return {
    '@type': 'cr:Field',
    '@id': id,
    name,
    ...(doc !== undefined && { description: doc }),
    ...(held.kind === 'struct'
      ? { subField: held.fields.map(member => fieldOf(member, contract, id)) }
      : { dataType: TYPES[held.kind] }),
    ...(type.kind === 'list' && { repeated: true }),
    ...(type.kind === 'tensor' && { isArray: true, arrayShape: type.shape.join(',') }),
  };
}

const TYPES: Readonly<Record<Kind, string>> = {
  bool: 'sc:Boolean',
  int8: 'cr:Int8',
  int16: 'cr:Int16',
  int32: 'cr:Int32',
  int64: 'cr:Int64',
  uint8: 'cr:UInt8',
  uint16: 'cr:UInt16',
  uint32: 'cr:UInt32',
  uint64: 'cr:UInt64',
  float16: 'cr:Float16',
  bfloat16: 'cr:Float32',
  float32: 'cr:Float32',
  float64: 'cr:Float64',
  decimal: 'sc:Number',
  string: 'sc:Text',
  bytes: 'sc:Text',
  fixed: 'sc:Text',
  date: 'sc:Date',
  time: 'sc:Time',
  timestamp: 'sc:DateTime',
  duration: 'cr:Int64',
  // What has no type there is told by the extension alone.
  list: 'sc:Text',
  map: 'sc:Text',
  struct: 'sc:Text',
  tensor: 'sc:Text',
};
