import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import { VOCABULARY_BOUNDS } from '../contract/parse-vocabulary.ts';
import { parseWith, readYaml } from '../contract/read-yaml.ts';
import { type Path, plainOf, type YamlDocument } from '../contract/yaml-document.ts';
import { CONVERTER_FILE, type FunctionDeclared, type Step } from './converter-shape.ts';

/** What turns records of one version into records of another, as a person wrote it down. */
export type Converter = {
  readonly digest: Digest;
  readonly subject: string;
  /** Versions. */
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
  readonly functions: readonly FunctionDeclared[];
  readonly drop: readonly FieldId[];
  /** Records of which it does not hold are passed over. */
  readonly where: string | undefined;
  /** Why text needs no conversion though the record is normalised otherwise. */
  readonly normalizer: string | undefined;
  /** The converter that is said to undo it, by its digest. */
  readonly inverse: Digest | undefined;
  /** Where all of it stands; values of steps are read from it when the types of the fields are known. */
  readonly document: YamlDocument;
};

/** Where one field of the new version comes from. */
export type Entry = {
  readonly id: FieldId;
  /** Undefined: the field of the same id. */
  readonly from: FieldId | undefined;
  readonly steps: readonly Step[];
  readonly path: Path;
};

/**
 * `schemas/<subject>/converters/<from>-<to>.yaml`; its form stands in docs/converter-format.md.
 *
 * @faults those of `readYaml` and `parseWith`
 */
export function parseConverter(file: string, bytes: Uint8Array): Converter | Fault {
  const document = readYaml(file, bytes, VOCABULARY_BOUNDS);
  if (document instanceof Fault) return document;
  const read = parseWith(CONVERTER_FILE, document);
  if (read instanceof Fault) return read;
  return {
    digest: documentDigest(converterDocument(document)),
    subject: read.subject,
    from: read.from,
    to: read.to,
    entries: read.fields.map(
      ({ id, from, steps = [] }, index): Entry => ({ id, from, steps, path: ['fields', index] }),
    ),
    functions: read.functions ?? [],
    drop: read.drop ?? [],
    where: read.where,
    normalizer: read.normalizer?.declare,
    inverse: read.inverse,
    document,
  };
}

/**
 * What the digest of a converter hashes: all that it does, and the reasons of what it declares. In which order fields
 * stand says nothing, and documentation neither.
 */
function converterDocument(document: YamlDocument): Json {
  const { $schema: _, doc: __, fields, functions, drop = [], ...rest } = plainOf(document.root) as Written;
  return {
    format: 'assay.converter/1',
    ...rest,
    fields: fields.map(({ doc: ___, ...entry }) => entry).sort((a, b) => Number(a['id']) - Number(b['id'])),
    ...(functions !== undefined && {
      functions: functions
        .map(({ doc: ___, ...each }) => each)
        .sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1)),
    }),
    drop: [...drop].sort((a, b) => Number(a) - Number(b)),
  };
}

type Written = { readonly [key: string]: Json } & {
  readonly fields: readonly { readonly [key: string]: Json }[];
  readonly functions?: readonly { readonly [key: string]: Json }[];
  readonly drop?: readonly Json[];
};
