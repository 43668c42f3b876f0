import * as z from 'zod';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Type } from './field.ts';
import {
  EMPTY_SENSES,
  INFINITY_SENSES,
  NAN_SENSES,
  NULL_MEANINGS,
  type NullMeaning,
  type Senses,
  type Sentinel,
} from './senses.ts';
import { valueDocument, valueFromDocument } from './value-document.ts';

/** The keys of a field's document that say what stands where no plain value does; none for what is not said. */
export const sensesDocument = (
  type: Type,
  { nullMeans, sentinels, nan, infinity, emptyMeans }: Senses,
): { readonly [key: string]: Json } => ({
  ...(nullMeans && { nullMeans }),
  ...(sentinels && { sentinels: sentinels.map(sentinel => sentinelDocument(type, sentinel)) }),
  ...(nan && { nan }),
  ...(infinity && { infinity }),
  ...(emptyMeans && { emptyMeans }),
});

export const SENSES_DOCUMENT = {
  nullMeans: z.enum(NULL_MEANINGS).optional(),
  sentinels: z.array(z.strictObject({ value: z.unknown(), means: z.enum(NULL_MEANINGS) })).optional(),
  nan: z.enum(NAN_SENSES).optional(),
  infinity: z.enum(INFINITY_SENSES).optional(),
  emptyMeans: z.enum(EMPTY_SENSES).optional(),
};

export type ShapedSenses = Omit<Senses, 'sentinels'> & {
  readonly sentinels?: readonly { readonly value?: unknown; readonly means: NullMeaning }[] | undefined;
};

/** Undefined where a sentinel is no value of the type. */
export function sensesFromDocument(type: Type, shaped: ShapedSenses): Senses | undefined {
  const { nullMeans, nan, infinity, emptyMeans } = shaped;
  const sentinels: Sentinel[] = [];
  for (const { value: document, means } of shaped.sentinels ?? []) {
    const value = valueFromDocument(type, document);
    if (value === undefined || value === null) return undefined;
    sentinels.push({ value, means });
  }
  return {
    ...(nullMeans && { nullMeans }),
    ...(shaped.sentinels && { sentinels: inSentinelOrder(type, sentinels) }),
    ...(nan && { nan }),
    ...(infinity && { infinity }),
    ...(emptyMeans && { emptyMeans }),
  };
}

/** They are a set: in which order they were written says nothing. */
export const inSentinelOrder = (type: Type, sentinels: readonly Sentinel[]): readonly Sentinel[] =>
  sentinels
    .map(sentinel => ({ sentinel, text: canonicalJson(sentinelDocument(type, sentinel)) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ sentinel }) => sentinel);

const sentinelDocument = (type: Type, { value, means }: Sentinel): Json => ({
  value: valueDocument(type, value),
  means,
});
