import { canonicalJson } from '../../base/canonical-json.ts';
import { brief } from '../wording.ts';
import { ASSERTED, type Naming, naming } from './value-naming.ts';

/** By the value; or by what it is one of, behind `ASSERTED`. */
export type Names = ReadonlyMap<string, Naming>;

/** What each value that both sides have is called on one side and not on the other. */
export function namesApart(
  from: Names,
  to: Names,
): ReadonlyArray<{ readonly from: string; readonly to: string }> {
  const owners = [ownersOf(from), ownersOf(to)] as const;
  return [...from].flatMap(([key, before]) => {
    const after = to.get(key);
    if (after === undefined) return [];
    const isOther =
      isExchanged(key, before, after, owners[0], owners[1]) ||
      isExchanged(key, after, before, owners[1], owners[0]) ||
      (!key.startsWith(ASSERTED) && isApart(before, after, owners));
    if (!isOther) return [];
    const value = key.startsWith(ASSERTED) ? key.slice(ASSERTED.length) : key;
    const [was, is] = [before, after].map(one => shown(`${value} is ${textOf(one, before, after)}`));
    return [{ from: was!, to: is! }];
  });
}

/** Which values each name is one of; a name that several share tells none from another. */
type Owners = ReadonlyMap<string, ReadonlySet<string>>;

const allOf = ({ titles, texts, others }: Naming): readonly string[] => [
  ...new Set([...titles, ...texts, ...[...others].map(other => `${ASSERTED}${other}`)]),
];

function ownersOf(named: Names): Owners {
  const owners = new Map<string, Set<string>>();
  for (const [key, one] of named)
    for (const name of allOf(one)) owners.set(name, (owners.get(name) ?? new Set()).add(key));
  return owners;
}

/** A name that was another value's alone, and is this one's alone now. */
function isExchanged(key: string, before: Naming, after: Naming, from: Owners, to: Owners): boolean {
  const had = new Set(allOf(before));
  return allOf(after).some(name => {
    const [owner, ...more] = from.get(name) ?? [];
    return (
      !had.has(name) && owner !== undefined && owner !== key && more.length === 0 && to.get(name)?.size === 1
    );
  });
}

/** No name in common. Texts count where no title tells the value from the others. */
function isApart(before: Naming, after: Naming, owners: readonly [Owners, Owners]): boolean {
  const telling = [before, after].map(
    ({ titles }, side) => new Set([...titles].filter(title => owners[side]!.get(title)?.size === 1)),
  );
  if (areApart(before.titles, after.titles) || areApart(telling[0]!, telling[1]!)) return true;
  if (telling.some(({ size }) => size === 0) && areApart(before.texts, after.texts)) return true;
  const isEither = before.titles.size === 0 && after.texts.size === 0;
  const isOr = before.texts.size === 0 && after.titles.size === 0;
  return (isEither && areApart(before.texts, after.titles)) || (isOr && areApart(before.titles, after.texts));
}

const areApart = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && [...one].every(name => !other.has(name));

/** What one side calls a value and the other does not. */
function textOf(one: Naming, before: Naming, after: Naming): string {
  const shared = new Set(
    Object.values(before).flatMap(names => [...names].filter(name => isIn(name, after))),
  );
  const own = Object.values(naming(one)).flatMap(names => [...names].filter(name => !shared.has(name)));
  return brief(own, name => canonicalJson(name));
}

const isIn = (name: string, { titles, texts, others }: Naming): boolean =>
  titles.has(name) || texts.has(name) || others.has(name);

const SHOWN_CHARS = 120;

const shown = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
