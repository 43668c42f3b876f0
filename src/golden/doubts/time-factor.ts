/** Units of time by their seconds, the finest first. */
const UNITS = [
  ['ns', 1e-9],
  ['us', 1e-6],
  ['ms', 1e-3],
  ['s', 1],
  ['min', 60],
  ['h', 3600],
  ['d', 86_400],
] as const;

export type TimeFactor = {
  /** What a declared unit is off by, as a quotient of two units. */
  readonly factor: number;
  /** The unit that the values are in, then. */
  readonly unit: string;
};

/**
 * The unit that values of a declared one truly have, if they are so many times as large as they ought to be; undefined
 * where no unit of time lies there, and where the declared one does.
 *
 * @param seconds  of the declared unit
 */
export function timeFactor(factor: number, seconds: number): TimeFactor | undefined {
  const [unit, size] = UNITS.find(([, each]) => isNear(factor, seconds / each)) ?? [];
  return unit === undefined || isNear(size!, seconds)
    ? undefined
    : { factor: rounded(seconds / size!), unit };
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.05 * Math.abs(b);

/** Without the noise of a quotient of doubles. */
const rounded = (factor: number): number => Number(factor.toPrecision(12));
