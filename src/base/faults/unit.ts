import { row } from './row.ts';

export const UNIT_FAULTS = {
  UNIT_UNKNOWN: row<{ unit: string; reason: string; instead: string }>({
    status: 422,
    exit: 2,
    say: f => `"${f.unit}" is no unit: ${f.reason}`,
    remedy: f => `write ${f.instead}`,
  }),
} as const;
