import type { Json } from '../../base/canonical-json.ts';
import { dateOfDays } from '../../contract/calendar-date.ts';
import { timestampText, timeText } from '../../contract/clock-text.ts';
import { decimalText } from '../../contract/decimal-text.ts';
import type { AvroType, AvroUnion } from '../../native/avro/type.ts';
import type { Written } from '../draft.ts';

import { type AvroTime, avroTime } from './avro-times.ts';

/** A default as a contract writes it; undefined where it has no text there. The parser has held it against its type. */
export function avroDefault(type: AvroType, value: Json): Json | undefined {
  switch (type.kind) {
    case 'union':
      return value === null ? null : branchDefault(type.branches, value);
    case 'bytes':
    case 'fixed':
      return bytesDefault(type, String(value));
    case 'int':
    case 'long':
      return integerDefault(type, value as number | bigint);
    case 'float':
      // Every reader rounds it on the way in, and the contract says what they hold.
      return typeof value === 'number' || typeof value === 'bigint'
        ? finite(Math.fround(Number(value)))
        : undefined;
    case 'double':
      return typeof value === 'number' || typeof value === 'bigint' ? finite(Number(value)) : undefined;
    case 'array':
      return each(value as readonly Json[], item => avroDefault(type.items, item));
    case 'map': {
      const entries = Object.entries(value as Written);
      return each(entries, ([key, item]) => {
        const held = avroDefault(type.values, item);
        return held === undefined ? undefined : { key, value: held };
      });
    }
    case 'record': {
      const given = value as Written;
      const members = type.fields.map(field => {
        const own = Object.hasOwn(given, field.name) ? given[field.name] : field.default?.value;
        return [field.name, own === undefined ? undefined : avroDefault(field.type, own)] as const;
      });
      return members.some(([, member]) => member === undefined)
        ? undefined
        : (Object.fromEntries(members) as Json);
    }
    default:
      return value;
  }
}

/** What is beyond the type has rounded to no number. */
const finite = (value: number): Json | undefined => (Number.isFinite(value) ? value : undefined);

/** The first branch that takes it, as readers do. */
function branchDefault(branches: readonly AvroType[], value: Json): Json | undefined {
  const branch = branches.find(({ kind }) => kind !== 'null');
  return branch === undefined ? undefined : avroDefault(branch, value);
}

/** Avro writes bytes as the characters of the same numbers. */
function bytesDefault(type: Exclude<AvroType, AvroUnion>, text: string): Json {
  const bytes = Buffer.from(text, 'latin1');
  if (type.logical?.kind !== 'decimal') return bytes.toString('hex');
  const unscaled =
    bytes.length === 0 ? 0n : BigInt.asIntN(8 * bytes.length, BigInt(`0x${bytes.toString('hex')}`));
  return decimalText(unscaled, type.logical.scale);
}

function integerDefault(type: Exclude<AvroType, AvroUnion>, value: number | bigint): Json | undefined {
  const time = avroTime(type);
  if (time === undefined) return value;
  return timeDefault(time, BigInt(value));
}

function timeDefault(time: AvroTime, value: bigint): Json | undefined {
  if (time.physical === 'date') return dateOfDays(Number(value));
  if (time.physical === 'timestamp') return timestampText(value, time.unit, time.zone);
  return value < 0n ? undefined : timeText(value, time.unit);
}

function each<T>(items: readonly T[], to: (item: T) => Json | undefined): Json | undefined {
  const all = items.map(to);
  return all.includes(undefined) ? undefined : (all as Json[]);
}
