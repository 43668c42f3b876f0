import { type Row, row } from './row.ts';

/** A schema somebody already has, that its own format refuses. `where` is a JSON Pointer into it. */
const invalid = <Facts>(say: (facts: Facts) => string, remedy: (facts: Facts) => string): Row<Facts> =>
  row<Facts>({ status: 422, exit: 2, say, remedy });

type At = { where: string };

export const NATIVE_FAULTS = {
  NATIVE_JSON: invalid<{ problem: string; offset: number }>(
    f => `this is no JSON document: ${f.problem} at offset ${f.offset}`,
    () => 'correct the document at the place shown; nothing is guessed or repaired',
  ),
  NATIVE_TOO_LARGE: row<{ what: string; limit: number }>({
    status: 413,
    exit: 2,
    say: f => `the schema has more than ${f.limit} ${f.what}`,
    remedy: () => 'split it: no schema that people read is nearly as large',
  }),
  NATIVE_FORMAT_UNKNOWN: invalid<{ file: string; known: string }>(
    f => `${f.file} is of no format known here`,
    f =>
      `name its format with --format (${f.known}), or check that it is a schema at all; ODCS and Croissant are imported, and compared as contracts`,
  ),
  NATIVE_FORMATS_DIFFER: invalid<{ older: string; newer: string }>(
    f => `the older schema is ${f.older} and the newer ${f.newer}`,
    () => 'compare two schemas of one format',
  ),
  PAIR_MALFORMED: invalid<{ line: number; problem: string }>(
    f => `line ${f.line} is no pair: ${f.problem}`,
    () => 'write {"id", "format", "writer", "reader"} on a line; docs/native-pairs.md has the shape',
  ),
  AVRO_SHAPE: invalid<At & { expected: string }>(
    f => `${f.where} of the Avro schema is not ${f.expected}`,
    f => `write ${f.expected} at ${f.where}`,
  ),
  AVRO_NAME: invalid<At & { name: string }>(
    f => `${f.where} of the Avro schema: ${f.name} is no name`,
    () =>
      'begin a name with a letter a to z or A to Z or _, and go on with those and digits; dots part a namespace',
  ),
  AVRO_NAME_TWICE: invalid<At & { name: string }>(
    f => `${f.where} of the Avro schema: the name ${f.name} is taken already`,
    f => `rename one of the two that are called ${f.name}`,
  ),
  AVRO_NAME_UNKNOWN: invalid<At & { name: string }>(
    f => `${f.where} of the Avro schema: no type is called ${f.name}`,
    f => `define ${f.name} before it is used, or write its namespace`,
  ),
  AVRO_UNION: invalid<At & { problem: string }>(
    f => `${f.where} of the Avro schema: ${f.problem}`,
    () => 'let a union hold no union, each unnamed type once and each name once',
  ),
  AVRO_DEFAULT: invalid<At & { type: string }>(
    f => `${f.where} of the Avro schema is no default of ${f.type}`,
    f => `write a default that is ${f.type}, or leave it out`,
  ),
  JSON_SCHEMA_SHAPE: invalid<At & { expected: string }>(
    f => `${f.where} of the JSON Schema is not ${f.expected}`,
    f => `write ${f.expected} at ${f.where}`,
  ),
  JSON_SCHEMA_DIALECT: invalid<At & { found: string }>(
    f => `${f.where} of the JSON Schema names the dialect ${f.found}`,
    () => 'write draft-04, draft-06, draft-07, 2019-09 or 2020-12, and the same one throughout',
  ),
  JSON_SCHEMA_REF: invalid<At & { ref: string }>(
    f => `${f.where} of the JSON Schema: ${f.ref} leads to nothing in this document`,
    () => 'bring what it refers to into the document, under $defs: nothing is fetched',
  ),
  JSON_SCHEMA_CIRCLE: invalid<At>(
    f => `${f.where} of the JSON Schema asks for itself without looking at anything below`,
    f => `break the circle at ${f.where}: no value could ever be judged by it`,
  ),
  ICEBERG_SHAPE: invalid<At & { expected: string }>(
    f => `${f.where} of the Iceberg schema is not ${f.expected}`,
    f => `write ${f.expected} at ${f.where}`,
  ),
  ICEBERG_KEY: invalid<At & { key: string; known: string }>(
    f => `${f.where} of the Iceberg schema has the unknown key ${f.key}`,
    f => `correct or remove it: known here are ${f.known}`,
  ),
  ICEBERG_TYPE: invalid<At & { type: string }>(
    f => `${f.where} of the Iceberg schema: ${f.type} is no type`,
    () => 'write a type of the specification, such as long, decimal(9, 2), fixed[16] or {"type": "list", …}',
  ),
  ICEBERG_ID: invalid<At & { id: number; problem: string }>(
    f => `${f.where} of the Iceberg schema: the id ${f.id} ${f.problem}`,
    () => 'give every field, list element, map key and map value an id of its own',
  ),
  ICEBERG_NAME: invalid<At & { name: string; problem: string }>(
    f => `${f.where} of the Iceberg schema: ${f.name} ${f.problem}`,
    () => 'give every field of a struct a name of its own',
  ),
  ICEBERG_DEFAULT: invalid<At & { type: string }>(
    f => `${f.where} of the Iceberg schema is no default of ${f.type}`,
    f => `write the default as the specification writes single values of ${f.type} in JSON, or leave it out`,
  ),
  ICEBERG_IDENTIFIER: invalid<At & { id: number; problem: string }>(
    f => `${f.where} of the Iceberg schema: field ${f.id} ${f.problem}, and can't tell rows apart`,
    () => 'list required fields without parts, none of them float or double and none in a list or map',
  ),
  ICEBERG_VERSION: invalid<At & { what: string; needs: number; has: number }>(
    f =>
      `${f.where} of the Iceberg schema: ${f.what} needs format version ${f.needs}, and the table has ${f.has}`,
    f => `upgrade the table to format version ${f.needs} first, or do without`,
  ),
  PARQUET_UNREADABLE: invalid<{ file: string; problem: string }>(
    f => `the footer of ${f.file} is none of a Parquet file: ${f.problem}`,
    () => 'write the file again, or take it from where it came: it may have been cut or altered on the way',
  ),
  ARROW_UNREADABLE: invalid<{ file: string; problem: string }>(
    f => `${f.file} has no Arrow schema where it should be: ${f.problem}`,
    () => 'write the file again, as an Arrow IPC file or stream; it may have been cut or altered on the way',
  ),
} as const;
