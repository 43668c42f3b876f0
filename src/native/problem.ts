import { type FactsOf, Fault, type FaultCode, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/** The way from the top of a document to a value in it. */
export type Path = readonly (string | number)[];

/**
 * What is wrong with a schema, and where in its document. It becomes a fault where it is known what the document is: a
 * file with lines, or a part of a line, found `above` it.
 */
export type Problem = { readonly path: Path; readonly fault: (above: Path, at?: Place) => Fault };

/** A problem that names its place itself, as a JSON Pointer: an inline schema has no file and no line. */
export const problemAt = <C extends FaultCode>(
  code: C,
  path: Path,
  facts: Omit<FactsOf<C>, 'where'>,
): Problem => ({
  path,
  fault: (above, at) => {
    const where = shownPath(pointer([...above, ...path]));
    const told = Object.entries(facts).map(([name, fact]) => [name, shown(fact)]);
    const all = { where, ...Object.fromEntries(told) };
    return new Fault(code, all as unknown as FactsOf<C>, at) as unknown as Fault;
  },
});

const shown = (fact: unknown): unknown =>
  typeof fact === 'string' ? fact.slice(0, LIMITS.native_path_chars_max).toWellFormed() : fact;

const shownPath = (path: string): string =>
  path.length > LIMITS.native_path_chars_max
    ? `…${path.slice(-LIMITS.native_path_chars_max).toWellFormed()}`
    : path;

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'fault' in value && typeof value.fault === 'function';

/** RFC 6901; `/` stands for the document as a whole, which RFC 6901 writes as nothing. */
export const pointer = (path: Path): string =>
  path.length === 0
    ? '/'
    : path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
