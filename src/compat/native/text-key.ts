import { bareKey } from './bare-key.ts';

/** Whether people write texts for people under a key: `doc`, `description`, `$comment`, `connect.doc`, `long_name`. */
export const isTextKey = (key: string): boolean => TEXT_KEYS.has(bareKey(key));

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
