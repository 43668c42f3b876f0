import { lintRule } from '../lint-rule.ts';

/** A line without its end is changed by the next line that is added, and reviewed again. */
export const fileEnd = lintRule<Record<never, never>>({
  id: 'FILE_END',
  level: 'note',
  fix: 'safe',
  asks: 'A file ends with one line end.',
  say: () => 'the file does not end with one line end',
  remedy: 'End its last line, and leave no empty line behind it.',
  find: ({ document: { text } }) =>
    /[^\n]\n$/.test(text) ? [] : [{ path: [], facts: {}, edit: { kind: 'end' } }],
});
