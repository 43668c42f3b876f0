import { row } from './row.ts';

/** Schemas that become contracts, and contracts that become schemas. */
export const EXCHANGE_FAULTS = {
  IMPORT_SHAPE: row<{ format: string; where: string; expected: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.where} of the ${f.format} document is not ${f.expected}`,
    remedy: f => `write ${f.expected} at ${f.where}`,
  }),
  IMPORT_OBJECT: row<{ format: string; known: string; first: string }>({
    status: 422,
    exit: 2,
    say: f => `the ${f.format} document describes other records than were asked for: ${f.known}`,
    remedy: f => `name one with --object, such as --object "${f.first}"`,
  }),
  IMPORT_REFUSED: row<{ fields: string; count: number }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.count === 1 ? 'a field has' : `${f.count} fields have`} no place in a contract: ${f.fields}`,
    remedy: () => 'change the source, or leave such fields out by name with --leave-out',
  }),
  IMPORT_UNSAID: row<{ key: string; fields: string }>({
    status: 422,
    exit: 2,
    say: f => `neither the file nor the subject says the ${f.key} of ${f.fields}`,
    remedy: f => `name it with --${f.key}`,
  }),
} as const;
