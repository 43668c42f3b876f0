import * as z from 'zod';
import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { COMPATIBILITIES, type Compatibility } from './compatibility.ts';
import {
  DIGEST,
  DOC,
  GOVERNED,
  INHERITED,
  NAME,
  SUBJECT,
  type WrittenField,
  whole,
} from './contract-shape.ts';
import { FIELD_ID_MAX, type FieldId } from './field.ts';
import type { Governance } from './governance.ts';
import { MEMBER_PARTS, MEMBERS, type MemberPart, type Members, membersFrom } from './members.ts';
import { schemaKey } from './published-schema.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import { type Path, placeOf, placeOfKey, type YamlDocument } from './yaml-document.ts';

/** What a contract file leaves out may stand once for the subject. */
export type SubjectDefaults = {
  readonly owner: string | undefined;
  readonly sensitivity: Governance['sensitivity'] | undefined;
  readonly fields: ReadonlyMap<FieldId, FieldDefaults>;
};
export type FieldDefaults = Pick<WrittenField, keyof typeof INHERITED | 'owner' | 'sensitivity'>;

/** Ids and names that no version after the accepted ones may use: of another system, of a plan, or worn out. */
export type Reserved = {
  /** Both ends included. */
  readonly ids: readonly (readonly [first: FieldId, last: FieldId])[];
  readonly names: readonly string[];
};

/** A named stream of records. */
export type Subject = {
  readonly name: string;
  readonly compatibility: Compatibility;
  readonly defaults: SubjectDefaults;
  readonly members: Members;
  readonly reserved: Reserved;
  /** Files of vocabularies and normalizers, relative to the folder of all schemas, and what their content must be. */
  readonly pins: ReadonlyMap<string, Digest>;
  /** Where each pin is written. */
  readonly pinPlaces: ReadonlyMap<string, Place>;
  /** Where the defaults of each field are written. */
  readonly defaultPlaces: ReadonlyMap<FieldId, Place>;
  /** Where the defaults of all fields are written. */
  readonly defaultsPlace?: Place | undefined;
  /** Where each part of the members is written. */
  readonly memberPlaces: ReadonlyMap<MemberPart, Place>;
  /** Where its compatibility is written. */
  readonly compatibilityPlace?: Place | undefined;
  /** Where its name is written; undefined of a subject that nobody wrote. */
  readonly place: Place | undefined;
  readonly doc: string | undefined;
};

export function parseSubject(file: string, bytes: Uint8Array): Subject | Fault {
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const written = parseWith(SUBJECT_FILE, document);
  if (written instanceof Fault) return written;
  const { defaults = {}, files = {} } = written;
  const fields = Object.entries(defaults.fields ?? {}).map(([id, field]) => [Number(id), field] as const);
  const beyond = fields.find(([id]) => id < 1 || id > FIELD_ID_MAX);
  if (beyond !== undefined) {
    const path: Path = ['defaults', 'fields', String(beyond[0])];
    return new Fault(
      'FIELD_ID_RANGE',
      { id: String(beyond[0]), max: FIELD_ID_MAX },
      placeOfKey(document, path),
    );
  }
  const ranges = (written.reserved?.ids ?? []).map(ids =>
    typeof ids === 'number' ? ([ids, ids] as const) : ids,
  );
  const reversed = ranges.findIndex(([first, last]) => first > last);
  if (reversed >= 0) {
    const [first, last] = ranges[reversed]!;
    return new Fault('RESERVED_RANGE', { first, last }, placeOf(document, ['reserved', 'ids', reversed]));
  }
  const twice = reservedTwice(document, ranges, written.reserved?.names ?? []);
  if (twice !== undefined) return twice;
  return {
    name: written.subject,
    compatibility: written.compatibility ?? 'backward',
    compatibilityPlace: placeOf(document, written.compatibility === undefined ? [] : ['compatibility']),
    defaults: { owner: defaults.owner, sensitivity: defaults.sensitivity, fields: new Map(fields) },
    members: membersFrom(written.members),
    reserved: { ids: ranges, names: written.reserved?.names ?? [] },
    pins: new Map(Object.entries(files)),
    pinPlaces: new Map(Object.keys(files).map(name => [name, placeOf(document, ['files', name])])),
    defaultPlaces: new Map(
      fields.map(([id]) => [id, placeOfKey(document, ['defaults', 'fields', String(id)])]),
    ),
    defaultsPlace: placeOfKey(document, written.defaults === undefined ? ['subject'] : ['defaults']),
    memberPlaces: new Map(MEMBER_PARTS.map(part => [part, placeOf(document, ['members', part, 'field'])])),
    place: placeOf(document, ['subject']),
    doc: written.doc,
  };
}

/** @faults ROLE_DUPLICATE */
function reservedTwice(
  document: YamlDocument,
  ranges: readonly (readonly [first: number, last: number])[],
  names: readonly string[],
): Fault | undefined {
  const ids = ranges.findIndex(([first, last], index) =>
    ranges.slice(0, index).some(earlier => earlier[0] <= last && first <= earlier[1]),
  );
  if (ids >= 0) {
    const [first, last] = ranges[ids]!;
    const name = first === last ? String(first) : `a part of ${first} to ${last}`;
    return new Fault(
      'ROLE_DUPLICATE',
      { role: 'reserved.ids', name },
      placeOf(document, ['reserved', 'ids', ids]),
    );
  }
  const at = names.findIndex((name, index) => names.indexOf(name) < index);
  if (at < 0) return undefined;
  const facts = { role: 'reserved.names', name: names[at]! };
  return new Fault('ROLE_DUPLICATE', facts, placeOf(document, ['reserved', 'names', at]));
}

const ID = whole(1, FIELD_ID_MAX);

export const SUBJECT_FILE = z.strictObject({
  $schema: schemaKey('subject'),
  subject: SUBJECT,
  compatibility: z.enum(COMPATIBILITIES).optional(),
  defaults: z
    .strictObject({
      ...GOVERNED,
      fields: z
        .record(
          z.string().regex(/^[1-9][0-9]{0,9}$/, 'field ids'),
          z.strictObject({ ...INHERITED, ...GOVERNED }),
        )
        .optional(),
    })
    .optional(),
  members: MEMBERS,
  reserved: z
    .strictObject({
      ids: z
        .array(z.union([ID, z.tuple([ID, ID])]))
        .max(LIMITS.reserved_max)
        .optional(),
      names: z.array(NAME).max(LIMITS.reserved_max).optional(),
    })
    .optional(),
  files: z
    .record(
      z
        .string()
        .regex(
          /^(?!\.)[A-Za-z0-9._-]+(?:\/(?!\.)[A-Za-z0-9._-]+)*$/,
          'paths below the folder of all schemas, such as vocabularies/outcome.yaml',
        ),
      DIGEST,
    )
    .optional(),
  doc: DOC.optional(),
});
