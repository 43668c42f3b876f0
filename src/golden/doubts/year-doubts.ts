/** Years without a date that end what is one run: a set of samples has no longer hole in its newest years. */
const HOLE_YEARS = 3;
/** At most one date in fifty is mistaken; where more are, they are how the data is. */
const MISTAKEN_SHARE = 0.02;
/** How far before the oldest of the others a mended year may lie. */
const BEFORE_YEARS = 20;

/**
 * The first year of those that were read a century too late, as two digits are: few, beyond a hole in the newest years, and
 * with a hundred years less among the others. Undefined where there are none.
 */
export function centuryDoubt(years: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const year of years) counts.set(year, (counts.get(year) ?? 0) + 1);
  const sorted = [...counts.keys()].sort((a, b) => a - b);
  let late = 0;
  let first: number | undefined;
  for (let at = sorted.length - 1; at > 0; at--) {
    const year = sorted[at]!;
    late += counts.get(year)!;
    if (late > MISTAKEN_SHARE * years.length) break;
    if (year - sorted[at - 1]! > HOLE_YEARS) first = year;
  }
  if (first === undefined) return undefined;
  const [oldest, newest] = [sorted[0]!, sorted[sorted.indexOf(first) - 1]!];
  const isMended = (year: number): boolean =>
    year - 100 >= oldest - BEFORE_YEARS && year - 100 <= newest && year - 100 < first!;
  return sorted.filter(year => year >= first!).every(isMended) ? first : undefined;
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';

/** How people write dates whose year can be seen without knowing which number is the month. */
const SPELLED: readonly RegExp[] = [
  new RegExp(`^${MONTH}\\.? [0-9]{1,2},? ([0-9]{4})$`),
  new RegExp(`^[0-9]{1,2}[ .-]${MONTH}\\.?[ .-]([0-9]{4})$`),
  /^[0-9]{1,2}[/.-][0-9]{1,2}[/.-]([0-9]{4})$/,
];

/** The year of each text, NaN for a null; undefined unless all are dates of one spelling. */
export function yearsOfTexts(texts: readonly (string | null)[]): readonly number[] | undefined {
  const first = texts.find(text => text !== null);
  const form = first === undefined ? undefined : SPELLED.find(each => each.test(first!));
  if (form === undefined) return undefined;
  const years: number[] = [];
  for (const text of texts) {
    const year = text === null ? 'NaN' : form.exec(text)?.[1];
    if (year === undefined) return undefined;
    years.push(Number(year));
  }
  return years;
}
