import { LIMITS } from '../../base/limits.ts';
import type { Listed } from '../../native/columnar/column.ts';

/** What a dictionary lists as the labels of a vocabulary, or why it makes none; never the value that is none. */
export function labelsOf(listed: Listed | undefined): readonly string[] | string {
  if (listed === undefined) return 'its records can not be read';
  if (typeof listed === 'string') return listed;
  if (listed.length === 0) return 'it is empty';
  if (listed.length > LIMITS.vocabulary_terms_max)
    return `it has more than ${LIMITS.vocabulary_terms_max} values`;
  const labels: string[] = [];
  for (const label of listed) {
    if (label === null || label === '' || label !== label.trim() || label.includes('\ufffd'))
      return 'a value is no label';
    if (label.length > LIMITS.label_chars_max) return `a value is longer than ${LIMITS.label_chars_max}`;
    labels.push(label);
  }
  return labels;
}
