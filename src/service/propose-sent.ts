import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { ProposalAnswer } from '../change/decide-proposal.ts';
import type { Conversions, ForeignReaders, PlainReaders } from '../engine/port.ts';
import type { Blobs, Store } from '../store/port.ts';
import { answeredBefore, askedStore } from './asked-store.ts';
import type { Config } from './config.ts';
import { judgedDocument } from './judged-document.ts';
import { cellsCount, type KeptCells } from './kept-cells.ts';
import type { Project } from './project.ts';
import { propose } from './propose.ts';
import { reasonOf, startOf } from './read-file.ts';
import type { AnsweredProposal, SentProposal } from './sent-changes.ts';
import { laySentFiles } from './sent-files.ts';
import { writeLedger } from './write-ledger.ts';

/** What a server has to judge with. */
export type Judging = {
  /** Of the server: its registry.config.ts says who reads and writes, and who approves. */
  readonly root: string;
  readonly config: Omit<Config, 'placeOf'>;
  readonly store: Store;
  readonly data: Blobs | undefined;
  readonly plain: PlainReaders;
  readonly foreign: ForeignReaders;
  readonly conversions: Conversions;
  readonly kept: KeptCells | undefined;
  readonly now_ms: number;
};

/**
 * Judges what was sent as `propose` judges a working tree. It is laid down in a folder that nobody else has, for as long
 * as that takes; functions of converters that came along are not run.
 *
 * @faults those of `answeredBefore`, `laySentFiles` and `propose`, and SENT_FILES_UNWRITTEN
 */
export async function proposeSent(
  judging: Judging,
  proposal: SentProposal,
): Promise<AnsweredProposal | Fault> {
  const { what, amends, opId, by } = proposal;
  const before = await answeredBefore<ProposalAnswer>(judging.store, proposal, kindsOf(proposal));
  if (before instanceof Fault) return before;
  const root = laid(proposal);
  if (root instanceof Fault) return root;
  try {
    const project: Project = { root, config: configFor(what.subject, judging.config) };
    const kept = proposal.cache === false ? undefined : judging.kept;
    // Of a repeat this writes nothing: its operation id has been used, and gets the answer that it got.
    const done = await propose({
      project,
      what,
      ...(amends === undefined ? {} : { amends }),
      store: askedStore(judging.store, proposal),
      data: judging.data,
      plain: judging.plain,
      // Their commands are of the server's project, and begin in its folder; what was sent has no say in it.
      foreign: { read: (command, tasks) => judging.foreign.read(command, tasks, judging.root) },
      tried: { conversions: judging.conversions, functions: 'never' },
      kept,
      now_ms: judging.now_ms,
      opId,
      by,
    });
    const cache = kept === undefined ? null : cellsCount(kept.use);
    if (!(done instanceof Fault))
      return {
        answer: done.answer,
        ledger: ledgerIn(root, what.subject),
        judged: judgedDocument(done.judgement),
        cache,
      };
    if (before === undefined) return done;
    // The answer is of then, the ledger of now; what stands by now may be nothing that could be judged so again.
    const written = await writeLedger(project, judging.store, what.subject, 'again');
    return written instanceof Fault
      ? written
      : { answer: before, ledger: ledgerIn(root, what.subject), judged: null, cache };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function ledgerIn(root: string, subject: string): string | null {
  const file = path.join(root, 'schemas', subject, 'ledger.yaml');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** A folder with the files. */
function laid({ files }: SentProposal): string | Fault {
  try {
    const root = mkdtempSync(path.join(tmpdir(), 'assay-sent-'));
    const fault = laySentFiles(root, files);
    if (fault === undefined) return root;
    rmSync(root, { recursive: true, force: true });
    return fault;
  } catch (error) {
    return new Fault('SENT_FILES_UNWRITTEN', { problem: reasonOf(error) });
  }
}

/** What the server has registered for other subjects has nothing to do with this one, whose files alone were sent. */
function configFor(subject: string, config: Judging['config']): Config {
  const own = <T extends { readonly subject: string }>(all: readonly T[]): readonly T[] =>
    all.filter(one => one.subject === subject);
  return {
    ...config,
    schemas: 'schemas',
    golden: 'golden',
    producers: own(config.producers),
    consumers: own(config.consumers),
    readers: own(config.readers),
    images: own(config.images),
    placeOf: () => startOf('registry.config.ts'),
  };
}

/** What may be recorded of it. */
function kindsOf({ what, amends }: SentProposal): readonly string[] {
  const kind = amends === undefined ? 'propose' : 'amend';
  return what.kind === 'version' ? [kind, 'govern'] : [`${kind}-revision`];
}
