import * as z from 'zod';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { ROWS_FORMAT } from '../base/rows-apart.ts';
import { CLASSES } from '../compat/class-of.ts';
import { type Governed, governanceFromDocument } from '../contract/governance.ts';
import type { ReadStore } from '../store/port.ts';
import { ADOPTED_FORMAT } from './adopted-format.ts';
import { KnownKinds } from './known-kinds.ts';
import { AGAINST_FORMAT } from './live-reports.ts';
import { schemaIn, vocabularyIn } from './query-schemas.ts';

export const OBJECT_KINDS = ['schema', 'governance', 'vocabulary', 'change', 'report', 'golden-set'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/**
 * The very bytes stored under the digest, where they are a document of the kind asked for. What they are is read from
 * the bytes alone: which version names them may change, what they say can't.
 *
 * @faults OBJECT_UNKNOWN OBJECT_OTHER_KIND
 */
export async function queryObject(
  store: ReadStore,
  kind: ObjectKind,
  digest: Digest,
  known = new KnownKinds(),
): Promise<Uint8Array | Fault> {
  const bytes = await store.getObject(digest);
  if (bytes instanceof Fault || known.has(kind, digest)) return bytes;
  const isOfKind = await RECOGNISED[kind](bytes, store);
  if (isOfKind instanceof Fault) return isOfKind;
  if (!isOfKind) return new Fault('OBJECT_OTHER_KIND', { digest, kind });
  known.add(kind, digest);
  return bytes;
}

type Recognise = (bytes: Uint8Array, store: ReadStore) => Promise<boolean | Fault> | boolean;

const tagged = (format: string) => z.looseObject({ format: z.literal(format) });

/**
 * The shapes of evidence: a comparison of schemas, a matrix, a comparison of data with its verdict, what a proposal brings
 * against one live version, what a ledger has of something adopted, rows of a large one.
 */
export const REPORT_DOCUMENT = z.union([
  z.strictObject({
    class: z.enum(CLASSES),
    for: z.array(z.string()),
    levels: z.looseObject({}),
    findings: z.array(z.looseObject({ rule: z.string() })),
    more: z.looseObject({}).optional(),
  }),
  z.looseObject({ kind: z.literal('matrix'), seed: z.int(), cells: z.array(z.unknown()) }),
  z.strictObject({
    comparison: tagged('assay.golden-comparison/1').nullable(),
    verdict: tagged('assay.golden-verdict/1').nullable(),
  }),
  tagged(AGAINST_FORMAT),
  tagged(ADOPTED_FORMAT),
  tagged(ROWS_FORMAT),
]);

const RECOGNISED: Readonly<Record<ObjectKind, Recognise>> = {
  schema: async (bytes, store) => {
    const schema = await schemaIn(store, bytes);
    return schema instanceof Fault ? schema : schema !== undefined;
  },
  governance: bytes => governanceIn(bytes) !== undefined,
  vocabulary: bytes => vocabularyIn(bytes) !== undefined,
  change: ofShape(tagged('assay.change/1')),
  report: ofShape(REPORT_DOCUMENT),
  'golden-set': ofShape(tagged('assay.golden-set/1')),
};

function ofShape(shape: z.ZodType): Recognise {
  return bytes => shape.safeParse(documentIn(bytes)).success;
}

/** What the bytes say as the document beside a schema; `undefined` when they are the document of none. */
export const governanceIn = (bytes: Uint8Array): Governed | undefined =>
  governanceFromDocument(documentIn(bytes));

/** The authored files of a subject are objects too, and are YAML: those are undefined. */
function documentIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
