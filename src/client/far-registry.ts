import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { USUAL_RULE } from '../change/approval/policy.ts';
import { nameOf } from '../change/named.ts';
import { readStanding, treeFault } from '../service/move-proposal.ts';
import { readyToPropose } from '../service/propose.ts';
import type { Named, Registry, Step, Wanted } from '../service/registry.ts';
import { treeFiles, treeName } from '../service/tree-files.ts';
import { takeLedger, writeLedger } from '../service/write-ledger.ts';
import { FarStore } from './far-store.ts';
import type { RegistryClient } from './registry-client.ts';
import { retold } from './retold.ts';
import { sendableBytes } from './sendable-bytes.ts';

/**
 * A registry that is asked over HTTP. What is proposed is judged where the registry is; what only reads, and what compares the
 * working tree with it, runs here on what it has stored.
 */
export function openFarRegistry(client: RegistryClient): Registry {
  const store = new FarStore(client);
  return {
    store,
    gate: async ({ what }) => {
      const found = await client.gate(what);
      return found instanceof Fault && found.code === 'SUBJECT_UNKNOWN' ? unknown(what) : found;
    },
    rollout: ({ subject, version }) => client.rollout(subject, version),
    consumers: ({ subject }) => client.consumers(subject),
    producers: ({ subject }) => client.producers(subject),
    tokens: async () => asKept(await client.tokens()),
    propose: wanted => propose(client, store, wanted),
    move: step => move(client, store, step),
    attach: async ({ what, change, files, opId }) => {
      const reports = files.map(({ name, bytes }) => ({ name, ...sendableBytes(bytes) }));
      return asKept(await client.attach(what, { change: change ?? null, reports }, { key: opId }));
    },
    stepRollout: async ({ subject, version, target, expected, expectedData, reconciliation, opId }) =>
      asKept(
        await client.stepRollout(
          subject,
          version,
          {
            target,
            expected: expected ?? null,
            expectedData: expectedData ?? null,
            reconciliation:
              reconciliation === undefined
                ? null
                : { name: reconciliation.document, ...sendableBytes(reconciliation.bytes) },
          },
          { key: opId },
        ),
      ),
    register: async said => {
      const once = { key: said.opId };
      if (said.role === 'producer') {
        const { subject, name, writes } = said.producer;
        return asKept(await client.registerProducer(subject, name, { writes: [...writes] }, once));
      }
      const { subject, name, kind, reads, purpose, fields } = said.consumer;
      const { from, to } = reads;
      const consumer = {
        kind,
        reads: { from, to: to ?? null },
        purpose,
        ...(fields && { fields: [...fields] }),
      };
      return asKept(await client.registerConsumer(subject, name, consumer, once));
    },
    deregister: async ({ subject, role, name, opId }) =>
      asKept(await client.deregister(subject, role, name, { key: opId })),
    // Nobody is believed about what another registry accepted, who can't be asked to show it.
    adopt: async () => new Fault('STORE_ELSEWHERE', { command: 'adopt', url: client.url }),
    newToken: async ({ name, grants, expires, opId }) => {
      const asked = grants.map(({ role, subjects }) => ({
        role,
        subjects: subjects === 'all' ? subjects : [...subjects],
      }));
      const issued = await client.newToken({ name, grants: asked, expires }, { key: opId });
      if (issued instanceof Fault) return issued;
      const { id, token: text, ...answer } = issued;
      return { answer: asKept({ ...answer, kind: 'issued', token: id }), text };
    },
    revokeToken: async ({ id, opId }) => asKept(await client.revokeToken(id, { key: opId })),
  };
}

/** Whatever can be refused here is refused here, where it was written; the rest is the registry's to say. */
async function propose(
  client: RegistryClient,
  store: FarStore,
  { project, what, amends, takesKept, opId }: Wanted,
): ReturnType<Registry['propose']> {
  const loaded = readyToPropose(project, what.subject);
  if (loaded instanceof Fault) return loaded;
  const tree = treeFiles(project, loaded);
  if (tree instanceof Fault) return tree;
  const change = amends && (amends.change ?? (await waitingChange(store, what)));
  if (change instanceof Fault) return change;
  const done = await client.propose(
    what.subject,
    {
      of: what.kind === 'version' ? { version: what.version } : { revision: what.revision },
      ...(change !== undefined && { amends: { change } }),
      files: tree.map(({ path, bytes }) => ({ path, ...sendableBytes(bytes) })),
      ...(takesKept ? {} : { cache: false }),
    },
    { key: opId },
  );
  if (done instanceof Fault) return retold(done, name => treeName(project, name));
  const { answer, judged, ledger, cache } = done;
  const ledgerWritten = ledger === null ? false : takeLedger(project, loaded.ledgerPath, ledger, opId);
  if (ledgerWritten instanceof Fault) return ledgerWritten;
  return asKept({ answer, judged: judged ?? undefined, ledgerWritten, cache: cache ?? undefined });
}

/** The record that is to be replaced where none was named: the one that stands when the asking begins. */
async function waitingChange(store: FarStore, what: Named): Promise<Digest | Fault> {
  const standing = await readStanding(store, what, 'approve');
  if (standing instanceof Fault) return standing.code === 'PROPOSAL_UNKNOWN' ? NO_CHANGE : standing;
  const { stored, governing } = standing;
  return governing !== undefined && (governing.state === 'proposed' || governing.state === 'approved')
    ? governing.change
    : stored.change;
}

/** Where nothing is stored, no record is named by mistake either. */
const NO_CHANGE: Digest = `sha256:${'0'.repeat(64)}`;

async function move(
  client: RegistryClient,
  store: FarStore,
  { project, what, event, signature, opId, ...step }: Step,
): ReturnType<Registry['move']> {
  const standing = await readStanding(store, what, event);
  if (standing instanceof Fault) return standing;
  const { of, stored, governing } = standing;
  const isEntered = event === 'activate' || event === 'retire';
  const differs = isEntered ? treeFault(project, what, standing) : undefined;
  if (differs !== undefined) return differs;
  const stands = governing?.change ?? stored.change;
  const change = step.change ?? stands;
  const once = { key: opId };
  if (event === 'approve') {
    // A registry knows who sent something, and not who stands behind it: the signature says that.
    if (signature === undefined)
      return new Fault('APPROVAL_UNSIGNED', {
        what: nameOf(what.subject, of),
        roles: USUAL_RULE.roles.join(' and '),
      });
    // It takes what was signed for whatever stands, and would say that it was signed for something else.
    if (change !== stands && change !== stored.change)
      return new Fault('EVIDENCE_CHANGED', { what: nameOf(what.subject, of), stored: stands, asked: change });
    const answer = await client.approve(what, new Uint8Array(signature.envelope), once);
    if (answer instanceof Fault)
      return retold(answer, name => (name === ENVELOPE ? signature.document : name));
    return asKept({ answer, ledgerWritten: false });
  }
  const answer = await client.step(what, { event, change }, once);
  if (answer instanceof Fault) return answer;
  if (!isEntered) return asKept({ answer, ledgerWritten: false });
  const ledgerWritten = await writeLedger(project, store, what.subject, opId);
  return ledgerWritten instanceof Fault ? ledgerWritten : asKept({ answer, ledgerWritten });
}

/** What a registry calls an envelope that was sent to it. */
const ENVELOPE = 'the envelope';

const unknown = (what: Named): Fault<'PROPOSAL_UNKNOWN'> =>
  new Fault('PROPOSAL_UNKNOWN', {
    what: nameOf(
      what.subject,
      what.kind === 'version' ? { version: what.version } : { revision: what.revision },
    ),
  });

/** An answer that has the shape it was asked in is what the registry kept, where its shape says less than its type. */
const asKept = <T>(answer: object): T => answer as T;
