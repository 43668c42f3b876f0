import { unitsNamed } from '../compat/native/doc-unit.ts';

/** What a text says of the unit of a value. */
export type TextUnit = {
  /** The one unit it names, where nothing lets one doubt that the value is in it. */
  readonly unit: string | undefined;
  /** Whether it names one that may be none of the value. */
  readonly isDoubtful: boolean;
  /** All that it names, as a note shows them. */
  readonly named: string;
};

/**
 * The unit that a text says a value is in. A letter is one only where the text or the name of the field says what it measures,
 * since a grade in `g` is no mass; and so is no `ms` of an `ms sql` table, and no second of a logarithm.
 *
 * @param isKnown  whether the value was measured in a unit like that before
 */
export function unitOfText(name: string, text: string, isKnown: (unit: string) => boolean): TextUnit {
  const about = `${name.replaceAll('_', ' ')}\n${text}`;
  const { all, declared } = unitsNamed(text, about);
  const named = [...all.keys()].sort().join(', ');
  const [unit] = declared.keys();
  if (unit === undefined || all.size !== 1) return { unit: undefined, isDoubtful: false, named };
  const isSure =
    !OF_ANOTHER.test(text) &&
    !(unit === '[USD]' && !US.test(text)) &&
    unitsNamed(text.replace(IN_A_NAME, ' '), about).declared.size > 0 &&
    (unitsNamed(text.replace(LETTER, ' '), about).declared.size > 0 ||
      isKnown(unit) ||
      (SAID.test(text) && MEASURED.get(unit)?.test(about) === true));
  return { unit: isSure ? unit : undefined, isDoubtful: !isSure, named };
}

/** What is in another unit than what it is made of. */
const OF_ANOTHER =
  /\b(?:log(?:10|2|1p|s|arithms?)?|ln|exp(?:onential)?|sqrt|roots?|squared?|inverse|reciprocal|ratio|rank|index|normali[sz]ed|standardi[sz]ed|z-?scores?|bins?|buckets?|bucketed)\b/i;

const US = /USD|US\$|\bU\.?S\.? dollars?\b/i;

/** `in ms sql`, `in minutes table`: what is followed by another noun. */
const IN_A_NAME =
  /\bin\s+(?=(?!deg)[^\s,;.:()]+\s+\p{L})(?![^\s,;.:()]+\s+(?:since|after|before|until|from|to|of|for|per|as|and|or|at|by|on|over|with|within|when|where|while|if|that|which|between|elapsed|spent|measured|taken|needed|above|below|relative)\b)/giu;

/** A letter by itself, which is not that of `°C` or `degrees C`. */
const LETTER = /(?<![\p{L}\d°/]|°\s|deg(?:rees?)? )\p{L}(?![\p{L}\d/])/giu;

const SAID =
  /[([]\s*(?:in\s+)?\p{L}\s*[)\]]|\bin\s+\p{L}(?!\p{L})|\bunits?\b[^\n]{0,20}[:=]\s*\p{L}(?!\p{L})/iu;

const TIME =
  /time|durat|laten|delay|elaps|interval|period|\blag\b|wait|\bttl\b|epoch|\bage\b|uptime|runtime|expir/i;

/** What is measured in a unit of one letter, by the unit. */
const MEASURED: ReadonlyMap<string, RegExp> = new Map([
  ['s', TIME],
  ['h', TIME],
  ['d', TIME],
  ['m', /length|distan|height|width|depth|altitude|elevation|radius|diameter|thick|position|\bsize\b|range/i],
  ['g', /mass|weight|\bload\b|dose/i],
  ['t', /mass|weight|\bload\b|cargo|freight/i],
  ['L', /volume|capacity|fuel|liquid|water/i],
  ['V', /volt|potential/i],
  ['A', /current|amp/i],
  ['W', /power|watt/i],
  ['J', /energy|work|heat/i],
  ['N', /force|thrust|tension/i],
  ['Cel', /./],
  ['[degF]', /./],
  ['K', /temp|heat|therm|kelvin/i],
]);
