import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ReadStore } from '../store/port.ts';

/** What the gate asks of a matrix that was kept. */
export type MatrixFacts = z.output<typeof MATRIX>;

/**
 * A kept report is canonical JSON of ours, its digest was held against its name, and rows that stand apart are put back.
 *
 * @faults BOUND_DOCUMENT_FIELD, and those of the store
 */
export async function matrixFacts(store: ReadStore, digest: Digest): Promise<MatrixFacts | Fault> {
  const bytes = await store.getObject(digest);
  if (bytes instanceof Fault) return bytes;
  const document = JSON.parse(Buffer.from(bytes).toString('utf8')) as { readonly [key: string]: Json };
  const whole: { [key: string]: Json } = { ...document };
  for (const [name, { parts }] of Object.entries(MORE.safeParse(document).data?.more ?? {})) {
    const rows: Json[] = [];
    for (const part of parts) {
      const found = await store.getObject(part);
      if (found instanceof Fault) return found;
      rows.push(...(JSON.parse(Buffer.from(found).toString('utf8')) as { readonly rows: Json[] }).rows);
    }
    whole[name] = rows;
  }
  const parsed = MATRIX.safeParse(whole);
  return parsed.success
    ? parsed.data
    : new Fault('BOUND_DOCUMENT_FIELD', {
        document: digest,
        path: parsed.error.issues[0]?.path.join('.') ?? '(the document)',
        problem: 'is not as a matrix has it',
      });
}

const MORE = z.looseObject({
  more: z.record(z.string(), z.looseObject({ parts: z.array(z.custom<Digest>(isDigest)) })),
});

const CELL = z.looseObject({ writer: z.int(), reader: z.int(), codec: z.string() });
const RESULT = {
  cell: CELL,
  kind: z.enum(['ran', 'blank']),
  encoding: z.string().optional(),
  meaning: z.string().optional(),
  why: z.string().optional(),
};

const MATRIX = z.looseObject({
  conditions: z.array(z.string()),
  cells: z.array(z.looseObject(RESULT)),
  foreign: z.array(
    z.looseObject({
      ...RESULT,
      image: z.string(),
      unanswered: z.looseObject({ count: z.int() }).optional(),
    }),
  ),
  converters: z
    .array(
      z.looseObject({
        from: z.int(),
        to: z.int(),
        converter: z.custom<Digest>(isDigest),
        kind: z.string(),
        refusals: z.array(z.looseObject({ code: z.string(), probes: z.int() })).optional(),
        failures: z.array(z.looseObject({ what: z.string(), code: z.string().nullable() })).optional(),
      }),
    )
    .optional(),
});
