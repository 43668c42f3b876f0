import type { Json } from '../../base/canonical-json.ts';
import { avroSchemaOf } from '../../codec/avro-schema.ts';
import type { Contract } from '../../contract/contract.ts';
import { isWritten, type Written } from '../draft.ts';
import { EXTENSION, type Extension } from '../extension.ts';

/** The Avro schema a producer of the contract would publish, with its documentation. */
export function avroDocument({ subject, schema, governance, doc }: Contract): Written {
  const names = subject.replaceAll('-', '_').split('.');
  const document = avroSchemaOf(schema) as Written;
  const fields = document['fields'] as readonly Written[];
  return {
    type: 'record',
    name: names.at(-1)!,
    ...(names.length > 1 && { namespace: names.slice(0, -1).join('.') }),
    ...(doc !== undefined && { doc }),
    fields: fields.map((field, index) => {
      const own = governance.get(schema.fields[index]!.id)?.doc;
      return own === undefined ? field : { ...field, doc: own };
    }),
  };
}

/** The same with what Avro has no words for as properties, which its readers keep and do not look at. */
export function extendAvro(
  document: Written,
  contract: Extension,
  fields: ReadonlyMap<number, Extension>,
): Written {
  const all = document['fields'] as readonly Json[];
  return {
    ...document,
    fields: all.map((field, index) => {
      const own = fields.get(index);
      return own === undefined || !isWritten(field) ? field : { ...field, [EXTENSION]: own };
    }),
    [EXTENSION]: contract,
  };
}
