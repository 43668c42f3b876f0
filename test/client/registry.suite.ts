import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import registryConfig from '../../registry.config.ts';
import type { Digest } from '../../src/base/digest.ts';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { parseConfig } from '../../src/service/config.ts';
import type { Project } from '../../src/service/project.ts';
import type { Named, Registry } from '../../src/service/registry.ts';
import { signed } from '../change/approval/sample-keys.ts';
import { record } from '../cli/adopting.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { SIGNED } from './served.ts';

export type Opened = { readonly registry: Registry; readonly close: () => Promise<void> };

const SUBJECT = 'training.example';
const V3: Named = { kind: 'version', subject: SUBJECT, version: 3 };
const V4: Named = { kind: 'version', subject: SUBJECT, version: 4 };
const V9: Named = { kind: 'version', subject: SUBJECT, version: 9 };
const OTHER: Digest = `sha256:${'7'.repeat(64)}`;

/** The training example before anything was accepted, with a change record that names its converter. */
function unacceptedTree(): Project {
  const root = temporaryFolder();
  for (const folder of ['schemas', 'golden'])
    cpSync(path.join(REPOSITORY, folder), path.join(root, folder), { recursive: true });
  for (const subject of [SUBJECT, 'weather.daily'])
    rmSync(path.join(root, 'schemas', subject, 'ledger.yaml'), { force: true });
  writeFileSync(path.join(root, 'schemas', SUBJECT, 'changes', 'v3-v4.yaml'), record(3, 4));
  const config = parseConfig('registry.config.ts', { ...registryConfig, ...SIGNED });
  if (config instanceof Fault) throw config;
  return { root, config };
}

const refusal = async (answer: Promise<unknown>) => {
  const found = await answer;
  if (!(found instanceof Fault)) throw new Error('it was not refused');
  return { code: found.code, facts: found.facts as Record<string, unknown>, at: found.at };
};

/** What any registry does, near or far: each part goes on where the one before it ended. */
export function registrySuite(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    const project = unacceptedTree();
    const ledger = path.join(project.root, 'schemas', SUBJECT, 'ledger.yaml');
    let opened: Opened;
    let registry: Registry;
    let change: Digest;
    let operations = 0;
    const once = () => ({ opId: `suite-${++operations}` });
    const wanted = (what: Named) => ({ project, what, kept: undefined, takesKept: true, ...once() });
    const approval = (who: string, role: 'data-owner' | 'model-owner', of: Digest) => ({
      envelope: signed({ subject: SUBJECT, of: { version: 4 }, role, change: of }, [who]),
      document: `${who}.json`,
    });

    const refused = async (answer: Promise<unknown>, code: FaultCode, facts: object = {}) =>
      expect(await refusal(answer)).toMatchObject({ code, facts });

    beforeAll(async () => {
      opened = await open();
      registry = opened.registry;
    });
    afterAll(() => opened.close());

    it('knows nothing of a subject nobody proposed, and says so without making one', async () => {
      expect(await registry.store.readScope(`subject/${SUBJECT}`)).toMatchObject({ seq: 0 });
      expect(await registry.store.journal(`subject/${SUBJECT}`, 1, 10)).toEqual([]);
      expect(await registry.store.scopes()).not.toContainEqual(
        expect.objectContaining({ scope: `subject/${SUBJECT}` }),
      );
      await refused(registry.gate({ project, what: V4 }), 'PROPOSAL_UNKNOWN', {
        what: 'version 4 of training.example',
      });
      await refused(registry.consumers({ project, subject: SUBJECT }), 'SUBJECT_UNKNOWN');
      await refused(registry.store.getObject(OTHER) as Promise<unknown>, 'OBJECT_UNKNOWN');
    });

    it('refuses what is wrong with a file at its place in the tree, and keeps nothing', async () => {
      const file = path.join(project.root, 'schemas', SUBJECT, 'v4.yaml');
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, before.replace('unit:', 'unti:'));
      const { at, code } = await refusal(registry.propose(wanted(V4)));
      writeFileSync(file, before);
      expect([code, at?.file, at?.line]).toEqual([
        'UNKNOWN_KEY',
        `schemas/${SUBJECT}/v4.yaml`,
        before.split('\n').findIndex(line => line.includes('unit:')) + 1,
      ]);
      expect(await registry.store.readScope(`subject/${SUBJECT}`)).toMatchObject({ seq: 0 });
    });

    it('takes the first version at once, and writes its ledger into the tree', async () => {
      const done = await registry.propose(wanted(V3));
      expect(done).toMatchObject({
        answer: { kind: 'stored', version: 3, state: 'active', seq: 1 },
        judged: { of: 'version', isFirst: true, encoding: 'passes', meaning: 'passes', governed: null },
        ledgerWritten: true,
      });
      expect(readFileSync(ledger, 'utf8')).toContain('version: 3');
    });

    it('stores a change of meaning, which waits, and answers a repeat as stored already', async () => {
      const done = await registry.propose(wanted(V4));
      expect(done).toMatchObject({
        answer: { kind: 'stored', version: 4, state: 'proposed' },
        judged: { isFirst: false, class: 'migrate', meaning: 'fails', lowers: null },
        ledgerWritten: false,
      });
      if (done instanceof Fault) throw done;
      change = done.answer.change;
      expect(await registry.propose(wanted(V4))).toMatchObject({
        answer: { kind: 'already', state: 'proposed', change },
        ledgerWritten: false,
      });
    });

    it('amends what waits, with the record that stands where none is named', async () => {
      await refused(registry.propose({ ...wanted(V4), amends: { change: OTHER } }), 'EVIDENCE_CHANGED', {
        stored: change,
        asked: OTHER,
      });
      await refused(registry.propose({ ...wanted(V3), amends: { change: undefined } }), 'CHANGE_OUT_OF_TURN');
      const file = path.join(project.root, 'schemas', SUBJECT, 'changes', 'v3-v4.yaml');
      writeFileSync(file, record(3, 4).replace('A test asks for it.', 'A test asks for it twice.'));
      const done = await registry.propose({ ...wanted(V4), amends: { change: undefined } });
      expect(done).toMatchObject({ answer: { kind: 'amended', replaced: change, state: 'proposed' } });
      if (done instanceof Fault) throw done;
      change = done.answer.change;
    });

    it('tells what the gate waits for', async () => {
      const gate = await registry.gate({ project, what: V4 });
      if (gate instanceof Fault) throw gate;
      const { isOpen, conditions, approvals } = gate;
      expect({ isOpen, approvals }).toMatchObject({ isOpen: false, approvals: { signed: true, has: 0 } });
      expect(conditions.find(({ condition }) => condition === 'approvals')).toMatchObject({ state: 'unmet' });
    });

    it('takes approvals that two owners signed, and none that nobody did, or of another record', async () => {
      const step = { project, what: V4, event: 'approve' as const };
      const both = { what: 'version 4 of training.example', roles: 'data-owner and model-owner' };
      await refused(registry.move({ ...step, change, ...once() }), 'APPROVAL_UNSIGNED', both);
      const old = { ...step, change: OTHER, signature: approval('ada', 'data-owner', OTHER) };
      await refused(registry.move({ ...old, ...once() }), 'EVIDENCE_CHANGED', {
        stored: change,
        asked: OTHER,
      });
      const torn = { envelope: Buffer.from('{}'), document: 'torn.json' };
      await refused(registry.move({ ...step, change, signature: torn, ...once() }), 'ATTESTATION_PARSE', {
        document: 'torn.json',
      });
      await refused(
        registry.move({ project, what: V4, event: 'activate', change, ...once() }),
        'APPROVAL_THRESHOLD',
      );
      const moves = [
        { signature: approval('ada', 'data-owner', change), answer: { kind: 'signed', state: 'proposed' } },
        { signature: approval('ben', 'model-owner', change), answer: { kind: 'moved', state: 'approved' } },
      ];
      for (const { signature, answer } of moves)
        expect(await registry.move({ ...step, change, signature, ...once() })).toMatchObject({ answer });
      expect(await registry.gate({ project, what: V4 })).toMatchObject({
        isOpen: true,
        approvals: { has: 2, approvals: [{ person: 'ada' }, { person: 'ben' }] },
      });
    });

    it('activates what the tree still has, and enters it into its ledger', async () => {
      const step = { project, what: V4, event: 'activate' as const, change: undefined };
      const file = path.join(project.root, 'schemas', SUBJECT, 'v4.yaml');
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, before.replace('range: [0, 600000]', 'range: [0, 600001]'));
      if (readFileSync(file, 'utf8') === before) throw new Error('nothing was edited');
      await refused(registry.move({ ...step, ...once() }), 'STORE_DIFFERS', { version: 4 });
      writeFileSync(file, before);
      expect(await registry.move({ ...step, ...once() })).toMatchObject({
        answer: { kind: 'moved', from: 'approved', state: 'active' },
        ledgerWritten: true,
      });
      expect(readFileSync(ledger, 'utf8')).toContain('version: 4');
    });

    it('refuses steps of what was never proposed', async () => {
      for (const event of ['approve', 'activate', 'retire', 'withdraw'] as const)
        await refused(
          registry.move({ project, what: V9, event, change: undefined, ...once() }),
          'PROPOSAL_UNKNOWN',
          { what: 'version 9 of training.example' },
        );
    });

    it('takes no evidence that is none, and says of which file', async () => {
      const files = [{ name: 'notes.json', bytes: Buffer.from('{"no": "report"}') }];
      await refused(registry.attach({ what: V4, change: undefined, files, ...once() }), 'EVIDENCE_PARSE', {
        file: 'notes.json',
      });
    });

    it('shows a rollout, and refuses a step that is out of order', async () => {
      const of = { project, subject: SUBJECT, version: 4 };
      expect(await registry.rollout(of)).toMatchObject({ stage: 'registered', observe_days: null, next: [] });
      const step = { ...of, target: 'cut-over' as const, expected: undefined, expectedData: undefined };
      expect(
        await refusal(registry.stepRollout({ ...step, reconciliation: undefined, ...once() })),
      ).toMatchObject({ facts: { what: 'version 4 of training.example' } });
      await refused(registry.rollout({ ...of, version: 9 }), 'VERSION_UNKNOWN');
    });

    it('registers who reads and writes, beside those of registry.config.ts, until they are retired', async () => {
      const consumer = {
        subject: SUBJECT,
        name: 'eval-job',
        kind: 'other' as const,
        reads: { from: 4, to: undefined },
        purpose: 'scores checkpoints',
      };
      const said = { project, role: 'consumer' as const, consumer };
      expect(await registry.register({ ...said, ...once() })).toMatchObject({ kind: 'registered' });
      expect(await registry.register({ ...said, ...once() })).toMatchObject({ kind: 'already' });
      const producer = { subject: SUBJECT, name: 'gateway-2', writes: [4] };
      expect(await registry.register({ project, role: 'producer', producer, ...once() })).toMatchObject({
        kind: 'registered',
        role: 'producer',
      });
      const consumers = await registry.consumers({ project, subject: SUBJECT });
      if (consumers instanceof Fault) throw consumers;
      expect(consumers.consumers.map(one => [one.name, one.in])).toEqual([
        ['outcome-collator', ['config']],
        ['outcome-trainer', ['config']],
        ['eval-job', ['store']],
      ]);
      const gone = { subject: SUBJECT, role: 'consumer' as const, name: 'eval-job' };
      expect(await registry.deregister({ ...gone, ...once() })).toMatchObject({ kind: 'retired' });
      expect(await registry.producers({ project, subject: SUBJECT })).toMatchObject({
        producers: [{ name: 'gateway-export' }, { name: 'gateway-2', writes: [4], in: ['store'] }],
      });
    });

    it('makes a token, lists it without its secret, and revokes it', async () => {
      const asked = { name: 'ci', grants: [{ role: 'reader' as const, subjects: [SUBJECT] }] };
      const expires = '2026-12-31';
      const issued = await registry.newToken({ ...asked, expires, ...once() });
      if (issued instanceof Fault) throw issued;
      const { token: id } = issued.answer;
      expect(issued.text).toMatch(new RegExp(`^assay_${id}_`));
      await refused(registry.newToken({ ...asked, expires: '2001-01-01', ...once() }), 'TOKEN_EXPIRY');
      await refused(registry.newToken({ ...asked, expires, ...once() }), 'TOKEN_NAME_TAKEN', {
        name: 'ci',
      });
      const listed = await registry.tokens();
      if (listed instanceof Fault) throw listed;
      const { grants } = asked;
      expect(listed.tokens.find(token => token.id === id)).toEqual({
        id,
        name: 'ci',
        grants,
        expires,
        state: 'holds',
      });
      expect(await registry.revokeToken({ id, ...once() })).toMatchObject({ kind: 'revoked', token: id });
      expect(await registry.revokeToken({ id, ...once() })).toMatchObject({ kind: 'already' });
      await refused(registry.revokeToken({ id: '0'.repeat(16), ...once() }), 'TOKEN_UNKNOWN');
    });

    it('has all that was decided, in order, and every object under its digest', async () => {
      const scope = await registry.store.readScope(`subject/${SUBJECT}`);
      if (scope instanceof Fault) throw scope;
      const entries = await registry.store.journal(`subject/${SUBJECT}`, 1, 1_000);
      if (entries instanceof Fault) throw entries;
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
      expect(entries.at(-1)?.seq).toBe(scope.seq);
      expect(await registry.store.journal(`subject/${SUBJECT}`, 2, 2)).toEqual(entries.slice(1, 3));
      expect(await registry.store.getObject(change)).toBeInstanceOf(Uint8Array);
      expect(await registry.store.checkIntegrity()).toBeUndefined();
      expect(await registry.store.scopes()).toContainEqual({ scope: `subject/${SUBJECT}`, seq: scope.seq });
      expect(existsSync(ledger)).toBe(true);
    });
  });
}
