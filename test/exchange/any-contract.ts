import fc from 'fast-check';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { allFields } from '../../src/contract/check-schema.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest, schemaDocument } from '../../src/contract/schema-document.ts';
import type { Draft, PinnedDraft, Written } from '../../src/exchange/draft.ts';
import type { Note } from '../../src/exchange/note.ts';
import { pinnedFrom } from '../../src/exchange/pinned.ts';
import { settle } from '../../src/exchange/settle.ts';
import { lawfulSchema } from '../contract/lawful-schema.ts';
import { ANIMALS, CONTEXT, must, SMALL } from '../contract/small-subject.ts';

/** The files the schemas of `lawfulSchema` name. */
export const PINNED: readonly PinnedDraft[] = [
  ...[ANIMALS, SMALL].map(({ terms }) => ({
    vocabulary: 'animals',
    terms: terms.map(term => ({ ...term })),
  })),
  { normalizer: 'n', steps: [{ trim: true }] },
].map(document => must(pinnedFrom(document)));

export const contractOf = (schema: Schema, own: Partial<Contract> = {}): Contract => ({
  subject: 's',
  version: 7,
  schema,
  recordSchema: recordSchemaDigest(schema),
  authored: { file: sha256('nothing'), defaults: undefined },
  governance: new Map(
    allFields(schema).map(([{ id }]) => [
      id,
      { owner: 'o', sensitivity: 'public', doc: id % 2 === 0 ? `field ${id}: "what" it # means` : undefined },
    ]),
  ),
  tokenizer: undefined,
  members: CONTEXT.subject.members,
  restores: new Map(),
  place: undefined,
  places: new Map(),
  doc: undefined,
  ...own,
});

/** Any contract, with the name of its subject. */
export const anyContract: fc.Arbitrary<Contract> = fc
  .tuple(lawfulSchema, fc.option(fc.constantFrom('a contract', 'of: two\n lines'), { nil: undefined }))
  .map(([schema, doc]) => contractOf(schema, { doc }));

/**
 * The contract a draft comes to, by itself: no version before it, nothing to inherit.
 *
 * @param governed  whether it is told who owns what the draft says no owner of
 */
export function settled(
  draft: Draft,
  governed = false,
): { readonly text: string; readonly contract: Contract } {
  const { text } = must(
    settle(draft, {
      subject: 's',
      version: 7,
      latest: undefined,
      vocabularies: new Map(),
      usedIds: new Set(),
      reserved: [],
      owner: governed ? 'o' : undefined,
      sensitivity: governed ? 'public' : undefined,
      inherited: { owner: undefined, sensitivity: undefined },
      leaveOut: new Set(),
    }),
  );
  return { text, contract: must(parseContract('v7.yaml', Buffer.from(text), CONTEXT)) };
}

/** What a contract says, as plain as can be compared. */
export const saidBy = ({ recordSchema, governance, doc }: Contract): Written =>
  ({ recordSchema, governance: [...governance].map(entry => [...entry]), doc: doc ?? null }) as never;

/**
 * Every attribute that one contract has otherwise than another, as notes name them: `/f0 unit`. Found in the canonical
 * documents, which no exporter looks at.
 */
function differences(before: Contract, after: Contract): readonly string[] {
  const [was, is] = [before, after].map(({ schema }) => schemaDocument(schema) as Written) as [
    Written,
    Written,
  ];
  const found: string[] = [];
  for (const key of ['key', 'slices', 'label', 'normalizer'])
    if (!same(was[key], is[key])) found.push(`/ ${key}`);
  const [old, fresh] = [was['fields'], is['fields']] as readonly (readonly Written[])[] as [
    Written[],
    Written[],
  ];
  for (const [index, field] of old.entries())
    fieldDifferences(field, fresh[index]!, `/${field['name']}`, found);
  return found;
}

function fieldDifferences(was: Written, is: Written, path: string, found: string[]): void {
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (same(was[key], is[key])) continue;
    if (key !== 'type') found.push(`${path} ${key}`);
    else typeDifferences(was['type']!, is['type']!, path, found);
  }
}

/** What two types hold alike is compared one by one; whatever else of them differs is the type. */
function typeDifferences(was: Json, is: Json, path: string, found: string[]): void {
  const [old, fresh] = [partsIn(was), partsIn(is)];
  for (const [step, part] of old.parts) {
    const other = fresh.parts.get(step);
    if (other !== undefined) fieldDifferences(part, other, `${path}/${step}`, found);
  }
  const steps = [old, fresh].map(({ parts }) => [...parts.keys()]);
  if (!same(old.rest, fresh.rest) || !same(steps[0]!, steps[1]!)) found.push(`${path} type`);
}

type Parts = { readonly rest: Json; readonly parts: ReadonlyMap<string, Written> };

/** By the steps that notes name them by; the rest has the length, the order, the shape. */
function partsIn(type: Json): Parts {
  if (typeof type !== 'object' || type === null || Array.isArray(type))
    return { rest: type, parts: new Map() };
  const { element, key, value, fields, ...rest } = type as Readonly<Record<string, Json>>;
  const named = Object.entries({ element, key, value }).filter(([, part]) => part !== undefined);
  const listed = ((fields ?? []) as readonly Written[]).map(
    (field, index) => [`fields.${index}`, field] as const,
  );
  return { rest, parts: new Map([...(named as [string, Written][]), ...listed]) };
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null);

const TYPE = new Set([
  'physical',
  'precision',
  'scale',
  'size',
  'zone',
  'length',
  'minLength',
  'maxLength',
  'order',
  'maxEntries',
  'shape',
]);

/** Differences that no note tells of. A value in another unit is another count, and the note on the unit says so. */
export function untold(before: Contract, after: Contract, notes: readonly Note[]): readonly string[] {
  const told = toldBy(notes);
  return differences(before, after).filter(lost => {
    const [path = '', key = ''] = lost.split(' ');
    const isCounted = [...told].some(one => one.endsWith(' unit') && isWithin(one, path));
    return !told.has(lost) && !(VALUES.has(key) && isCounted);
  });
}

/** Of the field itself, or of something in it. */
const isWithin = (lost: string, path: string): boolean =>
  lost.startsWith(`${path} `) || lost.startsWith(`${path}/`);

const VALUES = new Set(['default', 'writeDefault', 'range', 'sentinels']);

/** The same of notes; of the type, several keys of a contract tell. */
export const toldBy = (notes: readonly Note[]): ReadonlySet<string> =>
  new Set(notes.map(({ path, what }) => `${path} ${TYPE.has(what) ? 'type' : what}`));
