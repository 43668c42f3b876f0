import * as z from 'zod';
import { type Digest, isDigest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import { FIELD_ID_MAX, KINDS, type Kind, LOGICALS, type Logical, ORDERS, ZONES, type Zone } from './field.ts';
import { schemaKey } from './published-schema.ts';
import { SLICE_BY } from './schema.ts';
import {
  EMPTY_SENSES,
  INFINITY_SENSES,
  NAN_SENSES,
  NULL_MEANINGS,
  type NullMeaning,
  type Senses,
} from './senses.ts';
import type { Path } from './yaml-document.ts';

export const SENSITIVITIES = ['public', 'internal', 'confidential', 'restricted'] as const;

export const NAME = z
  .string()
  .max(LIMITS.name_chars_max)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'letters a to z and A to Z, digits and underscores, no digit first');

export const SUBJECT = z
  .string()
  .max(LIMITS.subject_chars_max)
  .regex(
    /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)*$/,
    'lower-case words with dots between them, such as training.example',
  );

/** It stands behind a slash where a person names it: `weather.daily/2.1.0`. */
export const REVISION = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/, 'a short name such as 1.31.1, in quotes if it is a number');

export const DIGEST = z.custom<Digest>(isDigest, 'sha256: and 64 lower-case hex digits');

/** Text for people: never part of a digest. */
export const DOC = z.string().max(10_000);

/** Exact at any size. `plainOf` makes a bigint only of what is written in plain decimal digits. */
export const INTEGER = z.bigint();

/** A count, a version, an id: written as `INTEGER`, small enough for a number. */
export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  INTEGER.min(BigInt(min)).max(BigInt(max)).transform(Number);

/** Any finite decimal; an integer is one that a number holds, and never another near it. */
export const DECIMAL = z.union([
  z.number(),
  z
    .bigint()
    .refine(written => BigInt(Number(written)) === written, 'a number that a double holds exactly')
    .transform(Number),
]);

/** Control characters, as a class that every engine knows: the pattern is published, and others read it. */
export const CONTROLS = String.raw`\x00-\x1f\x7f-\x9f`;

/** A few words in one line, such as who owns something. */
export const LINE = z
  .string()
  .max(LIMITS.subject_chars_max)
  .regex(
    new RegExp(`^[^${CONTROLS}]*[^${CONTROLS}\\s][^${CONTROLS}]*$`, 'u'),
    'one line of text that is not blank',
  );

/** Why something is, for people. */
export const REASON = z.string().max(LIMITS.reason_chars_max).regex(/\S/, 'text that is not blank');

/** A list in which nothing stands twice. */
export const eachOnce = <T extends z.ZodType<string | number>>(list: z.ZodArray<T>) =>
  list.superRefine((entries, context) => {
    const seen = new Set<string | number>();
    for (const [index, entry] of entries.entries()) {
      if (seen.has(entry))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `another than ${entry}, which stands there`,
        });
      seen.add(entry);
    }
  });

const END = z.union([z.number(), z.bigint(), z.string(), z.null()]);
const LENGTH = whole(0, 2 ** 31 - 1);
/** Of what a type may be is asked with the field, where the other parameters are known. */
const PARAMETER = whole(0);

/** What may also stand once for the subject, under the id of the field. */
export const INHERITED = {
  logical: z.enum(LOGICALS).optional(),
  nullable: z.boolean().optional(),
  unit: z.string().optional(),
  vocabulary: DIGEST.optional(),
  unknownPolicy: z
    .union([z.enum(['reject', 'pass', 'ignore']), z.strictObject({ map: z.union([z.string(), whole(0)]) })])
    .optional(),
  ignoreValue: INTEGER.optional(),
};

export const GOVERNED = {
  owner: LINE.optional(),
  sensitivity: z.enum(SENSITIVITIES).optional(),
};

export const TYPED = {
  ...INHERITED,
  id: INTEGER,
  physical: z.enum(KINDS).optional(),
  precision: PARAMETER.optional(),
  scale: PARAMETER.optional(),
  size: PARAMETER.optional(),
  zone: z.enum(ZONES).optional(),
  range: z.tuple([END, END]).optional(),
  length: LENGTH.optional(),
  minLength: LENGTH.optional(),
  maxLength: LENGTH.optional(),
  nullMeans: z.enum(NULL_MEANINGS).optional(),
  // The form of a value depends on the physical type, as that of a default does.
  sentinels: z.array(z.strictObject({ value: z.unknown(), means: z.enum(NULL_MEANINGS) })).optional(),
  nan: z.enum(NAN_SENSES).optional(),
  infinity: z.enum(INFINITY_SENSES).optional(),
  emptyMeans: z.enum(EMPTY_SENSES).optional(),
  normalizer: DIGEST.optional(),
  convention: z.union([z.string(), z.array(z.string())]).optional(),
  order: z.enum(ORDERS).optional(),
  maxEntries: LENGTH.optional(),
  shape: z.array(PARAMETER).min(1).max(LIMITS.tensor_rank_max).optional(),
  doc: DOC.optional(),
};

/** A field as it is written, before the subject's defaults stand in for what it leaves out. */
export type WrittenField = Omit<Senses, 'sentinels'> & {
  readonly id: bigint;
  readonly name?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly physical?: Kind | undefined;
  readonly logical?: Logical | undefined;
  readonly nullable?: boolean | undefined;
  readonly unit?: string | undefined;
  readonly vocabulary?: Digest | undefined;
  readonly unknownPolicy?: 'reject' | 'pass' | 'ignore' | { readonly map: string | number } | undefined;
  readonly ignoreValue?: bigint | undefined;
  readonly range?: readonly unknown[] | undefined;
  readonly default?: unknown;
  readonly writeDefault?: unknown;
  readonly sentinels?: readonly { readonly value?: unknown; readonly means: NullMeaning }[] | undefined;
  readonly normalizer?: Digest | undefined;
  readonly convention?: string | readonly string[] | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  readonly size?: number | undefined;
  readonly zone?: Zone | undefined;
  readonly length?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly order?: (typeof ORDERS)[number] | undefined;
  readonly maxEntries?: number | undefined;
  readonly shape?: readonly number[] | undefined;
  readonly element?: WrittenField | undefined;
  readonly key?: WrittenField | undefined;
  readonly value?: WrittenField | undefined;
  readonly fields?: readonly WrittenField[] | undefined;
  readonly owner?: string | undefined;
  readonly sensitivity?: (typeof SENSITIVITIES)[number] | undefined;
  readonly doc?: string | undefined;
};

/** What a list, a tensor or a map holds has no name of its own: it is called by the key it stands under. */
export const UNNAMED = ['element', 'key', 'value'] as const;

export const isUnnamed = (path: Path): boolean => UNNAMED.some(part => part === path.at(-1));

/** The name of a field written under a path. */
export const nameUnder = ({ name }: WrittenField, path: Path): string => name ?? String(path.at(-1));

/** Every written field, nested ones included, with the path it is written under. */
export const writtenFields = (
  fields: readonly WrittenField[],
): ReadonlyArray<readonly [field: WrittenField, path: Path]> =>
  fields.flatMap((field, index) => withWritten(field, ['fields', index]));

const withWritten = (field: WrittenField, path: Path): Array<readonly [WrittenField, Path]> => [
  [field, path],
  ...UNNAMED.flatMap(part => {
    const held = field[part];
    return held === undefined ? [] : withWritten(held, [...path, part]);
  }),
  ...(field.fields ?? []).flatMap((held, index) => withWritten(held, [...path, 'fields', index])),
];

const HOLDING = {
  element: z.lazy(() => HELD).optional(),
  key: z.lazy(() => HELD).optional(),
  value: z.lazy(() => HELD).optional(),
  fields: z.lazy(() => z.array(MEMBER).max(LIMITS.fields_max)).optional(),
};

const HELD: z.ZodType<WrittenField> = z.strictObject({ ...TYPED, ...HOLDING });

const NAMED = {
  name: NAME,
  aliases: z.array(NAME).max(LIMITS.aliases_max).optional(),
  // Its form depends on the physical type: it is read from what was written, digit by digit.
  default: z.unknown().optional(),
  writeDefault: z.unknown().optional(),
};

/** A field of a struct, which is governed as the struct is. */
const MEMBER: z.ZodType<WrittenField> = z.strictObject({ ...TYPED, ...NAMED, ...HOLDING });

const FIELD: z.ZodType<WrittenField> = z.strictObject({ ...TYPED, ...GOVERNED, ...NAMED, ...HOLDING });

export const CONTRACT_FILE = z.strictObject({
  $schema: schemaKey('contract'),
  schema: z.string(),
  fields: z.array(FIELD).min(1).max(LIMITS.fields_max),
  normalizer: DIGEST.optional(),
  tokenizer: DIGEST.optional(),
  key: z.array(NAME).optional(),
  label: NAME.optional(),
  restores: eachOnce(z.array(whole(1, FIELD_ID_MAX)).max(LIMITS.fields_max)).optional(),
  slices: z
    .array(z.strictObject({ name: NAME, field: NAME, by: z.enum(SLICE_BY) }))
    .max(LIMITS.slices_max)
    .optional(),
  doc: DOC.optional(),
});

export const LONG_DEFAULT = z.strictObject({ value: z.unknown(), means: z.enum(['value', 'unknown']) });
