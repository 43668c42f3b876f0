import type { AvroType } from '../../native/avro/type.ts';
import type { Inside } from '../native/contract-extension.ts';

/** What an extension beside a field of this type finds inside it. */
export const insideOf =
  (type: AvroType): Inside =>
  () => {
    const held = type.kind === 'union' ? onlyValue(type.branches) : type;
    switch (held?.kind) {
      case 'array':
        return new Map([['element', ['element', insideOf(held.items)]], ...entriesOf(held.items)]);
      case 'map':
        return new Map([
          ['key', ['key', () => new Map()]],
          ['value', ['value', insideOf(held.values)]],
        ]);
      case 'record':
        return new Map(held.fields.map((field, at) => [`fields.${at}`, [field.name, insideOf(field.type)]]));
      default:
        return new Map();
    }
  };

/** A map whose keys are no texts is written as an array of its entries. */
function entriesOf(items: AvroType): readonly (readonly ['key' | 'value', readonly [string, Inside]])[] {
  const [key, value, ...more] = items.kind === 'record' ? items.fields : [];
  if (key?.name !== 'key' || value?.name !== 'value' || more.length > 0) return [];
  return [
    ['key', ['key', insideOf(key.type)]],
    ['value', ['value', insideOf(value.type)]],
  ];
}

/** Of null and one more type, the other: more than that no contract has. */
function onlyValue(branches: readonly AvroType[]): AvroType | undefined {
  const values = branches.filter(({ kind }) => kind !== 'null');
  return values.length === 1 ? values[0] : undefined;
}
