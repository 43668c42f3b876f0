/** How a clock on some wall stands to UTC, in seconds that it is ahead. */
export type WallClock = {
  /** What `--zone` named. */
  readonly name: string;
  /** At a moment, in seconds since 1970. */
  readonly ahead: (moment_s: number) => number;
};

const FIXED = /^([+-])([0-9]{2}):([0-9]{2})$/;
/** Zones change on a quarter of an hour, if at all. */
const QUARTER_S = 900;
/** Where the calendar of the language ends, either way; no zone is known to change beyond it. */
const CALENDAR_S = 8.64e12 - QUARTER_S;

/** `America/Los_Angeles`, `UTC`, or an offset such as `-08:00`; undefined of what is no zone. */
export function wallClock(name: string): WallClock | undefined {
  const [, sign, hours, minutes] = FIXED.exec(name) ?? [];
  if (sign !== undefined) {
    if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
    const ahead = (sign === '-' ? -1 : 1) * (3600 * Number(hours) + 60 * Number(minutes));
    return { name, ahead: () => ahead };
  }
  const format = formatIn(name);
  if (format === undefined) return undefined;
  const known = new Map<number, number>();
  return {
    name,
    ahead: moment => {
      const quarter = Math.floor(Math.min(CALENDAR_S, Math.max(-CALENDAR_S, moment)) / QUARTER_S);
      const seen = known.get(quarter);
      if (seen !== undefined) return seen;
      const found = shownAt(format, quarter * QUARTER_S) - quarter * QUARTER_S;
      known.set(quarter, found);
      return found;
    },
  };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      era: 'short',
    });
  } catch {
    return undefined;
  }
}

/** What the clock shows, as the seconds since 1970 at which UTC shows the same. */
function shownAt(format: Intl.DateTimeFormat, moment_s: number): number {
  const parts = new Map(format.formatToParts(moment_s * 1000).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = /^B/.test(parts.get('era') ?? '') ? 1 - part('year') : part('year');
  const shown = new Date(0);
  shown.setUTCFullYear(year, part('month') - 1, part('day'));
  shown.setUTCHours(part('hour'), part('minute'), part('second'));
  return shown.getTime() / 1000;
}

const DAY_S = 86_400;

/**
 * The moments at which a clock shows a time: one, or two where it was put back, or none where it was put forward.
 *
 * @param shown_s  what it shows, as seconds since 1970 at which UTC shows the same
 */
export function momentsOf({ ahead }: WallClock, shown_s: number): readonly number[] {
  const offsets = new Set([ahead(shown_s - DAY_S), ahead(shown_s + DAY_S)]);
  return [...offsets]
    .map(offset => shown_s - offset)
    .filter(moment => moment + ahead(moment) === shown_s)
    .sort((a, b) => a - b);
}
