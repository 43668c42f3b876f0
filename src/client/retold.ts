import { Fault } from '../base/fault.ts';

/** A refusal from elsewhere, in which files have the names that they have here. */
export function retold(fault: Fault, nameHere: (name: string) => string): Fault {
  const facts = Object.fromEntries(
    Object.entries(fault.facts).map(([fact, value]) => [
      fact,
      typeof value === 'string' ? nameHere(value) : value,
    ]),
  );
  const { at, file } = fault;
  return new Fault(
    fault.code,
    facts as never,
    at && { ...at, file: nameHere(at.file) },
    file === undefined ? undefined : nameHere(file),
  );
}
