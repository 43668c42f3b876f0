import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { isAccepted } from '../change/states.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import { leavesCodes } from '../contract/lint/codes-by-place.ts';
import {
  type FixedContract,
  fixContract,
  type LintContext,
  type LintRemark,
  lintContract,
} from '../contract/lint/lint-contract.ts';
import type { LintFix } from '../contract/lint/lint-rule.ts';
import { nearest } from '../contract/nearest.ts';
import type { ReadStore } from '../store/port.ts';
import { FaultList } from './fault-list.ts';
import { CONTRACT_NAME, versionIn } from './load-contracts.ts';
import { type LoadedSubject, readSubject } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';
import type { SourceFile } from './source-file.ts';
import { takenForAnother } from './taken-for-another.ts';
import { writeFiles } from './write-files.ts';

export type LintAsk = {
  readonly project: Project;
  /** Where a path begins; one that leads nowhere from there is looked for below the project. */
  readonly folder: string;
  /** Subjects, and files of contracts; every subject when none is named. */
  readonly words: readonly string[];
  /** What may be written: nothing, what keeps the digest, or that and what changes it. */
  readonly fix: LintFix;
  /** What it knows was accepted is not written, whatever the ledger says. */
  readonly store: ReadStore;
  readonly opId: string;
};

/** What is said of one contract. */
export type LintedFile = {
  readonly path: string;
  readonly subject: string;
  readonly version: number;
  /** An accepted version is never edited; what is said of it is for the next. */
  readonly accepted: boolean;
  /** Whether it was named itself, and so is told of though it was accepted. */
  readonly isNamed: boolean;
  readonly remarks: readonly LintRemark[];
  /** What was written, and the digest before and after; undefined where nothing was. */
  readonly fixed:
    | (Pick<FixedContract, 'rules'> & { readonly before: Digest; readonly after: Digest })
    | undefined;
};

export type LintReport = {
  readonly files: readonly LintedFile[];
  /** Of every file that can't be read. */
  readonly faults: readonly Fault[];
};

/**
 * What a careful reviewer would say of contracts that parse, and what of it can be written for them. Each file is written
 * whole, and all of them or none; a version that was accepted is left as it is.
 *
 * @faults LINT_TARGET_UNKNOWN FILE_UNWRITABLE, and those of the store
 */
export async function lint(ask: LintAsk): Promise<LintReport | Fault> {
  const targets = targetsOf(ask);
  if (targets instanceof Fault) return targets;
  const faults = new FaultList();
  const files: LintedFile[] = [];
  const texts: { readonly name: string; readonly text: string }[] = [];
  for (const [subject, versions] of targets) {
    const { loaded, faults: unread } = readSubject(ask.project, subject);
    faults.add(...unread);
    if (loaded === undefined) continue;
    const accepted = await acceptedOf(ask.store, loaded);
    if (accepted instanceof Fault) return accepted;
    for (const [version, file] of loaded.contractFiles) {
      if (versions !== undefined && !versions.has(version)) continue;
      const isNamed = versions !== undefined;
      const linted = lintFile(ask, loaded, file, { accepted: accepted.has(version), isNamed });
      if (linted instanceof Fault) faults.add(linted);
      else {
        files.push(linted.file);
        if (linted.text !== undefined) texts.push({ name: file.path, text: linted.text });
      }
    }
  }
  const unwritten =
    texts.length === 0
      ? undefined
      : writeFiles(
          ask.project.root,
          texts.map(file => ({ ...file, mode: 'replace' as const })),
          ask.opId,
        );
  return unwritten ?? { files, faults: faults.all };
}

/** Subjects by name, each with the versions that were named by their files; undefined where all are meant. */
type Targets = ReadonlyMap<string, ReadonlySet<number> | undefined>;

function targetsOf({ project, folder, words }: LintAsk): Targets | Fault {
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  if (words.length === 0) return new Map(names.map(name => [name, undefined]));
  const targets = new Map<string, Set<number> | undefined>();
  for (const word of words) {
    if (names.includes(word)) {
      targets.set(word, undefined);
      continue;
    }
    const file = contractFile(project, folder, word);
    if (file === undefined || !names.includes(file.subject))
      return new Fault('LINT_TARGET_UNKNOWN', { word, nearest: nearest(word, names) });
    if (targets.has(file.subject) && targets.get(file.subject) === undefined) continue;
    targets.set(file.subject, (targets.get(file.subject) ?? new Set()).add(file.version));
  }
  return targets;
}

/** `schemas/<subject>/v<version>.yaml`, from where one stands or from the project. */
function contractFile(
  { root, config }: Project,
  folder: string,
  word: string,
): { readonly subject: string; readonly version: number } | undefined {
  const file = [path.resolve(folder, word), path.resolve(root, word)].find(existsSync);
  if (file === undefined) return undefined;
  const below = path.relative(path.join(root, config.schemas), file).split(path.sep);
  const [subject, name] = below;
  return below.length === 2 && CONTRACT_NAME.test(name!)
    ? { subject: subject!, version: versionIn(name!) }
    : undefined;
}

async function acceptedOf(store: ReadStore, loaded: LoadedSubject): Promise<ReadonlySet<number> | Fault> {
  const scope = await store.readScope(subjectScope(loaded.subject.name));
  if (scope instanceof Fault) return scope;
  const stored = [...subjectState(scope).versions].filter(([, { state }]) => isAccepted(state));
  return new Set([
    ...loaded.ledger.versions.map(({ version }) => version),
    ...stored.map(([version]) => version),
  ]);
}

function lintFile(
  { fix }: LintAsk,
  loaded: LoadedSubject,
  { path: file, bytes }: SourceFile,
  known: Pick<LintedFile, 'accepted' | 'isNamed'>,
): { readonly file: LintedFile; readonly text: string | undefined } | Fault {
  const version = versionIn(file);
  const { subject, contracts } = loaded;
  const context = contextFor(loaded, version);
  const before = Buffer.from(bytes).toString('utf8');
  const fixed = fix === 'none' || known.accepted ? undefined : fixContract(file, before, context, fix);
  if (fixed instanceof Fault) return fixed;
  const isWritten = fixed !== undefined && fixed.text !== before;
  const remarks = lintContract(file, isWritten ? Buffer.from(fixed.text) : bytes, context);
  if (remarks instanceof Fault) return remarks;
  const digests = { before: contracts.get(version)!.recordSchema, after: fixed?.contract.recordSchema };
  return {
    file: {
      path: file,
      subject: subject.name,
      version,
      ...known,
      remarks,
      fixed: isWritten ? { rules: fixed.rules, before: digests.before, after: digests.after! } : undefined,
    },
    text: isWritten ? fixed.text : undefined,
  };
}

function contextFor(loaded: LoadedSubject, version: number): LintContext {
  const { context, contracts, sources, subject, ledger } = loaded;
  const codesByPlace = [...subject.pins].flatMap(([name, digest]) => {
    const file = sources.find(({ path: at }) => at.endsWith(`/${name}`));
    return file !== undefined && leavesCodes(name, file.bytes) ? [digest] : [];
  });
  const contract = contracts.get(version);
  return {
    ...context,
    previous: contracts.get(version - 1),
    takenForAnother: contract === undefined ? new Set() : takenForAnother(contract, contracts, ledger.burnt),
    codesByPlace: new Set(codesByPlace),
  };
}
