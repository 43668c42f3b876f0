import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { AVRO_RULES } from '../compat/avro/avro-rules.ts';
import { judgeAvro } from '../compat/avro/judge-avro.ts';
import { COLUMNAR_RULES } from '../compat/columnar/columnar-rules.ts';
import { ICEBERG_RULES } from '../compat/iceberg/iceberg-rules.ts';
import { judgeIceberg } from '../compat/iceberg/judge-iceberg.ts';
import { JSON_SCHEMA_RULES } from '../compat/json-schema/json-schema-rules.ts';
import { judgeJsonSchema } from '../compat/json-schema/judge-json-schema.ts';
import type { RuleRow } from '../compat/native/rule-row.ts';
import { looksAvro } from '../native/avro/looks-avro.ts';
import { parseAvro } from '../native/avro/parse-avro.ts';
import { looksIceberg } from '../native/iceberg/looks-iceberg.ts';
import { parseIceberg } from '../native/iceberg/parse-iceberg.ts';
import { looksJsonSchema } from '../native/json-schema/looks-json-schema.ts';
import { parseJsonSchema } from '../native/json-schema/parse-json-schema.ts';
import { arrowFormat, parquetFormat } from './columnar-formats.ts';
import { contractFiles } from './contract-files.ts';
import { contractFormat } from './inline-contract.ts';
import { type AnyComparison, type FormatRow, jsonFormat } from './native-format.ts';

/** In the order they are offered. */
export const NATIVE_FORMATS = ['avro', 'json-schema', 'iceberg', 'parquet', 'arrow', 'contract'] as const;
export type NativeFormat = (typeof NATIVE_FORMATS)[number];

/** The rules of each format that has its own, with those that share it; of contracts, `compat/catalogue` has them. */
export const NATIVE_TABLES: ReadonlyArray<
  readonly [of: readonly NativeFormat[], rules: Readonly<Record<string, RuleRow>>]
> = [
  [['avro'], AVRO_RULES],
  [['json-schema'], JSON_SCHEMA_RULES],
  [['iceberg'], ICEBERG_RULES],
  [['parquet', 'arrow'], COLUMNAR_RULES],
];

/** Every format two schemas may be compared in. */
export const FORMATS: Readonly<Record<NativeFormat, FormatRow>> = {
  avro: jsonFormat({ detects: looksAvro, parse: parseAvro, judge: judgeAvro, rules: AVRO_RULES }),
  'json-schema': jsonFormat({
    detects: looksJsonSchema,
    parse: parseJsonSchema,
    judge: judgeJsonSchema,
    rules: JSON_SCHEMA_RULES,
  }),
  iceberg: jsonFormat({
    detects: looksIceberg,
    parse: parseIceberg,
    judge: judgeIceberg,
    rules: ICEBERG_RULES,
    binds: 'id',
  }),
  parquet: parquetFormat,
  arrow: arrowFormat,
  contract: { ...contractFormat, files: contractFiles },
};

export const isNativeFormat = (text: unknown): text is NativeFormat =>
  (NATIVE_FORMATS as readonly unknown[]).includes(text);

/**
 * Two schemas of one format as JSON values, both ways: backward, the newer reads what the older wrote.
 *
 * @faults NATIVE_FORMAT_UNKNOWN where the format has files only, and those of the format
 */
export function compareSchemas(format: NativeFormat, older: Json, newer: Json): AnyComparison | Fault {
  const { inline } = FORMATS[format];
  if (inline !== undefined) return inline(older, newer);
  return new Fault('NATIVE_FORMAT_UNKNOWN', { file: 'a JSON value', known: INLINE_FORMATS.join(', ') });
}

/** The formats a schema can be written in as a JSON value. */
export const INLINE_FORMATS: readonly NativeFormat[] = NATIVE_FORMATS.filter(
  format => FORMATS[format].inline !== undefined,
);
