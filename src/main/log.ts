import pino from 'pino';
import { Fault } from '../base/fault.ts';
import type { LogLevel } from '../cli/world.ts';
import type { RequestLine } from '../http/observe/observe.ts';

export type Log = {
  readonly request: (line: RequestLine) => void;
  /** Of what never became a request. */
  readonly refused: (fault: Fault) => void;
  readonly trouble: (trouble: unknown) => void;
};

/** One JSON object a line, on standard error, at once: what a process wrote before it was killed is what happened. */
export function openLog(level: LogLevel): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  );
  return {
    request: line => log[line.status >= 500 ? 'error' : 'info'](line, 'answered'),
    refused: ({ code, status }) => log.info({ code, status }, 'refused'),
    trouble: trouble => log.error(troubleOf(trouble), 'trouble'),
  };
}

/** What kind of error it was and where; its message may hold what a request sent. */
function troubleOf(trouble: unknown): Readonly<Record<string, string>> {
  if (trouble instanceof Fault) return { code: trouble.code, problem: trouble.message };
  if (!(trouble instanceof Error)) return { error: 'something was thrown' };
  return {
    error: trouble.name,
    where:
      trouble.stack
        ?.split('\n')
        .find(line => FRAME.test(line))
        ?.trim() ?? '',
  };
}

/** The message stands before the first of them, and may have lines of its own. */
const FRAME = /^\s+at (?:\S+ )?\(?(?:file|node):/;
