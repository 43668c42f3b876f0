import * as z from 'zod';
import type { Json } from '../../base/canonical-json.ts';
import { FAULTS, Fault, type FaultCode, type Place } from '../../base/fault.ts';

const AT = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  snippet: z.string().optional(),
  /** The column at which the snippet begins, where that is not the first. */
  snippetFrom: z.int().min(1).optional(),
});

/** RFC 9457, and what the fault table has beside. */
export const PROBLEM = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.string(),
  remedy: z.string(),
  facts: z.record(z.string(), z.unknown()),
  at: AT.optional(),
  /** The file it is about, where no line of it is meant. */
  file: z.string().optional(),
});

export type ProblemDocument = z.output<typeof PROBLEM>;

/** A fault as a server says it. The code is the contract; the words may improve. */
export const problemDocument = ({ code, message, status, remedy, facts, at, file }: Fault) => ({
  type: `/faults/${code}`,
  title: message,
  status,
  code: code as string,
  remedy,
  facts: facts as { readonly [fact: string]: Json },
  ...(at !== undefined && { at: { ...at } }),
  ...(file !== undefined && { file }),
});

/** The same fault again, where somebody else said it; undefined where this release knows none with such facts. */
export function faultOfProblem({ code, facts, title, at, file }: ProblemDocument): Fault | undefined {
  if (!isFaultCode(code)) return undefined;
  try {
    const fault = new Fault(code, facts as never, at && placeOf(at), file);
    // Words improve from release to release; a sentence that lacks its facts says nothing.
    return fault.message === title || !WANTING.test(`${fault.message} ${fault.remedy}`) ? fault : undefined;
  } catch {
    return undefined;
  }
}

const placeOf = ({ snippet, snippetFrom, ...place }: z.output<typeof AT>): Place => ({
  ...place,
  ...(snippet !== undefined && { snippet }),
  ...(snippetFrom !== undefined && { snippetFrom }),
});

const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(FAULTS, code);

/** What a sentence says of a fact that is not there. */
const WANTING = /\bundefined\b|\[object Object\]/;
