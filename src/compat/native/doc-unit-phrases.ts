/**
 * A text without the phrases that say how often or over how long, since their unit is none of the value, and with `meters per
 * second` as `meters/second`.
 */
export const withoutPhrases = (text: string): string =>
  PHRASES.reduce((rest, phrase) => rest.replace(phrase, ' '), text).replace(
    PER,
    (_, above: string, below: string, more = '') => `${above}/${below}${more === '' ? '' : '2'}`,
  );

/** What is usual to divide by, since `and/or` and `N/A` are no units. */
export const DIVISORS: ReadonlySet<string> = new Set(
  `ns us ms s sec min h hr d day hour second minute week month year mm cm m km kg g l L ml mL dl dL K mol ha ft in mi gal
   meter metre kilometer kilometre kilogram gram liter litre mile foot inch kelvin mole gallon millisecond`.split(
    /\s+/,
  ),
);

const TIME =
  '(?:(?:nano|micro|milli)?-?seconds?|secs?|ms|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|quarters?|years?)\\b(?![/²³])';

const PHRASES: readonly RegExp[] = [
  `(?:every|each|(?:once|twice|\\d+ times) (?:an?|per|every|each)|by(?: the)?)\\s+(?:(?:other|few|\\d+(?:\\.\\d+)?|one|two|three|five|ten)\\s+)?${TIME}`,
  `(?:updated|refreshed|sampled|taken|computed|recorded|polled|collected)\\s+per\\s+${TIME}`,
  `of\\s+(?:\\d+(?:\\.\\d+)?|one|two|three|five|ten)\\s+${TIME}`,
].map(phrase => new RegExp(`\\b${phrase}`, 'gi'));

const BELOW = [...DIVISORS].join('|');

const PER = new RegExp(
  `(?<![^\\s([])(\\S{1,24})\\s+per\\s+(${BELOW})\\b(\\s+squared\\b|\\s+per\\s+\\2\\b)?`,
  'gi',
);
