import { everyPair, type Family, type FoundRule, type PatternRule } from './pattern.ts';

/** In the order they are asked: what leaves the text the more as it was comes first. */
export const TEXT_FAMILIES: readonly Family<string>[] = [
  leadingZeros,
  normalised,
  cased,
  spaced,
  replaced,
  misread,
  truncated,
  ...(['prefix', 'suffix'] as const).map(affix),
];

type Texts = (old: string, later: string) => boolean;

function ruled(
  pairs: Parameters<Family<string>>[0],
  rule: PatternRule,
  obeys: Texts,
): FoundRule<string> | undefined {
  return everyPair(pairs, obeys)
    ? { rule, obeys: (old, later) => old === later || obeys(old, later) }
    : undefined;
}

function leadingZeros(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  const lost: Texts = (old, later) => old !== later && old.startsWith('0') && bare(old) === later;
  return (
    ruled(pairs, { kind: 'leading-zeros', how: 'lost' }, lost) ??
    ruled(pairs, { kind: 'leading-zeros', how: 'added' }, (old, later) => lost(later, old))
  );
}

/** `00123` as a number has it; other texts keep what they begin with. */
const bare = (text: string): string => (/^0[0-9]+$/.test(text) ? text.replace(/^0+(?=[0-9])/, '') : text);

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

function normalised(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  for (const form of FORMS) {
    const found = ruled(pairs, { kind: 'normalised', form }, (old, later) => old.normalize(form) === later);
    if (found !== undefined) return found;
  }
  return ruled(
    pairs,
    { kind: 'normalised', form: undefined },
    (old, later) => old.normalize('NFC') === later.normalize('NFC'),
  );
}

function cased(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  return (
    ruled(pairs, { kind: 'case', to: 'lower' }, (old, later) => old.toLowerCase() === later) ??
    ruled(pairs, { kind: 'case', to: 'upper' }, (old, later) => old.toUpperCase() === later) ??
    ruled(pairs, { kind: 'case', to: 'other' }, (old, later) => old.toLowerCase() === later.toLowerCase())
  );
}

function spaced(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  return (
    ruled(pairs, { kind: 'whitespace', how: 'trimmed' }, (old, later) => old.trim() === later) ??
    ruled(pairs, { kind: 'whitespace', how: 'added' }, (old, later) => later.trim() === old) ??
    ruled(
      pairs,
      { kind: 'whitespace', how: 'changed' },
      (old, later) => old.replace(/\s+/g, '') === later.replace(/\s+/g, ''),
    )
  );
}

/** Characters became U+FFFD, a run of bytes one or several of them. */
function replaced(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  return ruled(pairs, { kind: 'characters-replaced' }, (old, later) => {
    if (!later.includes('\ufffd')) return false;
    const parts = later.split(/\ufffd+/);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const found = index === 0 ? (old.startsWith(part) ? 0 : -1) : old.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return old.endsWith(parts.at(-1)!);
  });
}

/** UTF-8 that was read as Latin-1 or Windows-1252, as é becomes Ã©. */
function misread(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  const broken: Texts = (old, later) => READINGS.some(read => read(Buffer.from(old, 'utf8')) === later);
  return (
    ruled(pairs, { kind: 'misread-utf8', how: 'broken' }, broken) ??
    ruled(pairs, { kind: 'misread-utf8', how: 'mended' }, (old, later) => broken(later, old))
  );
}

const WINDOWS = new TextDecoder('windows-1252');
const READINGS: readonly ((bytes: Buffer) => string)[] = [
  bytes => bytes.toString('latin1'),
  bytes => WINDOWS.decode(bytes),
];

/** All that is longer was cut to one length. */
function truncated(pairs: Parameters<Family<string>>[0]): FoundRule<string> | undefined {
  const lengths = new Set(pairs.new.map(text => [...text].length));
  const [characters] = lengths;
  if (lengths.size === 1 && characters !== undefined && characters > 0)
    return ruledCut(pairs, characters, 'characters', text => [...text].length);
  // A character of several bytes that does not fit whole is left out whole.
  const bytes = pairs.new.map(text => Buffer.byteLength(text));
  const most = bytes.reduce((longest, length) => Math.max(longest, length), 0);
  return bytes.every(length => length > 0 && length > most - 4)
    ? ruledCut(pairs, most, 'bytes', text => Buffer.byteLength(text))
    : undefined;
}

function ruledCut(
  pairs: Parameters<Family<string>>[0],
  to: number,
  unit: 'characters' | 'bytes',
  lengthOf: (text: string) => number,
): FoundRule<string> | undefined {
  // What is shorter than it might be was cut before a character for which there was no room.
  const isFull: Texts = (old, later) => {
    const next = old.codePointAt(later.length);
    return next !== undefined && lengthOf(later) + lengthOf(String.fromCodePoint(next)) > to;
  };
  const cut: Texts = (old, later) => old.startsWith(later) && lengthOf(old) > to && isFull(old, later);
  return everyPair(pairs, cut)
    ? {
        rule: { kind: 'truncated', to, unit },
        obeys: (old, later) => (old === later ? lengthOf(old) <= to : cut(old, later)),
      }
    : undefined;
}

/** One text that all were given, or that all lost. */
function affix(where: 'prefix' | 'suffix'): Family<string> {
  return pairs => {
    const [old, later] = [pairs.old[0]!, pairs.new[0]!];
    const how = later.length > old.length ? 'added' : 'removed';
    const [short, long] = how === 'added' ? [old, later] : [later, old];
    const length = long.length - short.length;
    const text = where === 'prefix' ? long.slice(0, length) : long.slice(long.length - length);
    if (length === 0 || !text.isWellFormed()) return undefined;
    const joins = (bare: string, whole: string): boolean =>
      whole === (where === 'prefix' ? text + bare : bare + text);
    const obeys: Texts = (a, b) => (how === 'added' ? joins(a, b) : joins(b, a));
    return everyPair(pairs, obeys) ? { rule: { kind: 'affix', where, how, text }, obeys } : undefined;
  };
}
