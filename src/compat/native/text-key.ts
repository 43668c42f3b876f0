import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { bareKey } from './bare-key.ts';

/** Whether people write texts for people under a key: `doc`, `description`, `$comment`, `connect.doc`, `long_name`. */
export const isTextKey = (key: string): boolean => TEXT_KEYS.has(bareKey(key));

/** Every text under a key for texts, also in objects below, in the order of the keys. */
export function saidTexts(words: Readonly<Record<string, Json>>): readonly string[] {
  const texts: string[] = [];
  const todo = inOrder(words);
  for (let seen = 0; seen < LIMITS.native_key_values_max; seen++) {
    const next = todo.pop();
    if (next === undefined) break;
    const [key, value] = next;
    if (typeof value === 'string' && isTextKey(key)) texts.push(value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      todo.push(...inOrder(value as Readonly<Record<string, Json>>));
  }
  return texts;
}

/** The last first, as a stack has them. */
const inOrder = (words: Readonly<Record<string, Json>>): [string, Json][] =>
  Object.entries(words).sort(([one], [other]) => (one < other ? 1 : -1));

const TEXT_KEYS: ReadonlySet<string> = new Set([
  'doc',
  'docs',
  'docstring',
  'documentation',
  'description',
  'descr',
  'desc',
  'shortdescription',
  'longdescription',
  'markdowndescription',
  'title',
  'caption',
  'displayname',
  'longname',
  'summary',
  'comment',
  'comments',
  'note',
  'notes',
  'remark',
  'remarks',
  'help',
  'helptext',
  'tooltip',
]);
