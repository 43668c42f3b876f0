import type { Json } from '../../base/canonical-json.ts';
import { jsonSchemaOf } from '../../codec/json-schema.ts';
import { type Field, ZONES } from '../../contract/field.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { TIME_UNITS } from '../../contract/time-unit.ts';
import type { Unit } from '../../contract/unit.ts';
import type { Written } from '../draft.ts';

/** The types that JSON Lines write as text of a fixed form, by the pattern that the codec gives each of them. */
export const WRITTEN_PATTERNS: ReadonlyMap<string, Written> = new Map(
  texts().map(({ keys, field }) => [patternOf(field), keys]),
);

function texts(): ReadonlyArray<{ readonly keys: Written; readonly field: Field }> {
  const times = Object.keys(TIME_UNITS).flatMap(code => {
    const unit = parseUnit(code) as Unit;
    return [
      { keys: { physical: 'time', unit: code }, field: fieldOf({ kind: 'time' }, unit) },
      ...ZONES.map(zone => ({
        keys: { physical: 'timestamp', zone, unit: code },
        field: fieldOf({ kind: 'timestamp', zone }, unit),
      })),
    ];
  });
  return [
    { keys: { physical: 'date' }, field: fieldOf({ kind: 'date' }) },
    { keys: { physical: 'bytes' }, field: fieldOf({ kind: 'bytes' }) },
    ...times,
  ];
}

function fieldOf(type: Field['type'], unit?: Unit): Field {
  return {
    id: 1,
    name: 'value',
    aliases: [],
    type,
    logical: 'text',
    nullable: false,
    default: { kind: 'none' },
    unit,
    range: undefined,
    vocabulary: undefined,
    unknownPolicy: undefined,
    ignoreValue: undefined,
  };
}

function patternOf(field: Field): string {
  const schema = { fields: [field], normalizer: undefined, key: [], label: undefined, slices: [] };
  const { properties } = jsonSchemaOf(schema) as { readonly properties: { readonly value: Written } };
  return String(properties.value['pattern'] satisfies Json | undefined);
}
