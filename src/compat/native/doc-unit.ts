/** Words people write for units, each with the one spelling they are compared in. */
const WORDS: ReadonlyArray<readonly [unit: string, words: RegExp]> = [
  ['ns', /\b(?:nanoseconds?|nanos|ns)\b/i],
  ['us', /\b(?:microseconds?|micros|us|µs|μs)\b/i],
  ['ms', /\b(?:milliseconds?|millis|msecs?|ms)\b/i],
  ['s', /\b(?:seconds?|secs?)\b|\bin s\b/i],
  ['min', /\bminutes?\b/i],
  ['h', /\bhours?\b/i],
  ['d', /\bdays?\b/i],
  ['°C', /\bcelsius\b|°C/i],
  ['°F', /\bfahrenheit\b|°F/i],
  ['K', /\bkelvins?\b/i],
  ['mm', /\b(?:millimet(?:er|re)s?|mm)\b/i],
  ['m', /\bmet(?:er|re)s?\b/i],
  ['km', /\b(?:kilomet(?:er|re)s?|km)\b/i],
  ['ft', /\b(?:feet|foot)\b/i],
  ['mi', /\bmiles?\b/i],
  ['g', /\bgrams?\b/i],
  ['kg', /\b(?:kilograms?|kg)\b/i],
  ['lb', /\b(?:pounds?|lbs?)\b/i],
  ['%', /\bper ?cent\b|\bpercentages?\b|%/i],
  ['fraction', /\b(?:fractions?|0 ?(?:to|-|–|\.\.) ?1)\b/i],
];

/** The units a text names, in the order of the table. */
const unitsIn = (text: string): readonly string[] =>
  WORDS.filter(([, words]) => words.test(text)).map(([unit]) => unit);

/** The units two texts name, where both name some and not the same: a hint, from words that nobody checks. */
export function docUnits(
  before: string | undefined,
  after: string | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = [unitsIn(before ?? '').join(', '), unitsIn(after ?? '').join(', ')];
  return from === '' || to === '' || from === to ? undefined : { from, to };
}
