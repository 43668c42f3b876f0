import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { appendEntry } from '../contract/edit-yaml.ts';
import { parseSubject, type Subject } from '../contract/subject.ts';
import type { PinnedDraft } from '../exchange/draft.ts';
import { nameLike } from '../exchange/pinned.ts';
import { printYaml } from '../exchange/print-yaml.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { listFolder } from './read-file.ts';
import { readVocabularyFile } from './vocabulary-source.ts';
import type { FileToWrite } from './write-files.ts';

/** A file that a subject will pin. */
export type NewPin = {
  /** Below the folder of schemas. */
  readonly pin: string;
  readonly digest: Digest;
  readonly bytes: Uint8Array;
  /** Absent where a file of the same content lies there already. */
  readonly file: FileToWrite | undefined;
};

const FOLDERS = { vocabulary: 'vocabularies', normalizer: 'normalizers', tokenizer: 'tokenizers' } as const;

/** Files for what the subject does not pin yet, each under a name that is free or holds the same. @faults those of `listFolder` */
export function newPins(
  project: Project,
  subject: Subject | undefined,
  drafts: readonly PinnedDraft[],
): readonly NewPin[] | Fault {
  const known = new Set(subject?.pins.values());
  const pins: NewPin[] = [];
  for (const draft of drafts) {
    if (known.has(draft.digest)) continue;
    const folder = FOLDERS[draft.kind];
    const entries = listFolder(project.root, `${project.config.schemas}/${folder}`);
    if (entries instanceof Fault) return entries;
    const taken = new Set([...entries.map(entry => `${folder}/${entry}`), ...pins.map(({ pin }) => pin)]);
    pins.push(pinFor(project, folder, draft, taken));
  }
  return pins;
}

function pinFor(project: Project, folder: string, draft: PinnedDraft, taken: ReadonlySet<string>): NewPin {
  const { kind, digest, document } = draft;
  const name = nameLike(draft.name) ?? kind;
  const bytes = Buffer.from(printYaml(document));
  for (let number = 1; ; number++) {
    const pin = `${folder}/${name}${number === 1 ? '' : `.${number}`}.yaml`;
    const path = `${project.config.schemas}/${pin}`;
    if (!taken.has(pin))
      return { pin, digest, bytes, file: { name: path, text: bytes.toString('utf8'), mode: 'new' } };
    if (kind !== 'vocabulary') continue;
    const read = readVocabularyFile(project, project.root, path);
    if (!(read instanceof Fault) && read.vocabulary.digest === digest)
      return { pin, digest, bytes: read.bytes, file: undefined };
  }
}

/** The subject's own file with more pins in it, everything else byte for byte as it was. @faults VOCABULARY_UNEDITABLE */
export function withPins(
  { subject, sources: [subjectFile] }: LoadedSubject,
  pins: readonly NewPin[],
): FileToWrite | Fault {
  const { path: name, bytes } = subjectFile!;
  let text = Buffer.from(bytes).toString('utf8');
  let behind = [...subject.pins.keys()].at(-1);
  if (behind === undefined) text = `${text.replace(/\n*$/, '\n')}files:\n`;
  for (const { pin, digest } of pins) {
    const more =
      behind === undefined
        ? `${text}  ${pin}: ${digest}\n`
        : appendEntry(text, 'files', behind, `${pin}: ${digest}`);
    if (more === undefined) return new Fault('VOCABULARY_UNEDITABLE', { file: name });
    text = more;
    behind = pin;
  }
  const after = parseSubject(name, Buffer.from(text));
  const isAsMeant =
    !(after instanceof Fault) &&
    after.pins.size === subject.pins.size + pins.length &&
    pins.every(({ pin, digest }) => after.pins.get(pin) === digest);
  return isAsMeant ? { name, text, mode: 'replace' } : new Fault('VOCABULARY_UNEDITABLE', { file: name });
}
