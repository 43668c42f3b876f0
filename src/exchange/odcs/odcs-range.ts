import type { Json } from '../../base/canonical-json.ts';
import { dateOfDays, daysOfDate } from '../../contract/calendar-date.ts';
import type { Kind } from '../../contract/field.ts';
import { isInteger, KIND_TABLE } from '../../contract/kind-table.ts';
import type { Gathered, TypeDraft } from '../field-draft.ts';
import type { SourceObject } from '../source-object.ts';
import { isBounded } from './is-bounded.ts';

/**
 * Of numbers and dates, both ends included; one that excludes its own value has an end only where the next value is
 * known. Bounds of other types stay among the options, and are told of.
 */
export function rangeOf(
  options: SourceObject | undefined,
  { keys }: TypeDraft,
  path: string,
  gathered: Gathered,
): Json | undefined {
  const physical = keys['physical'] as Kind;
  if (options === undefined || !isBounded(physical)) return undefined;
  const ends = SIDES.map(side => {
    const bound = boundOf(options, side);
    if (bound === undefined) return null;
    const end = endOf(bound, physical, side.inwards);
    if (end === null) gathered.note(path, `${bound.key}: ${bound.value}`, WHY);
    return end;
  });
  return ends.every(end => end === null) ? undefined : ends;
}

const WHY = 'a range of a contract has both its ends, in values of its type';

type Side = { readonly plain: string; readonly open: string; readonly inwards: 1 | -1 };

const SIDES: readonly Side[] = [
  { plain: 'minimum', open: 'exclusiveMinimum', inwards: 1 },
  { plain: 'maximum', open: 'exclusiveMaximum', inwards: -1 },
];

type End = number | bigint | string;
type Bound = { readonly key: string; readonly value: End; readonly isOpen: boolean };

/** The standard's first version says with true that the bound beside is excluded; later ones have the bound itself. */
function boundOf(options: SourceObject, { plain, open }: Side): Bound | undefined {
  const [closed, excluded] = [options.json(plain) ?? undefined, options.json(open) ?? undefined];
  const isFlag = typeof excluded === 'boolean';
  if (closed !== undefined && !isEnd(closed)) return options.wrong('a number or a date', plain);
  if (excluded !== undefined && !isFlag && !isEnd(excluded))
    return options.wrong('a number, a date, true or false', open);
  if (excluded === undefined || isFlag)
    return closed === undefined
      ? undefined
      : { key: excluded === true ? open : plain, value: closed, isOpen: excluded === true };
  if (closed !== undefined) return options.wrong(`one bound, and ${plain} is another`, open);
  return { key: open, value: excluded, isOpen: true };
}

const isEnd = (value: Json): value is End => ['number', 'bigint', 'string'].includes(typeof value);

function endOf({ value, isOpen }: Bound, physical: Kind, inwards: 1 | -1): Json | null {
  if (physical === 'date') return dateEnd(value, isOpen, inwards);
  if (typeof value === 'string') return null;
  if (!isInteger(physical) && physical !== 'duration') return isOpen ? null : value;
  const end = wholeEnd(value, isOpen, inwards);
  const bounds = KIND_TABLE[physical].bounds;
  // One that lets every value of the type pass is no end.
  if (bounds !== undefined && (inwards === 1 ? end < bounds[0] : end > bounds[1])) return null;
  if (BigInt(end) === value || Number(end) === value) return value;
  return Number.isSafeInteger(Number(end)) ? Number(end) : end;
}

function wholeEnd(value: number | bigint, isOpen: boolean, inwards: 1 | -1): bigint {
  if (typeof value === 'number' && !Number.isInteger(value))
    return BigInt(inwards === 1 ? Math.ceil(value) : Math.floor(value));
  return isOpen ? BigInt(value) + BigInt(inwards) : BigInt(value);
}

function dateEnd(value: End, isOpen: boolean, inwards: 1 | -1): string | null {
  const day = typeof value === 'string' ? daysOfDate(value) : undefined;
  return day === undefined ? null : (dateOfDays(isOpen ? day + inwards : day) ?? null);
}
