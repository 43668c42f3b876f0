import * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ApprovalPolicy } from '../change/approval/policy.ts';
import { CONSUMER_KINDS, type Consumer } from '../change/consumer.ts';
import type { Image } from '../change/image.ts';
import type { Producer } from '../change/producer.ts';
import { eachOnce, REASON, SUBJECT } from '../contract/contract-shape.ts';
import { nearest } from '../contract/nearest.ts';
import { type ShapeProblem, shapeProblem } from '../contract/shape-problem.ts';
import { COVERAGE_DEFAULTS } from '../golden/exercised/coverage-rule.ts';
import { PLAIN_CODECS, USUAL_CODECS } from '../matrix/plain-lane.ts';
import { AUTH } from './access/auth-config.ts';
import { Approvals, approvalsFault } from './approval-config.ts';
import { BlobSettings } from './blob-settings.ts';
import { DAY } from './day.ts';
import { keyTwice, literalPlaces, type PlaceUnder } from './literal-places.ts';
import { StoreSettings } from './store-settings.ts';

/** Who is registered, in the file or in the store. */
export const REGISTERED_NAME = z
  .string()
  .regex(
    /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/,
    'lower-case words with dots, dashes or underscores between them',
  )
  .max(LIMITS.subject_chars_max);
const FieldIds = z.int().min(1).max(2_147_483_647);
const Version = z.int().min(1).max(LIMITS.version_max);
/** A path below the project, without a way out of it. */
const Inside = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?![/\\])(?!.*(?:^|[/\\])\.\.(?:[/\\]|$)).+$/, 'a relative path that stays inside the project');

/** A command that reads for a consumer, or for an image that one would go back to. */
const Reader = z.strictObject({
  exec: z.array(z.string().min(1).max(LIMITS.foreign_word_chars_max)).min(1).max(LIMITS.foreign_words_max),
  codecs: eachOnce(z.array(z.enum(PLAIN_CODECS)).min(1)),
  limitMs: z.int().min(1).max(LIMITS.foreign_ms_max).default(LIMITS.foreign_ms),
  memoryMib: z.int().min(1).max(LIMITS.foreign_memory_mib_max).default(LIMITS.foreign_memory_mib),
});

const Samples = z.int().min(0).max(LIMITS.coverage_samples_max);

const Config = z.strictObject({
  schemas: Inside.default('schemas'),
  golden: Inside.default('golden'),
  /** A file of the project, or a database. */
  store: z.union([Inside, StoreSettings]).default('.assay/registry.sqlite'),
  /** Where large objects and the files of golden sets are kept; without it, neither is. */
  blobs: BlobSettings.optional(),
  /** What records are carried in: each cell of the matrix is run in each. */
  codecs: eachOnce(z.array(z.enum(PLAIN_CODECS)).min(1)).default([...USUAL_CODECS]),
  /** How many golden samples of each sort there are to be; 0 asks for none. */
  coverage: z
    .strictObject({
      samples: Samples.default(COVERAGE_DEFAULTS.samples),
      perTerm: Samples.default(COVERAGE_DEFAULTS.perTerm),
      perPart: Samples.default(COVERAGE_DEFAULTS.perPart),
      perKind: Samples.default(COVERAGE_DEFAULTS.perKind),
      perRange: Samples.default(COVERAGE_DEFAULTS.perRange),
    })
    .default({ ...COVERAGE_DEFAULTS }),
  /** Who may ask over HTTP. */
  auth: AUTH.default('none'),
  /** Who writes which versions. */
  producers: z
    .array(
      z.strictObject({
        name: REGISTERED_NAME,
        subject: SUBJECT,
        writes: eachOnce(z.array(Version).min(1).max(LIMITS.versions_written_max)),
      }),
    )
    .max(LIMITS.consumers_max)
    .default([]),
  /** Who reads which interval of versions, both ends included, and for what; without `to` it follows the newest. */
  consumers: z
    .array(
      z.strictObject({
        name: REGISTERED_NAME,
        kind: z.enum(CONSUMER_KINDS),
        subject: SUBJECT,
        reads: z.strictObject({ from: Version, to: Version.optional() }),
        purpose: REASON,
        /** Ids of the fields it reads; without it, all of its versions. */
        fields: eachOnce(z.array(FieldIds).min(1).max(LIMITS.fields_max)).optional(),
        /** A program of its own that reads for it, besides ours. */
        reader: Reader.optional(),
      }),
    )
    .max(LIMITS.consumers_max)
    .default([]),
  /** What one would go back to: each reads the version it was built for, up to the last day of its rollback window. */
  images: z
    .array(
      z.strictObject({
        name: REGISTERED_NAME,
        subject: SUBJECT,
        version: Version,
        until: DAY.optional(),
        reader: Reader,
      }),
    )
    .max(LIMITS.images_max)
    .default([]),
  /** Who signs what is to become active; without it nobody signs. */
  approvals: Approvals.optional(),
});

function problemText(found: ShapeProblem): string {
  if (found.kind === 'misshapen') return `it must be ${found.expected}`;
  const meant = nearest(found.key, found.known);
  const hint = meant === '' ? `the keys known here are ${found.known.join(', ')}` : `did you mean ${meant}?`;
  return `the key ${found.key.slice(0, LIMITS.echoed_chars_max)} is not known here; ${hint}`;
}

/** Of two, JavaScript takes the last without a word: whoever wrote the first believes that it counts. */
function twiceFault(file: string, source: string): Fault | undefined {
  const found = keyTwice(file, source);
  if (found === undefined) return undefined;
  const problem = `it stands there twice, on line ${found.first.line} and on line ${found.again.line}, and only the last would count`;
  return new Fault('CONFIG_INVALID', { key: exportKey(found.path), problem }, found.again);
}

/** What a place in the default export is called. */
export const exportKey = (path: readonly string[]): string => path.join('.') || '(the default export)';

/** What `registry.config.ts` exports; every key may be left out. */
export type RegistryConfig = z.input<typeof Config>;
export type Config = Omit<z.output<typeof Config>, 'producers' | 'consumers' | 'images' | 'approvals'> & {
  readonly approvals: ApprovalPolicy | undefined;
  readonly producers: readonly Producer[];
  /** The programs of consumers, those that have one of their own. */
  readonly readers: readonly Image[];
  readonly images: readonly Image[];
  readonly consumers: readonly Consumer[];
  readonly placeOf: PlaceUnder;
};

/**
 * @param source  the text of the file, where what is wrong is looked for; without it, it stands at the first line
 * @faults CONFIG_INVALID, CONSUMER_TWICE, CONSUMER_RANGE
 */
export function parseConfig(file: string, exported: unknown, source = ''): Config | Fault {
  const placeOf = literalPlaces(file, source);
  const twice = twiceFault(file, source);
  if (twice !== undefined) return twice;
  const parsed = Config.safeParse(exported);
  if (!parsed.success) {
    const found = shapeProblem(Config, parsed.error);
    const key = exportKey(found.path.map(String));
    const place = found.kind === 'unknown' ? placeOf([...found.path, found.key], 'key') : placeOf(found.path);
    return new Fault('CONFIG_INVALID', { key, problem: problemText(found) }, place);
  }
  const { producers } = parsed.data;
  const repeated = producers.findIndex(({ name, subject }, index) =>
    producers.slice(0, index).some(other => other.name === name && other.subject === subject),
  );
  if (repeated >= 0) {
    const { name, subject } = producers[repeated]!;
    const problem = `${name} stands for ${subject} already: list all it writes in one place`;
    const place = placeOf(['producers', repeated, 'name']);
    return new Fault('CONFIG_INVALID', { key: `producers.${repeated}.name`, problem }, place);
  }
  const consumers = parsed.data.consumers.map(({ reads: { from, to }, reader, ...rest }) => ({
    ...rest,
    reads: { from, to },
  }));
  for (const [index, { name, subject, reads }] of consumers.entries()) {
    const { from, to } = reads;
    if (consumers.findIndex(other => other.name === name && other.subject === subject) < index)
      return new Fault('CONSUMER_TWICE', { consumer: name }, placeOf(['consumers', index, 'name']));
    if (to !== undefined && to < from)
      return new Fault(
        'CONSUMER_RANGE',
        { consumer: name, from, to },
        placeOf(['consumers', index, 'reads', 'to']),
      );
  }
  const images = parsed.data.images.map(
    ({ name, subject, version, until, reader }): Image => ({
      name,
      subject,
      version,
      until,
      ...commandOf(reader),
    }),
  );
  const readers = parsed.data.consumers.flatMap(({ name, subject, reads, reader }): readonly Image[] =>
    reader === undefined
      ? []
      : [{ name, subject, version: reads.to, until: undefined, ...commandOf(reader) }],
  );
  const again = images.findIndex(({ name, subject }, index) =>
    [...readers, ...images.slice(0, index)].some(other => other.name === name && other.subject === subject),
  );
  if (again >= 0) {
    const { name, subject } = images[again]!;
    const problem = `${name} reads ${subject} already: give each reader a name of its own`;
    const place = placeOf(['images', again, 'name']);
    return new Fault('CONFIG_INVALID', { key: `images.${again}.name`, problem }, place);
  }
  const { approvals } = parsed.data;
  const unfit = approvals && approvalsFault(approvals, placeOf);
  if (unfit !== undefined) return unfit;
  return { ...parsed.data, consumers, readers, images, approvals, placeOf };
}

const commandOf = ({
  exec: [program, ...words],
  codecs,
  limitMs,
  memoryMib,
}: z.output<typeof Reader>): Pick<Image, 'codecs' | 'command'> => ({
  codecs,
  command: { exec: [program!, ...words], limit_ms: limitMs, memory_mib: memoryMib },
});
