import type { Json } from '../../base/canonical-json.ts';
import { timestampOfText, timestampText } from '../../contract/clock-text.ts';
import { TIME_UNITS } from '../../contract/time-unit.ts';
import { isWritten, wordAt } from '../draft.ts';
import type { TypeDraft } from '../field-draft.ts';

/** A default of a JSON document as a contract writes it; undefined where it is no value of the type. */
export function jsonDefault(
  { keys, parts }: Pick<TypeDraft, 'keys' | 'parts'>,
  value: Json,
): Json | undefined {
  if (value === null) return null;
  switch (keys['physical']) {
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'string':
    case 'date':
    case 'time':
      return typeof value === 'string' ? value : undefined;
    case 'timestamp':
      return typeof value === 'string' ? (inUtc(value, keys['zone']) ?? value) : undefined;
    case 'bytes':
    case 'fixed':
      return typeof value === 'string' ? Buffer.from(value, 'base64').toString('hex') : undefined;
    case 'float32':
    case 'float64':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
    case 'list':
      return Array.isArray(value) ? each(value, item => jsonDefault(parts.element!, item)) : undefined;
    case 'struct': {
      if (!isWritten(value)) return undefined;
      const members = (parts.fields ?? []).map(field => {
        const own = value[wordAt(field.keys, 'name')];
        return [wordAt(field.keys, 'name'), own === undefined ? undefined : jsonDefault(field, own)] as const;
      });
      return members.some(([, member]) => member === undefined)
        ? undefined
        : (Object.fromEntries(members) as Json);
    }
    case 'map':
      if (!isWritten(value)) return undefined;
      return each(Object.entries(value), ([key, item]) => {
        const held = jsonDefault(parts.value!, item);
        return held === undefined ? undefined : { key, value: held };
      });
    default:
      return typeof value === 'bigint' || Number.isInteger(value) ? value : undefined;
  }
}

/** An instant with an offset, as the same instant in UTC. */
function inUtc(text: string, zone: Json | undefined): string | undefined {
  const [, local, sign, hours, minutes] = /^(.{10}T.{8,20})([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (zone !== 'instant' || local === undefined) return undefined;
  const unit = 'ns';
  const value = timestampOfText(local, unit, 'local');
  if (value === undefined) return undefined;
  const offset = BigInt(Number(hours) * 60 + Number(minutes)) * 60n * TIME_UNITS[unit];
  const utc = timestampText(sign === '+' ? value - offset : value + offset, unit, 'local');
  // As many digits of a fraction as were written.
  return utc && `${utc.slice(0, local.length === 19 ? 19 : local.length)}Z`;
}

function each<T>(items: readonly T[], to: (item: T) => Json | undefined): Json | undefined {
  const all = items.map(to);
  return all.includes(undefined) ? undefined : (all as Json[]);
}
