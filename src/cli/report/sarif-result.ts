import type { Place } from '../../base/fault.ts';

/** One thing that is told, and the line it is about. */
export type Result = {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly text: string;
  readonly place: Place | undefined;
  readonly help: string;
};
