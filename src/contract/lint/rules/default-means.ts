import { allFields } from '../../check-schema.ts';
import { nodeAt } from '../../yaml-document.ts';
import { lintRule } from '../lint-rule.ts';

/** `default: 0` is read as "nobody knows"; whoever wrote it mostly meant that it was 0. */
export const defaultMeans = lintRule<{ field: string; key: string }>({
  id: 'DEFAULT_MEANS_UNSAID',
  level: 'warn',
  fix: 'safe',
  asks: 'A default says what it stands for.',
  say: f => `the ${f.key} of ${f.field} does not say what it means, and is taken for unknown`,
  remedy: 'Write `{value: …, means: unknown}`, or `means: value` if every such record truly held it.',
  find: ({ contract: { schema }, document }) =>
    allFields(schema).flatMap(([{ name }, above]) =>
      ['default', 'writeDefault'].flatMap(key => {
        const path = [...above, key];
        const node = nodeAt(document, path);
        // A null says by itself that there is no value.
        if (node === undefined || node.kind === 'map' || node.kind === 'null') return [];
        const edit = { kind: 'wrap', path, before: '{value: ', behind: ', means: unknown}' } as const;
        // A list with a line for each item is none that braces go round.
        const isWrapped = node.kind !== 'list' || document.text[node.at] === '[';
        return [{ path, facts: { field: name, key }, edit: isWrapped ? edit : undefined }];
      }),
    ),
});
