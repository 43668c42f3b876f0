import type { ProbeKind } from './probe.ts';
import type { Trial } from './trial.ts';

/** What producers write every day. The other probes are the edges, where ordinary readers fail with any schema. */
export const isOrdinary = ({ probe }: Pick<Trial, 'probe'>): boolean => ORDINARY.includes(probe.kind);

/** The same of a probe that only its id is left of. */
export const isOrdinaryId = (id: string): boolean => ORDINARY.some(kind => id.startsWith(`${kind}/`));

const ORDINARY: readonly ProbeKind[] = ['typical', 'term', 'missing-default'];
