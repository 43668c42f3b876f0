import type { AvroPrimitiveKind, AvroType } from '../../native/avro/type.ts';
import type { AvroRule } from './avro-rules.ts';

/** What the specification lets a reader read another type as, and the rule that tells of it. */
const PROMOTIONS: Readonly<
  Record<AvroPrimitiveKind, Readonly<Partial<Record<AvroPrimitiveKind, AvroRule>>>>
> = {
  null: {},
  boolean: {},
  int: { long: 'INT_TO_LONG', float: 'INT_TO_FLOAT_LOSSY', double: 'INT_TO_DOUBLE' },
  long: { float: 'LONG_TO_FLOAT_LOSSY', double: 'LONG_TO_DOUBLE_LOSSY' },
  float: { double: 'FLOAT_TO_DOUBLE' },
  double: {},
  string: { bytes: 'STRING_TO_BYTES' },
  bytes: { string: 'BYTES_TO_STRING_UTF8_RISK' },
};

/** The rule that tells of reading one kind as another; undefined where no reader does that. */
export function promotion(from: AvroType['kind'], to: AvroType['kind']): AvroRule | undefined {
  const row: Readonly<Partial<Record<string, AvroRule>>> | undefined = Object.hasOwn(PROMOTIONS, from)
    ? PROMOTIONS[from as AvroPrimitiveKind]
    : undefined;
  return row?.[to];
}
