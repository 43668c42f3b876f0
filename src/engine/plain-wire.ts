import { z } from 'zod';
import type { Json } from '../base/canonical-json.ts';
import type { PlainOutcome, PlainTask, PlainValue } from '../matrix/plain-lane.ts';

/**
 * What the parent writes to the child, a line each. A schema goes over once and is called by its number after that, and so
 * does a file, as long as it is one of the last `FILES_KEPT`.
 */
export type Asked =
  | { readonly kind: 'schema'; readonly number: number; readonly schema: Json }
  | { readonly kind: 'file'; readonly number: number; readonly base64: string }
  | (Pick<PlainTask, 'codec' | 'select'> & {
      readonly kind: 'task';
      readonly writer: number;
      readonly reader: number;
      readonly record: AskedRecord;
      /** The answer need not be said before that of the next task. */
      readonly hold: boolean;
    });

/** Bytes of its own, or a row of a file that went over. */
export type AskedRecord = { readonly base64: string } | { readonly file: number; readonly row: number };

/** More than are asked about at a time; each has some hundred records. */
export const FILES_KEPT = 64;

/** What the child answers, a line each: `ready` once, then the tasks in the order they were asked. */
export type Said = { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly outcome: PlainOutcome };

/** The child's line, or undefined when it is none of ours: then whatever ran in it can't be believed. */
export function parseSaid(line: string): Said | undefined {
  try {
    return SaidShape.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const Value: z.ZodType<PlainValue> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('absent') }),
    z.strictObject({ kind: z.literal('null') }),
    z.strictObject({ kind: z.literal('boolean'), value: z.boolean() }),
    z.strictObject({ kind: z.literal('number'), text: z.string() }),
    z.strictObject({ kind: z.literal('bigint'), text: z.string() }),
    z.strictObject({ kind: z.literal('string'), value: z.string() }),
    z.strictObject({ kind: z.literal('bytes'), base64: z.string() }),
    z.strictObject({ kind: z.literal('list'), items: z.array(Value) }),
    z.strictObject({ kind: z.literal('record'), members: z.array(Member) }),
  ]),
);
const Member = z.tuple([z.string(), Value]);

const SaidShape: z.ZodType<Said> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({
    kind: z.literal('answer'),
    outcome: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('read'), values: z.array(Member) }),
      z.strictObject({ kind: z.literal('refused'), code: z.string().regex(/^[A-Z_]+$/) }),
      z.strictObject({ kind: z.literal('crash'), how: z.string() }),
    ]),
  }),
]);
