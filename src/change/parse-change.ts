import * as z from 'zod';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DECIMAL, DIGEST, LINE, REASON, REVISION, SUBJECT, whole } from '../contract/contract-shape.ts';
import { nearest } from '../contract/nearest.ts';
import { schemaKey } from '../contract/published-schema.ts';
import { parseWith, readYaml } from '../contract/read-yaml.ts';
import { nodeAt, placeOf, placeOfKey, type YamlDocument } from '../contract/yaml-document.ts';
import { COVERAGE_MEASURES } from '../golden/exercised/coverage-rule.ts';
import { ceilingOf, GOLDEN_MEASURES, isCount, isOfAll } from '../golden/measures.ts';
import { SHADOW_ALLOWANCES, shadowCeilingOf } from '../shadow/thresholds.ts';
import type { Places } from './check-record.ts';
import type { AuthoredChange, Backfill } from './record.ts';
import { isWaivable, WAIVABLE } from './waivable.ts';

/** The authored part of a change record, and where each of its keys is written. */
export type ParsedChange = { readonly change: AuthoredChange; readonly places: Places };

/**
 * `schemas/<subject>/changes/<from>-<to>.yaml`; its form stands in docs/formats.md.
 *
 * @faults ROLLOUT_MEANINGLESS CLASS_UNDECLARED THRESHOLD_UNKNOWN THRESHOLD_CEILING THRESHOLD_FRACTION, and those of `readYaml` and `parseWith`
 */
export function parseChange(file: string, bytes: Uint8Array): ParsedChange | Fault {
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const kind = parseWith(
    z.looseObject({ changes: z.enum(['version', 'revision']), class: z.unknown() }),
    document,
  );
  if (kind instanceof Fault) return kind;
  if (kind.class === 'forbidden')
    return new Fault('CLASS_UNDECLARED', { declared: kind.class }, placeOf(document, ['class']));
  const parsed = kind.changes === 'version' ? versionChange(document) : revisionChange(document);
  return parsed instanceof Fault ? parsed : (thresholdFault(document, parsed.change) ?? parsed);
}

function thresholdFault(document: YamlDocument, { thresholds }: AuthoredChange): Fault | undefined {
  for (const [measure, allowed] of Object.entries(thresholds)) {
    const place = placeOfKey(document, ['thresholds', measure]);
    const [kind = ''] = measure.split(':', 1);
    if (!MEASURES.includes(kind)) {
      const meant = nearest(kind, MEASURES);
      const of = meant === '' || isOfAll(meant) ? '' : measure.slice(kind.length);
      const facts = { measure, nearest: `${meant}${of}`, known: MEASURES.join(', ') };
      return new Fault('THRESHOLD_UNKNOWN', facts, place);
    }
    const written = placeOf(document, ['thresholds', measure]);
    const ceiling = ceilingOf(measure) ?? shadowCeilingOf(measure);
    if (ceiling !== undefined && allowed > ceiling)
      return new Fault('THRESHOLD_CEILING', { measure, ceiling }, written);
    if (isCount(measure) && !Number.isSafeInteger(allowed))
      return new Fault('THRESHOLD_FRACTION', { measure }, written);
  }
  return undefined;
}

const MEASURES: readonly string[] = [
  ...Object.keys(GOLDEN_MEASURES),
  ...Object.keys(COVERAGE_MEASURES),
  ...Object.keys(SHADOW_ALLOWANCES),
];

const name = z.string().min(1).max(LIMITS.name_chars_max);
export const DAY = z.iso.date('a day, as in 2027-01-31');
const number = whole(1, LIMITS.version_max);
const none = z.literal('none').transform(() => undefined);

export const BACKFILL = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('lazy') }),
  z.strictObject({ kind: z.literal('full'), by: DAY }),
]);

/** Who answers for what the gate finds, why, and until when. */
export const WAIVER = z.strictObject({
  waives: z
    .string()
    .max(LIMITS.threshold_name_chars_max)
    .refine(isWaivable, `${WAIVABLE.join(', ')}, or one thing that it finds, as in readers:outcome-trainer`),
  owner: LINE,
  reason: REASON,
  until: DAY,
});

export const OBSERVE_DAYS = z.int().min(0).max(LIMITS.observation_days_max);

const SHARED = {
  $schema: schemaKey('change'),
  subject: SUBJECT,
  class: z.enum(['identical', 'compatible', 'migrate']),
  reason: REASON,
  converter: z.union([DIGEST, none]).optional(),
  consumers: z.array(name).max(LIMITS.consumers_max),
  backfill: BACKFILL.optional(),
  withdraw_by: DAY.optional(),
  thresholds: z
    .record(
      z.string().min(1).max(LIMITS.threshold_name_chars_max),
      DECIMAL.refine(most => most >= 0, 'a number from 0 on'),
    )
    .optional(),
  waivers: z.array(WAIVER).min(1).max(LIMITS.waivers_max).optional(),
};

export const VERSION_CHANGE = z.strictObject({
  changes: z.literal('version'),
  from: z.union([number, none]),
  to: number,
  ...SHARED,
  observe_days: whole(0, LIMITS.observation_days_max).optional(),
});

export const REVISION_CHANGE = z.strictObject({
  changes: z.literal('revision'),
  version: number,
  from: REVISION,
  to: REVISION,
  ...SHARED,
});

function versionChange(document: YamlDocument): ParsedChange | Fault {
  const read = parseWith(VERSION_CHANGE, document);
  if (read instanceof Fault) return read;
  const { from, to } = read;
  if (read.observe_days !== undefined && (from === undefined || from === to)) {
    const place = placeOf(document, ['observe_days']);
    return new Fault('ROLLOUT_MEANINGLESS', { from: String(from ?? 'none'), to }, place);
  }
  return { change: { step: { kind: 'version', from, to }, ...shared(read) }, places: placesIn(document) };
}

function revisionChange(document: YamlDocument): ParsedChange | Fault {
  const read = parseWith(REVISION_CHANGE, document);
  if (read instanceof Fault) return read;
  const { version, to } = read;
  const from = read.from === 'none' ? undefined : read.from;
  const step = { kind: 'revision', version, from, to } as const;
  return { change: { step, ...shared(read) }, places: placesIn(document) };
}

type Shared = {
  readonly subject: string;
  readonly class: AuthoredChange['class'];
  readonly reason: string;
  readonly converter?: Digest | undefined;
  readonly consumers: readonly string[];
  readonly backfill?: Backfill | undefined;
  readonly withdraw_by?: string | undefined;
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  readonly waivers?: AuthoredChange['waivers'];
  readonly observe_days?: number | undefined;
};

const shared = (read: Shared): Omit<AuthoredChange, 'step'> => ({
  subject: read.subject,
  class: read.class,
  reason: read.reason,
  converter: read.converter,
  consumers: read.consumers,
  backfill: read.backfill,
  withdrawBy: read.withdraw_by,
  thresholds: read.thresholds ?? {},
  ...(read.waivers && { waivers: read.waivers }),
  ...(read.observe_days !== undefined && { observe_days: read.observe_days }),
});

const itemsAt = (document: YamlDocument, key: string): readonly number[] => {
  const node = nodeAt(document, [key]);
  return node?.kind === 'list' ? [...node.items.keys()] : [];
};

const keysAt = (document: YamlDocument, key: string): readonly string[] => {
  const node = nodeAt(document, [key]);
  return node?.kind === 'map' ? [...node.entries.keys()] : [];
};

function placesIn(document: YamlDocument): Places {
  const keys = document.root.kind === 'map' ? [...document.root.entries.keys()] : [];
  return new Map([
    ...keys.map(key => [key, placeOf(document, [key])] as const),
    ['backfill.by', placeOf(document, ['backfill', 'by'])],
    ...itemsAt(document, 'consumers').map(
      index => [`consumers.${index}`, placeOf(document, ['consumers', index])] as const,
    ),
    ...itemsAt(document, 'waivers').map(
      index => [`waivers.${index}.until`, placeOf(document, ['waivers', index, 'until'])] as const,
    ),
    ...keysAt(document, 'thresholds').map(
      key => [`thresholds.${key}`, placeOfKey(document, ['thresholds', key])] as const,
    ),
  ]);
}
