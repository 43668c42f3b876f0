import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { allFields } from '../contract/check-schema.ts';
import { VOCABULARY_BOUNDS } from '../contract/parse-vocabulary.ts';
import { readYaml } from '../contract/read-yaml.ts';
import { plainOf } from '../contract/yaml-document.ts';
import type { PinnedDraft } from '../exchange/draft.ts';
import { pinnedFrom } from '../exchange/pinned.ts';
import type { ExportedFile } from './exchange-format.ts';
import { EXPORTS, type ExportFormat } from './exchange-formats.ts';
import { contractOf, type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';

/** A version of a subject in another format. @faults VERSION_UNKNOWN, and those of `loadSubject` and of the format */
export async function exportSchema(
  project: Project,
  what: { readonly subject: string; readonly version: number },
  format: ExportFormat,
): Promise<ExportedFile | Fault> {
  const loaded = loadSubject(project, what.subject);
  if (loaded instanceof Fault) return loaded;
  const contract = contractOf(loaded, what.version);
  if (contract instanceof Fault) return contract;
  const pinned = pinnedOf(loaded);
  if (pinned instanceof Fault) return pinned;
  const { schema } = contract;
  const ofFields = allFields(schema).flatMap(([field]) => [field.vocabulary?.digest, field.normalizer]);
  const named = new Set([schema.normalizer, contract.tokenizer, ...ofFields]);
  return EXPORTS[format](
    contract,
    pinned.filter(({ digest }) => named.has(digest)),
  );
}

/** The files the subject pins, as documents. */
function pinnedOf({ sources: [, ...files] }: LoadedSubject): readonly PinnedDraft[] | Fault {
  const pinned: PinnedDraft[] = [];
  for (const { path, bytes } of files) {
    const read = readYaml(path, bytes, VOCABULARY_BOUNDS);
    if (read instanceof Fault) return read;
    const draft = pinnedFrom(plainOf(read.root) as Json);
    if (draft instanceof Fault) return draft;
    pinned.push(draft);
  }
  return pinned;
}
