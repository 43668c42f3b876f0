import { AVRO_RULES } from '../compat/avro/avro-rules.ts';
import { judgeAvro } from '../compat/avro/judge-avro.ts';
import { looksAvro } from '../native/avro/looks-avro.ts';
import { parseAvro } from '../native/avro/parse-avro.ts';
import { contractFormat } from './inline-contract.ts';
import { type FormatRow, jsonFormat } from './native-format.ts';

export const NATIVE_FORMATS = ['avro', 'contract'] as const;
export type NativeFormat = (typeof NATIVE_FORMATS)[number];

/** Every format two schemas may be compared in. */
export const FORMATS: Readonly<Record<NativeFormat, FormatRow>> = {
  avro: jsonFormat({ detects: looksAvro, parse: parseAvro, judge: judgeAvro, rules: AVRO_RULES }),
  contract: contractFormat,
};

export const isNativeFormat = (text: unknown): text is NativeFormat =>
  (NATIVE_FORMATS as readonly unknown[]).includes(text);
