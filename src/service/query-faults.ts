import { FAULTS, Fault, type FaultCode } from '../base/fault.ts';
import type { Row } from '../base/faults/row.ts';

/** One way of saying no, as data; facts stand in its sentences as names in angle brackets. */
export type FaultDocument = {
  readonly code: string;
  readonly status: number;
  readonly exit: number;
  readonly sentence: string;
  readonly remedy: string;
};

export const queryFaults = (): readonly FaultDocument[] =>
  (Object.keys(FAULTS) as FaultCode[]).sort().map(faultDocument);

/** @faults FAULT_UNKNOWN */
export const queryFault = (code: string): FaultDocument | Fault =>
  Object.hasOwn(FAULTS, code) ? faultDocument(code as FaultCode) : new Fault('FAULT_UNKNOWN', { code });

function faultDocument(code: FaultCode): FaultDocument {
  const row = FAULTS[code] as Row<never>;
  const names = new Proxy({}, { get: (_, name) => `<${String(name)}>` }) as never;
  return {
    code,
    status: row.status,
    exit: row.exit,
    sentence: row.say(names),
    remedy: row.remedy(names),
  };
}
