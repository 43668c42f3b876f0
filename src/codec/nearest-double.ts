/**
 * The double nearest to some digits times a power of ten, half-way cases to the even one; NaN where it takes exact
 * numbers to tell.
 *
 * @param first  its first nine digits, or all, if there are fewer
 * @param rest  those behind them, nine at most
 * @param count  how many these are
 */
export function nearestDouble(first: number, rest: number, count: number, power: number): number {
  // Exact, as ten to the ninth has only 21 bits above its twos.
  const lead = first * TENS[count]!;
  // Of up to fifteen digits and such a power both parts are exact, so that this is rounded once.
  if (count <= 6 && power >= -22 && power <= 22)
    return power < 0 ? (lead + rest) / TENS[-power]! : (lead + rest) * TENS[power]!;
  return power < 0 && power >= -POWER_MAX ? quotient(lead, rest, -power) : Number.NaN;
}

/** `lead` and `rest`, of which the first is the larger, over ten to the `power`. */
function quotient(lead: number, rest: number, power: number): number {
  const whole = lead + rest;
  const lost = rest - (whole - lead);
  const divisor = TENS[power]!;
  const guess = whole / divisor;
  // What a product of two doubles loses, of their halves, as Dekker has it.
  const product = guess * divisor;
  const scaled = SPLITTER * guess;
  const high = scaled - (scaled - guess);
  const low = guess - high;
  const [divisorHigh, divisorLow] = [HIGHS[power]!, LOWS[power]!];
  const beyond = low * divisorLow - (product - high * divisorHigh - low * divisorHigh - high * divisorLow);
  const left = whole - product - beyond + (lost - guess * LOST[power]!);
  const more = left / divisor;
  const nearest = guess + more;
  // Guess and more are right to 2^-102 of the guess: where less decides, they don't know.
  const doubt = guess * 2 ** -98;
  return guess + (more + doubt) === nearest && guess + (more - doubt) === nearest ? nearest : Number.NaN;
}

/** The largest power of ten of which two doubles hold every bit. */
const POWER_MAX = 45;
const TENS = Float64Array.from({ length: POWER_MAX + 1 }, (_, power) => Number(`1e${power}`));
const LOST = TENS.map((ten, power) => Number(10n ** BigInt(power) - BigInt(ten)));
const SPLITTER = 2 ** 27 + 1;
const HIGHS = TENS.map(ten => SPLITTER * ten - (SPLITTER * ten - ten));
const LOWS = TENS.map((ten, power) => ten - HIGHS[power]!);
