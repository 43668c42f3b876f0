import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import type { FieldId } from './field.ts';
import type { FieldDefaults, SubjectDefaults } from './subject.ts';

/**
 * What a contract was made from, by digests: while they stay, it says what it said. What a subject pins is not among
 * them, because a contract names that by its digest; whether it is still pinned is asked each time.
 */
export type Authored = {
  /** Of the bytes of the file. */
  readonly file: Digest;
  /** Of what the subject says once for the fields of this version; none where it says nothing. */
  readonly defaults: Digest | undefined;
};

/** @param ids  of the fields of the version, nested ones too */
export const authoredFrom = (
  bytes: Uint8Array,
  defaults: SubjectDefaults,
  ids: Iterable<FieldId>,
): Authored => ({ file: sha256(bytes), defaults: defaultsDigest(defaults, ids) });

function defaultsDigest(defaults: SubjectDefaults, ids: Iterable<FieldId>): Digest | undefined {
  const { owner, sensitivity } = defaults;
  const fields: Record<string, Json> = {};
  // A subject says little once for all, and a version has many fields.
  const asked = defaults.fields.size === 0 ? NONE : ids;
  for (const id of asked) {
    const said = defaults.fields.get(id);
    if (said !== undefined) fields[String(id)] = defaultsDocument(said);
  }
  const isSilent = owner === undefined && sensitivity === undefined && Object.keys(fields).length === 0;
  if (isSilent) return undefined;
  return documentDigest({
    ...(owner !== undefined && { owner }),
    ...(sensitivity !== undefined && { sensitivity }),
    fields,
  });
}

const NONE: readonly FieldId[] = [];

const defaultsDocument = (said: FieldDefaults): Json =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Json;
