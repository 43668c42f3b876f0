import type { Zone } from '../../contract/field.ts';
import type { TimeUnit } from '../../contract/time-unit.ts';
import type { AvroType, AvroUnion } from '../../native/avro/type.ts';

/** What a logical type of Avro says of an int or a long. */
export type AvroTime =
  | { readonly physical: 'date' }
  | { readonly physical: 'time'; readonly unit: TimeUnit }
  | { readonly physical: 'timestamp'; readonly unit: TimeUnit; readonly zone: Zone };

const TIMES: Readonly<Record<string, AvroTime>> = {
  date: { physical: 'date' },
  'time-millis': { physical: 'time', unit: 'ms' },
  'time-micros': { physical: 'time', unit: 'us' },
  'timestamp-millis': { physical: 'timestamp', unit: 'ms', zone: 'instant' },
  'timestamp-micros': { physical: 'timestamp', unit: 'us', zone: 'instant' },
  'timestamp-nanos': { physical: 'timestamp', unit: 'ns', zone: 'instant' },
  'local-timestamp-millis': { physical: 'timestamp', unit: 'ms', zone: 'local' },
  'local-timestamp-micros': { physical: 'timestamp', unit: 'us', zone: 'local' },
  'local-timestamp-nanos': { physical: 'timestamp', unit: 'ns', zone: 'local' },
};

/** The property by which Iceberg writes a timestamp without a zone under the name of one with it. */
export const ADJUSTS = 'adjust-to-utc';

export function avroTime(type: Exclude<AvroType, AvroUnion>): AvroTime | undefined {
  const name = type.logical?.kind === 'other' ? type.logical.name : '';
  const time = Object.hasOwn(TIMES, name) ? TIMES[name] : undefined;
  return time?.physical === 'timestamp' && type.props[ADJUSTS] === false ? { ...time, zone: 'local' } : time;
}
