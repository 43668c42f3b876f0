import { writtenFields } from '../../contract-shape.ts';
import { nodeAt, type Path } from '../../yaml-document.ts';
import { CONTRACT_KEYS, FIELD_KEYS, inKeyOrder } from '../field-keys.ts';
import { lintRule } from '../lint-rule.ts';

/** Two fields whose keys stand in the same order are compared at a glance; in any other they are read twice. */
export const keyOrder = lintRule<{ key: string; where: string }>({
  id: 'KEY_ORDER',
  level: 'note',
  fix: 'safe',
  asks: 'The keys of a field stand in the order of docs/lint.md, and `schema` at the top.',
  say: f => `${f.key} of ${f.where} stands out of order`,
  remedy: 'Put the keys in order.',
  find: ({ written, document }) => {
    const maps: ReadonlyArray<readonly [where: string, path: Path, order: readonly string[]]> = [
      ['the contract', [], CONTRACT_KEYS],
      ...writtenFields(written.fields).map(
        ([{ name, id }, path]) => [name ?? `field ${id}`, path, FIELD_KEYS] as const,
      ),
    ];
    return maps.flatMap(([where, path, order]) => {
      const node = nodeAt(document, path);
      if (node?.kind !== 'map') return [];
      const keys = [...node.entries.keys()];
      const sorted = inKeyOrder(keys, order);
      const first = keys.findIndex((key, index) => key !== sorted[index]);
      if (first < 0) return [];
      const edit = { kind: 'order', path, keys: sorted } as const;
      return [{ path: [...path, keys[first]!], key: true, facts: { key: keys[first]!, where }, edit }];
    });
  },
});
