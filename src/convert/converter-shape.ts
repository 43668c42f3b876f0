import * as z from 'zod';
import { LIMITS } from '../base/limits.ts';
import { DIGEST, DOC, eachOnce, NAME, REASON, SUBJECT, whole } from '../contract/contract-shape.ts';
import { FIELD_ID_MAX, SCALARS, ZONES } from '../contract/field.ts';
import { schemaKey } from '../contract/published-schema.ts';
import { NULL_MEANINGS } from '../contract/senses.ts';

/** How a number is rounded that lies between two. Where none is named, it is refused. */
export const ROUNDINGS = ['floor', 'ceil', 'truncate', 'half-even', 'half-away'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** What becomes of a number beyond the ends: the record is refused, the nearer end stands for it, or null does. */
export const OUTSIDES = ['reject', 'clip', 'null'] as const;
export type Outside = (typeof OUTSIDES)[number];

export const UNICODE_FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
export type UnicodeForm = (typeof UNICODE_FORMS)[number];

/** What stands where no plain value does. */
export const BLANKS = ['null', 'nan', 'infinity', 'empty'] as const;
export type Blank = (typeof BLANKS)[number];

/** What text, or the ids of another tokenizer, become: token ids, or how many of them. */
export const TOKENS_GIVEN = ['ids', 'length'] as const;
export type TokensGiven = (typeof TOKENS_GIVEN)[number];

/** What becomes of more tokens than there is room for: the record is refused, or the first of them are kept. */
export const OVERS = ['reject', 'truncate'] as const;
export type Over = (typeof OVERS)[number];

/** What becomes of a special token among old ids: the record is refused, or the new tokenizer's of the same text stands for it. */
export const SPECIALS = ['reject', 'carry'] as const;
export type Specials = (typeof SPECIALS)[number];

/** What a contract said of values that are right as they are. */
export const DECLARABLE = [
  'unit',
  'logical',
  'nullMeans',
  'sentinels',
  'nan',
  'emptyMeans',
  'convention',
  'normalizer',
  'unknownPolicy',
  'tokenizer',
] as const;
export type Declarable = (typeof DECLARABLE)[number];

/** How a function is run: in a process of its own, or in an interpreter there. */
export const ISOLATIONS = ['process', 'quickjs'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

const MEANS = z.enum(['value', 'unknown']);
const ROUNDING = z.enum(ROUNDINGS).optional();
const PARAMETER = whole(0, LIMITS.decimal_digits_max).optional();
const ID = whole(1, FIELD_ID_MAX);

/** By its label, or by its id. */
const TERM = z.union([z.string().min(1).max(LIMITS.label_chars_max), whole(0, 2 ** 31 - 1)]);

/** In CEL, over the fields of the old record by their names. */
const EXPRESSION = z.string().max(LIMITS.expression_chars_max).regex(/\S/, 'an expression');

const NO_TERM = z.enum(['reject', 'null']);
/** A rule says one of two things: the term that it becomes, or that it becomes none. */
const RULE = z
  .strictObject({
    from: TERM,
    when: EXPRESSION.optional(),
    to: TERM.optional(),
    becomes: NO_TERM.optional(),
  })
  .refine(rule => (rule.to === undefined) !== (rule.becomes === undefined), 'one of to and becomes');

export const STEP = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('unit'),
    to: z.string().min(1).max(LIMITS.unit_chars_max),
    rounding: ROUNDING,
  }),
  z.strictObject({
    kind: z.literal('cast'),
    to: z.enum(SCALARS),
    precision: PARAMETER,
    scale: PARAMETER,
    zone: z.enum(ZONES).optional(),
    overflow: z.enum(OUTSIDES),
    rounding: ROUNDING,
  }),
  z.strictObject({
    kind: z.literal('remap'),
    terms: z.array(RULE).max(LIMITS.vocabulary_terms_max),
    others: z.literal('same').optional(),
    unknown: z.union([z.enum(['reject', 'null', 'pass']), z.strictObject({ to: TERM })]).optional(),
    ignored: NO_TERM.optional(),
  }),
  // The form of a value depends on the physical type, as that of a default in a contract does.
  z.strictObject({ kind: z.literal('default'), value: z.unknown().optional(), means: MEANS }),
  z.strictObject({ kind: z.literal('fill'), value: z.unknown(), means: MEANS }),
  z.strictObject({
    kind: z.literal('blank'),
    values: z.array(z.unknown()).min(1).max(LIMITS.sentinels_max).optional(),
    also: eachOnce(z.array(z.enum(['nan', 'infinity', 'empty'])).min(1)).optional(),
    means: z.enum(NULL_MEANINGS),
  }),
  z.strictObject({
    kind: z.literal('reject'),
    what: eachOnce(z.array(z.enum(BLANKS)).min(1)).optional(),
    when: EXPRESSION.optional(),
  }),
  z.strictObject({ kind: z.literal('derive'), as: EXPRESSION }),
  z.strictObject({
    kind: z.literal('range'),
    min: z.unknown().optional(),
    max: z.unknown().optional(),
    outside: z.enum(OUTSIDES),
  }),
  z.strictObject({ kind: z.literal('text'), form: z.enum(UNICODE_FORMS) }),
  z.strictObject({
    kind: z.literal('retokenise'),
    gives: z.enum(TOKENS_GIVEN),
    max: whole(1, LIMITS.tensor_elements_max).optional(),
    over: z.enum(OVERS).optional(),
    specials: z.enum(SPECIALS).optional(),
  }),
  z.strictObject({ kind: z.literal('order'), to: z.enum(['sequence', 'set']) }),
  z.strictObject({
    kind: z.literal('places'),
    from: eachOnce(z.array(whole(0, LIMITS.tensor_elements_max)).min(2).max(LIMITS.converter_places_max)),
    convention: z.string().max(LIMITS.name_chars_max).optional(),
  }),
  z.strictObject({ kind: z.literal('function'), name: NAME }),
  z.strictObject({ kind: z.literal('nest') }),
  z.strictObject({
    kind: z.literal('declare'),
    what: eachOnce(z.array(z.enum(DECLARABLE)).min(1)),
    reason: REASON,
  }),
]);
export type Step = z.output<typeof STEP>;
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { readonly kind: K }>;

/** A path below the folder of the converter, which it may lead out of, but not out of the project. */
const MODULE = z
  .string()
  .max(LIMITS.function_path_chars_max)
  .regex(
    /^(?:\.\.\/)*(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*\.[cm]?[jt]s$/,
    'a path of a module, such as seconds.ts',
  );

export const FUNCTION = z.strictObject({
  name: NAME,
  module: MODULE,
  export: NAME.optional(),
  takes: eachOnce(z.array(ID).min(1).max(LIMITS.fields_max)),
  digest: DIGEST.optional(),
  isolation: z.enum(ISOLATIONS).optional(),
  limit_ms: whole(1, LIMITS.function_ms_max).optional(),
  memory_mib: whole(16, LIMITS.function_memory_mib_max).optional(),
  rejects: eachOnce(
    z
      .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'a code such as TOO_LATE'))
      .min(1)
      .max(LIMITS.function_codes_max),
  ).optional(),
  doc: DOC.optional(),
});
export type FunctionDeclared = z.output<typeof FUNCTION>;

const VERSION = whole(1, LIMITS.version_max);

export const CONVERTER_FILE = z.strictObject({
  $schema: schemaKey('converter'),
  subject: SUBJECT,
  from: VERSION,
  to: VERSION,
  fields: z
    .array(
      z.strictObject({
        id: ID,
        from: ID.optional(),
        steps: z.array(STEP).min(1).max(LIMITS.converter_steps_max).optional(),
        doc: DOC.optional(),
      }),
    )
    .max(LIMITS.fields_max),
  functions: z.array(FUNCTION).max(LIMITS.converter_functions_max).optional(),
  where: EXPRESSION.optional(),
  drop: eachOnce(z.array(ID).max(LIMITS.fields_max)).optional(),
  normalizer: z.strictObject({ declare: REASON }).optional(),
  inverse: DIGEST.optional(),
  doc: DOC.optional(),
});
