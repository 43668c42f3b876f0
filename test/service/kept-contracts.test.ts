import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { authoredFrom } from '../../src/contract/authored.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { governanceDigest } from '../../src/contract/governance.ts';
import { keptTexts } from '../../src/contract/kept-contract.ts';
import { acceptVersion, emptyLedger, type Ledger } from '../../src/contract/ledger.ts';
import { printLedger } from '../../src/contract/ledger-file.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import { parseConfig } from '../../src/service/config.ts';
import { KeptContracts } from '../../src/service/kept-contracts.ts';
import { readSubject } from '../../src/service/load-subject.ts';
import { bytesOf, CONTEXT, must } from '../contract/small-subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SUBJECT = `subject: s
defaults: {owner: o, sensitivity: internal, fields: {"1": {unit: ms}}}
members:
  sampleId: {envelope: sampleId}
  sourceId: {envelope: sourceId}
  sourceVersion: {envelope: sourceVersion}
  split: {envelope: split}
`;
const V1 = `schema: s.v1
fields:
  - {id: 1, name: wait, physical: int64, logical: duration, nullable: false}
`;
const subject = must(parseSubject('subject.yaml', bytesOf(SUBJECT)));
const parsed = (text: string): Contract =>
  must(parseContract('schemas/s/v1.yaml', bytesOf(text), { ...CONTEXT, subject }));
const accepted = parsed(V1);
const ledger = acceptVersion(emptyLedger('s'), accepted);

/** A project with one accepted version, whose store has a folder unless it is told otherwise. */
function project({ hasStore = true }: { hasStore?: boolean } = {}) {
  const root = temporaryFolder();
  const at = (name: string): string => path.join(root, name);
  mkdirSync(at('schemas/s'), { recursive: true });
  if (hasStore) mkdirSync(at('.assay'));
  const write = (name: string, text: string): void => writeFileSync(at(name), text);
  write('schemas/s/subject.yaml', SUBJECT);
  write('schemas/s/v1.yaml', V1);
  write('schemas/s/ledger.yaml', printLedger(ledger));
  const config = must(parseConfig('registry.config.ts', {}));
  const folder = at('.assay/contracts');
  return {
    root,
    at,
    write,
    folder,
    writeLedger: (of: Ledger) => write('schemas/s/ledger.yaml', printLedger(of)),
    kept: () => readdirSync(folder).filter(name => !name.startsWith('.')),
    keptFile: () => path.join(folder, readdirSync(folder).find(name => !name.startsWith('.'))!),
    read: () => {
      const { loaded, faults } = readSubject({ root, config }, 's');
      return { contract: loaded?.contracts.get(1), codes: faults.map(({ code }) => code) };
    },
  };
}

describe('a contract that was parsed once', () => {
  it('is kept, and is the same when it is read again', () => {
    const { read, keptFile } = project();
    expect(read().contract).toEqual(accepted);
    const before = statSync(keptFile(), { bigint: true });
    const { governanceKept, ...again } = read().contract!;
    expect(again).toEqual(accepted);
    expect(governanceKept).toBe(governanceDigest(accepted));
    expect(statSync(keptFile(), { bigint: true })).toMatchObject({
      ino: before.ino,
      mtimeNs: before.mtimeNs,
    });
  });

  it('is not parsed again before somebody asks for a place in its file', () => {
    const { read } = project();
    read();
    const own = Object.getOwnPropertyDescriptor(read().contract!, 'places');
    expect(own?.get).toBeTypeOf('function');
  });

  it('is parsed each time where the project has no folder of its own, because a question leaves no trace', () => {
    const { read, at } = project({ hasStore: false });
    expect(read().contract).toEqual(accepted);
    expect(existsSync(at('.assay'))).toBe(false);
  });

  it('is parsed each time, and kept nowhere, while the ledger has no digest of its file', () => {
    const { read, writeLedger, folder } = project();
    const [{ version, recordSchema, ids }] = ledger.versions as [Ledger['versions'][number]];
    writeLedger({ ...ledger, versions: [{ version, recordSchema, ids }] });
    expect(read().contract).toEqual(accepted);
    expect(existsSync(folder)).toBe(false);
  });

  it('may have a comment put in, and is then parsed, because its schema stays', () => {
    const { read, write, kept } = project();
    read();
    write('schemas/s/v1.yaml', `# measured at the gateway\n${V1}`);
    const { contract, codes } = read();
    expect([contract?.recordSchema, codes, kept().length]).toEqual([accepted.recordSchema, [], 1]);
  });
});

describe('an accepted contract that was edited', () => {
  const EDITED = V1.replace('wait', 'waited');
  /** What an attacker would keep: the old documents under the digests of the new file, or of the new defaults. */
  const poison = (root: string, text: string, defaults = SUBJECT): void =>
    new KeptContracts(root).write(
      authoredFrom(bytesOf(text), must(parseSubject('subject.yaml', bytesOf(defaults))).defaults, [1]),
      keptTexts(accepted),
    );

  it('is refused, whatever is kept of it', () => {
    const { root, read, write } = project();
    read();
    write('schemas/s/v1.yaml', EDITED);
    expect(read().codes).toEqual(['ACCEPTED_EDITED']);
    poison(root, EDITED);
    expect(read().codes).toEqual(['ACCEPTED_EDITED']);
  });

  it('is refused where the ledger was given the digest of the edited file, because nobody has parsed that', () => {
    const { read, write, writeLedger } = project();
    read();
    write('schemas/s/v1.yaml', EDITED);
    const [entry] = ledger.versions;
    writeLedger({ ...ledger, versions: [{ ...entry!, file: parsed(EDITED).authored.file }] });
    expect(read().codes).toEqual(['ACCEPTED_EDITED']);
  });

  it('is refused where its subject fills in something else, whatever is kept', () => {
    const { root, read, write } = project();
    read();
    const seconds = SUBJECT.replace('ms', 's');
    write('schemas/s/subject.yaml', seconds);
    expect(read().codes).toEqual(['ACCEPTED_EDITED']);
    poison(root, V1, seconds);
    expect(read().codes).toEqual(['ACCEPTED_EDITED']);
  });

  it('is guarded as its subject says now, and not as it was when it was kept', () => {
    const { root, read, write } = project();
    read();
    const open = SUBJECT.replace('internal', 'public');
    write('schemas/s/subject.yaml', open);
    poison(root, V1, open);
    expect(read().contract?.governance.get(1)?.sensitivity).toBe('public');
  });
});

describe('what is kept', () => {
  it.each<[string, (file: string) => void]>([
    ['is torn', file => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))],
    ['is empty', file => writeFileSync(file, '')],
    [
      'is of another schema',
      file => writeFileSync(file, readFileSync(file, 'utf8').replace('"wait"', '"late"')),
    ],
    ['guards less', file => writeFileSync(file, readFileSync(file, 'utf8').replace('internal', 'public'))],
    ['is no text', file => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xff]))],
    ['is gone', file => rmSync(file)],
  ])('and %s is noticed, and put right', (_, spoil) => {
    const { read, keptFile } = project();
    read();
    const [file, before] = [keptFile(), readFileSync(keptFile(), 'utf8')];
    spoil(file);
    expect(read()).toEqual({ contract: accepted, codes: [] });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('is told to git as none of its business', () => {
    const { read, folder } = project();
    read();
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('is written nowhere else, where a link stands in the way', () => {
    const { read, folder } = project();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, folder);
    expect(read().contract).toEqual(accepted);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is done without where it can not be written', () => {
    const { read, folder } = project();
    writeFileSync(folder, 'a file');
    expect(read()).toEqual({ contract: accepted, codes: [] });
  });

  it('is removed when no ledger names it any more, and nothing else is', () => {
    const { root, folder, kept, read, keptFile } = project();
    read();
    const [name] = kept();
    const stale = ['f'.repeat(64), `${'e'.repeat(64)}.17.draft`];
    for (const one of [...stale, 'notes.txt']) writeFileSync(path.join(folder, one), 'x');
    const before = readFileSync(keptFile());
    new KeptContracts(root).prune([accepted.authored]);
    expect(kept().sort()).toEqual([name, 'notes.txt'].sort());
    expect(readFileSync(path.join(folder, name!))).toEqual(before);
    expect(existsSync(path.join(folder, '.gitignore'))).toBe(true);
    new KeptContracts(root).prune([]);
    expect(kept()).toEqual(['notes.txt']);
    const elsewhere = temporaryFolder();
    writeFileSync(path.join(elsewhere, 'f'.repeat(64)), 'x');
    rmSync(folder, { recursive: true });
    symlinkSync(elsewhere, folder);
    new KeptContracts(root).prune([]);
    expect(readdirSync(elsewhere)).toEqual(['f'.repeat(64)]);
  });
});
