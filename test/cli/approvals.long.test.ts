import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { envelopeBytes } from '../../src/change/approval/envelope.ts';
import { signPayload } from '../../src/change/approval/key.ts';
import { privateKey, signed } from '../change/approval/sample-keys.ts';
import { told } from './adopting.ts';
import { approvers, CHANGE_FILE, keyFile, sign, V4, waiting } from './approving.ts';
import { emptyFolder } from './harness.ts';

describe('assay key', () => {
  it('writes a key that its owner alone can read, and prints its public part', async () => {
    const folder = emptyFolder();
    const { out, exit } = await folder.assay('key', 'new', 'ada.pem');
    expect(exit).toBe(0);
    expect(out).toMatch(/^ed25519:[A-Za-z0-9_-]{43}\n$/);
    expect(statSync(path.join(folder.root, 'ada.pem')).mode & 0o777).toBe(0o600);
    expect((await folder.assay('key', 'show', 'ada.pem')).out).toBe(out);
    expect(await told(folder, 'key', 'new', 'ada.pem')).toMatchObject({ code: 'FILE_UNWRITABLE' });
  });

  it('shows no key that is none', async () => {
    const folder = emptyFolder();
    folder.write('no.pem', 'secret words');
    const said = await told(folder, 'key', 'show', 'no.pem');
    expect(said).toMatchObject({ code: 'KEY_UNREADABLE', exit: 2 });
    expect(JSON.stringify(said)).not.toContain('secret words');
  });
});

describe('assay approve', () => {
  it('takes the signatures of two owners, and lets what they signed become active', async () => {
    const { folder, change } = await waiting();
    approvers(folder, { ada: '', ben: '' });
    expect(await told(folder, 'approve', V4, '--change', change)).toMatchObject({
      code: 'APPROVAL_UNSIGNED',
    });
    expect(await sign(folder, 'ada', 'data-owner', change)).toMatchObject({
      exit: 0,
      kind: 'signed',
      state: 'proposed',
      signed: true,
      approvals: { has: 1, needs: 2, missing: ['model-owner'] },
    });
    // One person in both roles is one person.
    expect(await sign(folder, 'ada', 'model-owner', change)).toMatchObject({
      state: 'proposed',
      approvals: { has: 1 },
    });
    expect(await told(folder, 'activate', V4)).toMatchObject({
      code: 'APPROVAL_THRESHOLD',
      exit: 1,
      facts: { has: 1 },
    });
    expect(await sign(folder, 'ben', 'model-owner', change)).toMatchObject({
      kind: 'moved',
      state: 'approved',
    });
    expect(await sign(folder, 'ben', 'model-owner', change)).toMatchObject({
      kind: 'already',
      state: 'approved',
    });
    expect(await told(folder, 'gate', V4)).toMatchObject({ exit: 0, isOpen: true });
    expect(await told(folder, 'activate', V4)).toMatchObject({ exit: 0, state: 'active' });
  });

  it('is of the change record that was read: what takes its place is not approved by it', async () => {
    const { folder, change } = await waiting();
    approvers(folder, { ada: '', ben: '' });
    await sign(folder, 'ada', 'data-owner', change);
    folder.edit(CHANGE_FILE, 'A test asks for it.', 'Another reason.');
    const { change: now } = await told(folder, 'amend', V4);
    expect(now).not.toBe(change);
    expect(await sign(folder, 'ben', 'model-owner', change)).toMatchObject({
      code: 'EVIDENCE_CHANGED',
      exit: 3,
    });
    expect(await sign(folder, 'ben', 'model-owner', now)).toMatchObject({
      approvals: { has: 1, missing: ['data-owner'] },
    });
  });

  it('takes an envelope that another tool signed over what --dry-run prints', async () => {
    const { folder, change } = await waiting();
    approvers(folder, { ada: '', ben: '' }, "[{ subjects: 'all', roles: ['data-owner'], evidence: [] }]");
    const { out } = await folder.assay(
      'approve',
      V4,
      '--change',
      change,
      '--role',
      'data-owner',
      '--dry-run',
    );
    const payload = Buffer.from(out);
    const sig = signPayload(privateKey('ben'), payload);
    folder.write('signed.json', envelopeBytes(payload, [{ keyid: 'anything', sig }]));
    const approve = (...more: readonly string[]) => told(folder, 'approve', V4, '--change', change, ...more);
    expect(await approve('--envelope', 'signed.json')).toMatchObject({
      state: 'approved',
      approvals: { has: 1 },
    });
    folder.write('garbage.json', signed(Buffer.from('{'), ['ada']));
    expect(await approve('--envelope', 'garbage.json')).toMatchObject({
      code: 'ATTESTATION_PARSE',
      facts: { document: 'garbage.json', path: 'payload' },
    });
    folder.write(
      'stranger.json',
      envelopeBytes(payload, [{ keyid: 'ada', sig: signPayload(privateKey('eve'), payload) }]),
    );
    expect(await approve('--envelope', 'stranger.json')).toMatchObject({ code: 'APPROVAL_SIGNATURE' });
    expect(await approve('--envelope', 'no.json')).toMatchObject({ code: 'FILE_UNREADABLE' });
    const other = signed(
      {
        subject: 'training.example',
        of: { version: 4 },
        role: 'data-owner',
        change: `sha256:${'0'.repeat(64)}`,
      },
      ['ada'],
    );
    folder.write('other.json', other);
    expect(await approve('--envelope', 'other.json')).toMatchObject({
      code: 'APPROVAL_UNBOUND',
      facts: { path: 'change' },
    });
  });

  it.each([
    [", revoked: { at: '2026-01-01', reason: 'lost with a laptop' }", 'KEY_REVOKED'],
    [", until: '2026-01-14'", 'KEY_EXPIRED'],
    [", from: '2026-01-16'", 'KEY_NOT_YET_VALID'],
  ])('refuses a key%s', async (more, code) => {
    const { folder, change } = await waiting();
    approvers(folder, { ada: more, ben: '' });
    expect(await sign(folder, 'ada', 'data-owner', change)).toMatchObject({ code, exit: 2 });
  });

  it('has to be given again where a key was revoked since, and of what is active tells the incident', async () => {
    const { folder, change } = await waiting();
    approvers(folder, { ada: '', ben: '', cleo: '' });
    await sign(folder, 'ada', 'data-owner', change);
    await sign(folder, 'ben', 'model-owner', change);
    const lost = { ada: ", revoked: { at: '2026-01-15', reason: 'lost' }", ben: '', cleo: '' };
    approvers(folder, lost);
    expect(await told(folder, 'activate', V4)).toMatchObject({
      code: 'APPROVAL_THRESHOLD',
      facts: { missing: 'data-owner' },
    });
    expect(await told(folder, 'gate', V4)).toMatchObject({
      exit: 1,
      incidents: [{ code: 'KEY_REVOKED', key: 'ada' }],
    });
    expect(await sign(folder, 'cleo', 'data-owner', change)).toMatchObject({
      state: 'approved',
      approvals: { has: 2 },
    });
    expect(await told(folder, 'activate', V4)).toMatchObject({ state: 'active' });
    const after = await folder.assay('gate', V4);
    expect(after).toMatchObject({ exit: 0, out: expect.stringContaining('INCIDENT') });
    expect((await folder.assay('show', V4)).out).toContain('INCIDENT');
    expect(await told(folder, 'show', V4)).toMatchObject({
      approvals: { has: 2, incidents: [{ code: 'KEY_REVOKED', key: 'ada' }] },
    });
  });

  it('says what is wrong with how it was asked', async () => {
    const { folder, change } = await waiting();
    const approve = (...more: readonly string[]) => told(folder, 'approve', V4, '--change', change, ...more);
    const key = keyFile(folder, 'ada');
    for (const words of [
      ['--key', key],
      ['--role', 'data-owner'],
      ['--key', key, '--role', 'boss'],
      ['--envelope', 'x', '--role', 'data-owner'],
      ['--envelope', 'x', '--key', key],
      ['--dry-run'],
    ])
      expect(await approve(...words), words.join(' ')).toMatchObject({ code: 'USAGE' });
    expect(await approve('--key', key, '--role', 'data-owner')).toMatchObject({
      code: 'APPROVAL_POLICY_MISSING',
    });
    approvers(folder, { ada: '', ben: '' });
    folder.edit(
      'registry.config.ts',
      "person: 'ada', roles: ['data-owner', 'model-owner']",
      "person: 'ada', roles: ['model-owner']",
    );
    expect(await approve('--key', key, '--role', 'data-owner')).toMatchObject({ code: 'APPROVAL_ROLE' });
  });
});
