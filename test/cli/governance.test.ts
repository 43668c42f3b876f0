import { describe, expect, it } from 'vitest';
import {
  governanceDigest,
  governanceDocument,
  governanceFromDocument,
} from '../../src/contract/governance.ts';
import { copiedProject, type Folder } from './harness.ts';

const SUBJECT = 'schemas/training.example/subject.yaml';
const V3 = 'schemas/training.example/v3.yaml';
const V4 = 'schemas/training.example/v4.yaml';
const TOKENIZER = 'schemas/tokenizers/o200k.yaml';
/** The SHA-256 of the canonical JSON of what the file below says of files and size, reckoned elsewhere. */
const DIGEST = 'sha256:656dd836f119919e160fad8c2bed6db2615f9614b985f9fa5ac2f11ecc232d15';
const FILE = `tokenizer: gpt/o200k\nfiles: {o200k_base.tiktoken: "sha256:${'e'.repeat(64)}"}\nsize: 200019\n`;

/** Version 3 accepted, and a fourth that differs from it in nothing but its number. */
async function accepted(): Promise<Folder> {
  const folder = copiedProject();
  folder.remove('schemas/training.example/changes');
  folder.write(V4, folder.read(V3).replace('.v3', '.v4'));
  folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [3]');
  expect(await folder.assay('propose', 'training.example@3')).toMatchObject({ exit: 0 });
  return folder;
}

const tokenizer = (folder: Folder, digest = DIGEST): void => {
  folder.write(TOKENIZER, FILE);
  folder.edit(SUBJECT, 'files:', `files:\n  tokenizers/o200k.yaml: ${digest}`);
};

const findings = async (folder: Folder) => {
  const { json } = await folder.assay('diff', 'training.example@3', 'training.example@4', '--json');
  const { class: found, for: directions, findings: all } = json();
  return { found, directions, rules: all.map(({ rule, path }: Record<string, string>) => `${rule} ${path}`) };
};

describe('what stands beside the schema of a version', () => {
  it('is judged in the next version: another tokenizer is a change of the training ABI, of the record and of no field', async () => {
    const folder = await accepted();
    expect(await findings(folder)).toEqual({
      found: 'identical',
      directions: ['backward', 'forward'],
      rules: [],
    });
    tokenizer(folder);
    folder.edit(V4, 'fields:', `tokenizer: ${DIGEST}\nfields:`);
    const before = await findings(folder);
    expect(before).toEqual({
      found: 'migrate',
      directions: [],
      rules: ['TOKENIZER_SAME record', 'TOKENIZER_SAME record'],
    });
    const { exit, json } = await folder.assay('propose', 'training.example@4', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'CHANGE_MISSING' });
  });

  it('is judged in the next version: a lower sensitivity needs approval, a new owner is told', async () => {
    const folder = await accepted();
    folder.edit(V4, 'name: outcome', 'name: outcome\n    sensitivity: public\n    owner: labels');
    expect(await findings(folder)).toEqual({
      found: 'migrate',
      directions: ['forward'],
      rules: ['SENSITIVITY_LOWERED outcome (23)', 'OWNER_SAME outcome (23)'],
    });
  });

  it('is revised in place where only owners change or fields are guarded better, once, and journaled', async () => {
    const folder = await accepted();
    folder.edit(SUBJECT, 'owner: gateway-data', 'owner: gateway-two');
    const { json } = await folder.assay('propose', 'training.example@3', '--json');
    expect(json()).toMatchObject({ kind: 'governed', version: 3, state: 'active', seq: 2 });
    const again = await folder.assay('propose', 'training.example@3', '--json');
    expect(again.json()).toMatchObject({ kind: 'already' });
    expect(folder.stored().journal.length).toBe(3);
    expect((await folder.assay('check', 'training.example', '--json')).json().faults).toEqual([]);
  });

  it('is not weakened in place, and check says so before anybody proposes it', async () => {
    const folder = await accepted();
    folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
    const before = folder.stored();
    const { exit, json } = await folder.assay('propose', 'training.example@3', '--json');
    expect({ exit, code: json().code, facts: json().facts }).toMatchObject({
      exit: 2,
      code: 'GOVERNANCE_WEAKENED',
      facts: { version: 3 },
    });
    expect(folder.stored()).toEqual(before);
    const checked = await folder.assay('check', 'training.example', '--json');
    expect(checked.json().faults).toMatchObject([{ code: 'GOVERNANCE_WEAKENED' }]);
  });

  it('is not given another tokenizer in place, store or no store', async () => {
    const folder = await accepted();
    tokenizer(folder);
    folder.edit(V3, 'fields:', `tokenizer: ${DIGEST}\nfields:`);
    for (const command of ['propose', 'show'])
      expect((await folder.assay(command, 'training.example@3', '--json')).json()).toMatchObject({
        code: 'ACCEPTED_EDITED',
        facts: { accepted: 'tokenizer none', found: `tokenizer ${DIGEST}` },
      });
  });

  it('names a tokenizer that is pinned, and pins the one that is there', async () => {
    const folder = await accepted();
    folder.edit(V4, 'fields:', `tokenizer: ${DIGEST}\nfields:`);
    const code = async () => (await folder.assay('show', 'training.example@4', '--json')).json().code;
    expect(await code()).toBe('TOKENIZER_UNKNOWN');
    tokenizer(folder, `sha256:${'0'.repeat(64)}`);
    expect(await code()).toBe('TOKENIZER_DIGEST_MISMATCH');
    folder.edit(SUBJECT, `sha256:${'0'.repeat(64)}`, DIGEST);
    expect(await code()).toBeUndefined();
    folder.edit(TOKENIZER, 'size: 200019', 'size: 0');
    expect(await code()).toBe('SHAPE');
  });

  it('has one digest, whatever is documented, and is read back from its document', () => {
    const governed = (doc: string) => ({
      governance: new Map([[17, { owner: 'a', sensitivity: 'internal' as const, doc }]]),
      tokenizer: undefined,
    });
    expect(governanceDigest(governed('x'))).toBe(governanceDigest(governed('y')));
    const read = governanceFromDocument(governanceDocument(governed('x')))!;
    expect(governanceDigest(read)).toBe(governanceDigest(governed('x')));
    expect(governanceFromDocument({ fields: { 17: { owner: 'a' } } })).toBeUndefined();
  });
});
