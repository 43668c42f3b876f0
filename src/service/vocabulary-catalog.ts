import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { allFields } from '../contract/check-schema.ts';
import type { Field } from '../contract/field.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';

/** Every subject of a project that can be read, and why the others can't. */
export type VocabularyCatalog = {
  readonly subjects: readonly LoadedSubject[];
  readonly unread: readonly { readonly subject: string; readonly fault: Fault }[];
};

/** A field of a version that takes its terms from a vocabulary. */
export type VocabularyUse = {
  readonly subject: string;
  readonly version: number;
  readonly isAccepted: boolean;
  readonly field: Field;
};

/** @faults those of `subjectNames` */
export function loadCatalog(project: Project): VocabularyCatalog | Fault {
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  const subjects: LoadedSubject[] = [];
  const unread: VocabularyCatalog['unread'][number][] = [];
  for (const subject of names) {
    const loaded = loadSubject(project, subject);
    if (loaded instanceof Fault) unread.push({ subject, fault: loaded });
    else subjects.push(loaded);
  }
  return { subjects, unread };
}

/** Subjects that pin a digest, each with the file it pins. */
export const pinsOf = ({ subjects }: VocabularyCatalog, digest: Digest) =>
  subjects.flatMap(({ subject }) =>
    [...subject.pins].flatMap(([file, pinned]) =>
      pinned === digest ? [{ subject: subject.name, file }] : [],
    ),
  );

/** In the order of subjects, versions and fields. */
export const usesOf = ({ subjects }: VocabularyCatalog, digest: Digest): readonly VocabularyUse[] =>
  subjects.flatMap(({ subject, contracts, ledger }) =>
    [...contracts.values()].flatMap(({ version, schema }) =>
      allFields(schema).flatMap(([field]) =>
        field.vocabulary?.digest === digest
          ? [
              {
                subject: subject.name,
                version,
                isAccepted: ledger.versions.some(entry => entry.version === version),
                field,
              },
            ]
          : [],
      ),
    ),
  );
