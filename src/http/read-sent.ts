import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { authorise } from '../service/access/authorise.ts';
import type { Reference } from '../service/reference.ts';
import type {
  Asking,
  SentAsk,
  SentBody,
  SentEvidence,
  SentProposal,
  SentRolloutStep,
} from '../service/sent-changes.ts';
import { type SentFile, sentFilesFault } from '../service/sent-files.ts';
import { EVIDENCE, PROPOSAL, ROLLOUT_STEP } from '../service/wire/asks.ts';
import { askedBy, type What } from './asked-change.ts';
import { parseBody } from './parse-body.ts';
import { readBody } from './read-body.ts';
import { sentBytes } from './sent-bytes.ts';

/**
 * What a body asks for, read wherever that keeps nobody else waiting.
 *
 * @faults those of `readBody`, `parseBody`, `sentBytes` and `sentFilesFault`, SHAPE and FORBIDDEN
 */
export function readSent({ kind, asking, bytes }: SentBody): SentAsk | Fault {
  const body = readBody(bytes);
  return body instanceof Fault ? body : READERS[kind](asking, body);
}

const READERS: Readonly<Record<SentBody['kind'], (asking: Asking, body: unknown) => SentAsk | Fault>> = {
  proposal: (asking, body) => asAsk('proposal', proposalIn(asking, body)),
  evidence: (asking, body) => asAsk('evidence', evidenceIn(asking, body)),
  rollout: (asking, body) => asAsk('rollout', rolloutStepIn(asking, body)),
};

const asAsk = <K extends SentAsk['kind'], S>(kind: K, sent: S | Fault): { kind: K; sent: S } | Fault =>
  sent instanceof Fault ? sent : { kind, sent };

function proposalIn(asking: Asking, body: unknown): SentProposal | Fault {
  const ask = parseBody(PROPOSAL, body);
  if (ask instanceof Fault) return ask;
  const what = whatOf(asking.of.subject, ask.of);
  if (what instanceof Fault) return what;
  const files = filesOf(ask.files);
  if (files instanceof Fault) return files;
  const cache = ask.cache ?? true;
  return { ...askedBy(asking, body), what, amends: ask.amends ?? undefined, files, cache };
}

function evidenceIn(asking: Asking, body: unknown): SentEvidence | Fault {
  const ask = parseBody(EVIDENCE, body);
  if (ask instanceof Fault) return ask;
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  for (const [index, { name, ...given }] of ask.reports.entries()) {
    const bytes = sentBytes(`reports.${index}`, given);
    if (bytes instanceof Fault) return bytes;
    files.push({ name, bytes });
  }
  return { ...askedBy(asking, body), what: whatIn(asking.of), change: ask.change ?? undefined, files };
}

function rolloutStepIn(asking: Asking, body: unknown): SentRolloutStep | Fault {
  const ask = parseBody(ROLLOUT_STEP, body);
  if (ask instanceof Fault) return ask;
  const { target, expected, expectedData, reconciliation } = ask;
  const { of, principal } = asking;
  const action = target === 'rolled-back' ? 'roll-back' : 'rollout';
  const refused = authorise(principal, action, of.subject);
  if (refused !== undefined) return refused;
  if (expectedData != null && target !== 'rolled-back')
    return nothing('expectedData', 'rolled-back moves data');
  if (reconciliation != null && target !== 'cut-over')
    return nothing('reconciliation', 'cut-over rests on one');
  const bytes = reconciliation == null ? undefined : sentBytes('reconciliation', reconciliation);
  if (bytes instanceof Fault) return bytes;
  const what = whatIn(of);
  if (what.kind !== 'version') throw new RangeError('a revision has no rollout');
  return {
    ...askedBy(asking, body),
    version: what.version,
    target,
    expected: expected ?? undefined,
    expectedData: expectedData ?? undefined,
    reconciliation: bytes && { document: reconciliation!.name, bytes },
  };
}

const nothing = (where: string, why: string): Fault<'SHAPE'> =>
  new Fault('SHAPE', { where, expected: `nothing: only ${why}` });

function whatIn(of: Reference): What {
  if (of.kind === 'subject') throw new RangeError('a subject is no proposal');
  return of;
}

/** @faults SHAPE */
function whatOf(subject: string, { version, revision }: z.output<typeof PROPOSAL>['of']): What | Fault {
  if (version !== undefined && revision === undefined) return { kind: 'version', subject, version };
  if (revision !== undefined && version === undefined) return { kind: 'revision', subject, revision };
  return new Fault('SHAPE', { where: 'of', expected: 'either a version or a revision' });
}

/** @faults those of `sentBytes` and `sentFilesFault` */
function filesOf(sent: z.output<typeof PROPOSAL>['files']): readonly SentFile[] | Fault {
  const files: SentFile[] = [];
  for (const [index, { path, ...given }] of sent.entries()) {
    const bytes = sentBytes(`files.${index}`, given);
    if (bytes instanceof Fault) return bytes;
    files.push({ path, bytes });
  }
  return sentFilesFault(files) ?? files;
}
