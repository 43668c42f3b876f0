import { evidenceText, type Withheld } from '../../contract/withheld.ts';
import { type ExactNumber, fractionOf } from '../exact-number.ts';
import type { Pattern, PatternRule, RoundingMode } from './pattern.ts';

/** A rule as a person says it, without the count of its cells. */
export const patternText = ({ rule, everywhere }: Pattern<Withheld>): string =>
  `${ruleText(rule)}${everywhere || STATES.has(rule.kind) ? '' : ', in the cells that differ'}`;

/** Those that speak of the differing cells alone. */
const STATES: ReadonlySet<PatternRule['kind']> = new Set(['nulled', 'filled', 'one-value', 'folded']);

function ruleText(rule: PatternRule<Withheld>): string {
  switch (rule.kind) {
    case 'nulled':
      return 'went to null';
    case 'filled':
      return rule.isOneValue ? 'nulls were filled with one value' : 'nulls were filled';
    case 'one-value':
      return 'all became one value';
    case 'sign-flipped':
      return 'the sign was flipped';
    case 'scaled':
      return `scaled ${factorText(rule.factor)}${rule.unit === undefined ? '' : ` (${rule.unit}?)`}`;
    case 'rounded':
      return `rounded ${MODES[rule.to]} ${placesText(rule.decimals)}`;
    case 'narrowed':
      return `narrowed to ${rule.to}`;
    case 'offset':
      return `offset by ${signed(rule.by)}`;
    case 'affine':
      return `scaled ${factorText(rule.factor)} and offset by ${signed(rule.by)}${rule.unit === undefined ? '' : ` (${rule.unit}?)`}`;
    case 'shifted':
      return `shifted by ${durationText(rule.seconds)}`;
    case 'zone-shifted':
      return `shifted by ${rule.seconds.map(durationText).join(' or ')}, like a time zone with summer time`;
    case 'day-month-swapped':
      return 'day and month were swapped';
    case 'time-cut':
      return `cut to the ${rule.to}`;
    case 'leading-zeros':
      return rule.how === 'lost' ? 'leading zeros were lost' : 'leading zeros were added';
    case 'case':
      return rule.to === 'other' ? 'the case changed' : `went to ${rule.to} case`;
    case 'whitespace':
      return `white space was ${rule.how}`;
    case 'normalised':
      return rule.form === undefined ? 'another Unicode normal form' : `normalised to ${rule.form}`;
    case 'characters-replaced':
      return 'characters were replaced with U+FFFD';
    case 'misread-utf8':
      return rule.how === 'broken'
        ? 'UTF-8 was read as Latin-1'
        : 'UTF-8 that was read as Latin-1 was mended';
    case 'truncated':
      return `truncated to ${rule.to} ${rule.unit}`;
    case 'affix':
      return `the ${rule.where} ${evidenceText(rule.text)} was ${rule.how}`;
    case 'folded':
      return `values were mapped onto others: ${rule.how}`;
  }
}

const MODES: Readonly<Record<RoundingMode, string>> = {
  nearest: 'to',
  'towards-zero': 'towards zero to',
  down: 'down to',
  up: 'up to',
};

function placesText(decimals: number): string {
  if (decimals === 0 || decimals === Number.NEGATIVE_INFINITY) return 'integers';
  if (decimals < 0) return `multiples of ${10 ** -decimals}`;
  return decimals === 1 ? '1 decimal' : `${decimals} decimals`;
}

function factorText(factor: ExactNumber): string {
  const divisor = divisorOf(factor);
  return divisor === undefined ? `×${factor}` : `÷${divisor}`;
}

/** What a number was divided by, where that is whole; of a double that needs all its digits, where it is the nearest to such a share. */
function divisorOf(factor: ExactNumber): bigint | undefined {
  const [above, below] = fractionOf(factor);
  const size = above < 0n ? -above : above;
  if (above === 0n || size >= below) return undefined;
  if (below % above === 0n) return below / above;
  if (typeof factor !== 'number' || String(size).length <= DOUBLE_DIGITS) return undefined;
  const whole = Math.round(1 / factor);
  return Math.abs(whole * factor - 1) <= ROUNDINGS * Number.EPSILON ? BigInt(whole) : undefined;
}

/** That are one double, and no other. */
const DOUBLE_DIGITS = 15;
/** Doubles that a factor of doubles may lie away from what it stands for. */
const ROUNDINGS = 8;

const signed = (by: ExactNumber): string => (String(by).startsWith('-') ? String(by) : `+${by}`);

const SIZES: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** In the largest unit that counts it whole: `+1 day`, `-90 minutes`. */
export function durationText(seconds: number): string {
  const [size, name] = SIZES.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count < 0 ? '' : '+'}${count} ${name}${Math.abs(count) === 1 ? '' : 's'}`;
}
