import type { Join } from '../key.ts';
import { type KeyRemap, keyRemaps, type RemapColumn } from '../key-remap.ts';
import type { UnifiedColumn } from './unify.ts';

/** Values of the key that one file has in another's place. @param key  places of columns */
export function tableRemaps(
  columns: readonly UnifiedColumn[],
  key: readonly number[],
  { missing, extra }: Pick<Join, 'missing' | 'extra'>,
): readonly KeyRemap[] {
  if (missing.length === 0 || extra.length === 0) return [];
  const read = (at: number): RemapColumn => {
    const column = columns[at]!;
    return {
      name: column.name,
      old: row => textOf(column.valueAt('old', row)),
      new: row => textOf(column.valueAt('new', row)),
    };
  };
  const inKey = new Set(key);
  return keyRemaps({
    key: key.map(read),
    others: columns.flatMap((_, at) => (inKey.has(at) ? [] : [read(at)])),
    missing,
    extra,
    isNamed: ({ name }) => columns.find(column => column.name === name)!.type.kind === 'string',
  });
}

const textOf = (value: UnifiedColumn['old'][number]): string | undefined =>
  value === null ? undefined : String(Object.is(value, -0) ? 0 : value);
