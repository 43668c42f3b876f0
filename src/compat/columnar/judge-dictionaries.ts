import type { Dictionary } from '../../native/columnar/column.ts';
import type { Found } from '../native/found.ts';
import { brief } from '../wording.ts';
import type { ColumnarRule } from './columnar-rules.ts';

/**
 * The values that both list, by their places: where writers say that the order of a list means something, whoever sorts
 * or encodes by it takes one value for another. What only one file holds says nothing: a file lists what is in it.
 */
export function judgeDictionaries(
  found: Found<ColumnarRule>,
  writer: Dictionary | undefined,
  reader: Dictionary | undefined,
  path: string,
): void {
  const [written, read] = [writer?.values, reader?.values];
  if (written === undefined || read === undefined) return;
  const areOrdered = writer?.isOrdered === true && reader?.isOrdered === true;
  if (typeof written === 'string' || typeof read === 'string') {
    if (areOrdered) found.add('DICTIONARY_UNREAD', path, listText(written), listText(read));
    return;
  }
  const places = new Map(read.map((value, place) => [value, place]));
  const shared = written.flatMap((value, from) => {
    const to = places.get(value);
    return to === undefined ? [] : [{ from, to }];
  });
  const moved = shared.filter(({ from, to }) => from !== to);
  if (moved.length === 0) return;
  const isInOrder = shared.every(({ to }, index) => index === 0 || shared[index - 1]!.to < to);
  found.add(
    areOrdered && !isInOrder ? 'DICTIONARY_REORDERED' : 'DICTIONARY_PLACES_CHANGED',
    path,
    `places ${brief(moved, ({ from }) => String(from))}`,
    `places ${brief(moved, ({ to }) => String(to))}`,
  );
}

const listText = (values: NonNullable<Dictionary['values']>): string =>
  typeof values === 'string' ? values : `${values.length} values`;
