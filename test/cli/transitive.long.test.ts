import { describe, expect, it } from 'vitest';
import { type Folder, newProject } from './harness.ts';
import { nextVersion, QUEUE, registering, threeVersions } from './ticket-versions.ts';

const SUBJECT = 'schemas/support.ticket';

const judged = async (folder: Folder, writes: number[], from: number) =>
  (await folder.as(registering(writes, from))('check', '--json')).json().subjects[0].versions[0];

describe('a proposed version', () => {
  it('is held against the last alone where no older one has records or readers', async () => {
    const folder = await threeVersions();
    const { against } = await judged(folder, [2], 2);
    expect(against.map((one: { version: number }) => one.version)).toEqual([2]);
  });

  it('is held against an older version somebody still writes, and says which, and why', async () => {
    const folder = await threeVersions();
    const found = await judged(folder, [1, 2], 2);
    expect(found).toMatchObject({
      encoding: 'fails',
      against: [
        {
          version: 1,
          because: [{ kind: 'producer', name: 'helpdesk-export' }],
          promised: ['backward'],
          encoding: 'fails',
          findings: [{ rule: 'REQUIRED_FIELD_ADDED', path: 'queue (5)' }],
        },
        { version: 2, because: [{ kind: 'last' }, { kind: 'producer' }, { kind: 'consumer' }] },
      ],
    });
    const { out } = await folder.as(registering([1, 2], 2))('check');
    expect(out).toContain('against v1:');
    expect(out).toContain('written by helpdesk-export');
  });
});

describe('what stands beside a schema', () => {
  it('is held against an older version that somebody still writes, because the last lacks the field', async () => {
    const folder = await newProject();
    folder.remove('golden');
    folder.edit(`${SUBJECT}/v1.yaml`, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
    expect(await folder.assay('propose', 'support.ticket@1')).toMatchObject({ exit: 0 });
    nextVersion(folder, 2, `${QUEUE}    default: null\n`, '');
    expect(await folder.assay('propose', 'support.ticket@2')).toMatchObject({ exit: 0 });
    const back = `${QUEUE}    sensitivity: public\n    default: null\nrestores: [5]\nkey: [ticket]`;
    nextVersion(folder, 3, 'key: [ticket]', back);
    const { against, comparison } = await judged(folder, [1, 2], 2);
    const lowered = expect.objectContaining({ rule: 'SENSITIVITY_LOWERED', path: 'queue (5)' });
    expect(comparison.findings).not.toContainEqual(lowered);
    expect(against[0]).toMatchObject({ version: 1, class: 'migrate' });
    expect(against[0].findings).toContainEqual(lowered);
  });
});

describe('who is registered', () => {
  it('may not read a version that is not there, because nobody would judge it', async () => {
    const folder = await newProject();
    folder.edit('registry.config.ts', 'reads: { from: 1 }', 'reads: { from: 1, to: 4 }');
    expect((await folder.assay('check', '--json')).json().faults[0]).toMatchObject({
      code: 'CONSUMER_VERSION_UNKNOWN',
      facts: { consumer: 'priority-trainer', version: 4, known: '1' },
      at: { file: 'registry.config.ts', line: 9, column: 29 },
    });
  });

  it('may not be registered for a subject that is not there', async () => {
    const folder = await newProject();
    folder.edit(
      'registry.config.ts',
      "subject: 'support.ticket', writes",
      "subject: 'suport.ticket', writes",
    );
    expect((await folder.assay('check', '--json')).json().faults[0]).toMatchObject({
      code: 'REGISTERED_SUBJECT_UNKNOWN',
      facts: { who: 'helpdesk-export', nearest: 'support.ticket' },
      at: { file: 'registry.config.ts', line: 3, column: 51 },
    });
  });

  it('is asked for before data or a release is taken of a version nobody writes', async () => {
    const folder = await newProject();
    await folder.assay('propose', 'support.ticket@1');
    const other = folder.as(registering([7], 1));
    const expected = { code: 'VERSION_UNWRITTEN', facts: { version: 1, written: '7' } };
    const proposed = await other('propose', 'support.ticket/first', '--json');
    expect(proposed.json()).toMatchObject(expected);
    const built = await other('release', 'build', 'support.ticket@1', '--out', 'release', '--json');
    expect(built.json()).toMatchObject(expected);
    const checked = (await other('check', '--json')).json();
    expect(checked.subjects[0].revisions[0].waits).toMatchObject(expected);
  });

  it('is shown with the subject: who writes which versions, who reads which, and for what', async () => {
    const folder = await newProject();
    expect((await folder.assay('show', 'support.ticket', '--json')).json()).toMatchObject({
      producers: [{ name: 'helpdesk-export', writes: [1] }],
      consumers: [
        {
          name: 'priority-trainer',
          kind: 'trainer',
          reads: { from: 1, to: null },
          purpose: 'trains the priority model',
        },
      ],
    });
    expect((await folder.assay('show', 'support.ticket')).out).toContain('trains the priority model');
  });
});

describe('the interval of a consumer', () => {
  it('has a gap where its newest version does not read an older one, and the matrix fails for it', async () => {
    const folder = await threeVersions();
    const { exit, json } = await folder.assay('matrix', 'support.ticket', '--json');
    expect(exit).toBe(1);
    expect(json().intervals).toMatchObject([{ consumer: 'priority-trainer', from: 1, to: 3, gaps: [1] }]);
    expect((await folder.assay('matrix', 'support.ticket')).out).toContain('FAIL');
  });
});
