import type { Found } from '../native/found.ts';
import { brief } from '../wording.ts';
import type { ColumnarRule } from './columnar-rules.ts';

/** Classes are stored as their places in a list of names. */
export function judgeClassLabels(
  found: Found<ColumnarRule>,
  writer: readonly string[] | undefined,
  reader: readonly string[] | undefined,
  path: string,
): void {
  if (writer === undefined || reader === undefined) return;
  const places = writer.map((name, place) => ({ place, from: name, to: reader[place] }));
  const renamed = places.filter(({ from, to }) => to !== undefined && to !== from);
  if (renamed.length > 0)
    found.add(
      'CLASS_NAME_CHANGED',
      path,
      brief(renamed, ({ place, from }) => `${place} ${shown(from)}`),
      brief(renamed, ({ place, to = '' }) => `${place} ${shown(to)}`),
    );
  const unnamed = places.filter(({ to }) => to === undefined);
  if (unnamed.length > 0)
    found.add(
      'CLASS_UNKNOWN',
      path,
      brief(unnamed, ({ place, from }) => `${place} ${shown(from)}`),
      'no name',
    );
}

const SHOWN_CHARS = 60;

const shown = (name: string): string => (name.length > SHOWN_CHARS ? `${name.slice(0, SHOWN_CHARS)}…` : name);
