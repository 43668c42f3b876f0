import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { createApp } from '../../src/http/app.ts';
import { readStore } from '../../src/main/open-store.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { emptyFolder, type Folder, type Heard, TODAY } from '../cli/harness.ts';

// Values that stand nowhere but in the records: whoever finds one was told a value.
const PAY = 72_931_044;
const REFUSED_PAY = -65_102_377;
const SSN = 'ssn-QX';
const WARD = 'ward-Zeta';
const DAY = '1931-07-19';
const NOTE = 'Nebbiolo';
const TERM = 'malign';
const MARKS = {
  id: '8800001',
  pay: '72931044',
  'refused pay': '65102377',
  ssn: 'ssn-QX',
  ward: 'ward-Zeta',
  'a day': '1931',
  note: 'Nebbiolo',
  weight: '73.190625',
} as const;

const VOCABULARY = `vocabulary: finding\nterms:\n  - {id: 1, label: benign}\n  - {id: 2, label: ${TERM}}\n`;
const PINNED = (() => {
  const vocabulary = parseVocabulary('finding.yaml', Buffer.from(VOCABULARY));
  if (vocabulary instanceof Fault) throw vocabulary;
  return vocabulary.digest;
})();
const SUBJECT = 'patient.visit';

const contract = (guarded: string): string => `schema: ${SUBJECT}.v1
fields:
  - {id: 1, name: id, physical: int64, logical: identifier, nullable: false, sensitivity: ${guarded}}
  - {id: 2, name: city, physical: string, logical: text, nullable: false, sensitivity: public}
  - {id: 3, name: ssn, physical: string, logical: text, nullable: false, sensitivity: ${guarded}}
  - {id: 4, name: pay, physical: int64, logical: number, nullable: true, range: [0, 900000000], sensitivity: ${guarded}}
  - {id: 5, name: seen, physical: date, logical: date, nullable: true, sensitivity: ${guarded}}
  - {id: 6, name: ward, physical: string, logical: text, nullable: true, sensitivity: ${guarded}}
  - {id: 7, name: weight, physical: float64, logical: number, nullable: true, sensitivity: ${guarded}}
  - id: 8
    name: notes
    physical: list
    logical: sequence
    nullable: true
    maxLength: 4
    sensitivity: ${guarded}
    element: {id: 9, physical: string, logical: text, nullable: false}
  - id: 10
    name: finding
    physical: string
    logical: label
    nullable: false
    vocabulary: ${PINNED}
    unknownPolicy: reject
    ignoreValue: -100
    sensitivity: ${guarded}
  - {id: 11, name: dose, physical: int32, logical: number, nullable: false, sensitivity: public}
key: [id]
label: finding
slices:
  - {name: month, field: seen, by: month}
  - {name: ward, field: ward, by: value}
`;

const CHANGE = `changes: revision
subject: ${SUBJECT}
version: 1
from: first
to: second
class: identical
reason: the wards were counted anew
consumers: []
backfill: {kind: none}
withdraw_by: 2036-12-31
thresholds: {"number.absolute:pay": 100, "number.relative:weight": 0.1, "rows.missing": 0}
`;

type Change = 'none' | 'all' | 'refused' | 'repeated' | 'malformed';

/** Whose pay was 0 has one now, and who lay in one ward has another dose: both are explained by what is guarded. */
function recordOf(row: number, change: Change): Json {
  const [isOld, isWard] = [(row * 29) % 32 > 20, (row * 11) % 32 > 20];
  const isChanged = change !== 'none';
  return {
    id: change === 'repeated' && row === 9 ? 880_000_100_008 : 880_000_100_000 + row,
    city: row % 3 === 0 ? 'Oslo' : 'Bergen',
    ssn: `${SSN}${row % 16}`,
    pay: change === 'refused' && row === 5 ? REFUSED_PAY : isOld ? (isChanged ? PAY : 0) : 5,
    seen: isOld ? DAY : '2026-02-03',
    ward: isWard ? WARD : null,
    weight: isChanged && row === 7 ? 73.190625 : 1,
    notes: isChanged && isOld ? [NOTE] : [],
    finding: isChanged && isWard ? TERM : 'benign',
    dose: change === 'malformed' && row === 3 ? NOTE : isChanged && isWard ? 2 : 1,
  };
}

function offer(folder: Folder, revision: string, change: Change): void {
  const data = Array.from({ length: 32 }, (_, row) => `${canonicalJson(recordOf(row, change))}\n`).join('');
  folder.write(`golden/${SUBJECT}/${revision}.json`, data);
  folder.write(
    `golden/${SUBJECT}/${revision}.yaml`,
    `revision: ${revision}\nsubject: ${SUBJECT}\nversion: 1\nsource: made up\n` +
      `data: {file: ${revision}.json, format: json, sha256: "${sha256(data)}", rows: 32}\n`,
  );
}

function project(guarded: string): Folder {
  const folder = emptyFolder();
  folder.write(
    'registry.config.ts',
    `export default { producers: [{ name: 'ward', subject: '${SUBJECT}', writes: [1] }], consumers: [] };\n`,
  );
  folder.write('schemas/vocabularies/finding.yaml', VOCABULARY);
  folder.write(
    `schemas/${SUBJECT}/subject.yaml`,
    `subject: ${SUBJECT}
defaults: {owner: hospital}
members:
  sampleId: {field: 3}
  sourceId: {constant: hospital}
  sourceVersion: {envelope: sourceVersion}
  split: {constant: train}
files:
  vocabularies/finding.yaml: ${PINNED}
`,
  );
  folder.write(`schemas/${SUBJECT}/v1.yaml`, contract(guarded));
  offer(folder, 'first', 'none');
  return folder;
}

const marksIn = (text: string): string[] =>
  Object.entries(MARKS)
    .filter(([, mark]) => text.includes(mark))
    .map(([name]) => name);

const saidBy = ({ out, err }: Heard): string => out + err;

const STORE = (folder: Folder): string => path.join(folder.root, '.assay', 'registry.sqlite');

function objectsOf(folder: Folder): readonly { readonly digest: string; readonly text: string }[] {
  const db = new DatabaseSync(STORE(folder), { readOnly: true });
  const rows = db.prepare('SELECT digest, bytes FROM objects').all();
  db.close();
  return rows.map(({ digest, bytes }) => ({
    digest: String(digest),
    text: Buffer.from(bytes as Uint8Array).toString('utf8'),
  }));
}

const OBJECTS = ['schemas', 'governance', 'vocabularies', 'changes', 'reports', 'golden-sets'] as const;

const REVISIONS = [`${SUBJECT}/first`, `${SUBJECT}/second`] as const;

describe('a guarded value', () => {
  const folder = project('restricted');
  const said = new Map<string, string>();
  const hear = async (...argv: readonly string[]): Promise<Heard> => {
    const heard = await folder.assay(...argv);
    said.set(argv.join(' '), saidBy(heard));
    return heard;
  };

  beforeAll(async () => {
    await hear('propose', `${SUBJECT}@1`);
    await hear('propose', REVISIONS[0]);
    offer(folder, 'second', 'all');
    const refusals = ['refused', 'repeated', 'malformed'] as const;
    for (const change of refusals) {
      offer(folder, change, change);
      await hear('golden', REVISIONS[0], `${SUBJECT}/${change}`);
    }
    await hear('check');
    await hear('check', '--json');
    for (const change of refusals)
      for (const end of ['json', 'yaml']) folder.remove(`golden/${SUBJECT}/${change}.${end}`);
    folder.write(`schemas/${SUBJECT}/changes/first-second.yaml`, CHANGE);
    await hear('golden', ...REVISIONS);
    await hear('golden', ...REVISIONS, '--json');
    for (const form of ['junit', 'sarif', 'markdown']) await hear('golden', ...REVISIONS, '--format', form);
    await hear('golden', ...REVISIONS, '--format', 'html', '--show-values');
    await hear('check', '--format', 'html', '--show-values');
    await hear('propose', REVISIONS[1]);
    await hear('propose', REVISIONS[1], '--json');
    await hear('log', SUBJECT, '--json');
    await hear('release', 'build', REVISIONS[0], '--out', 'release', '--show-values');
  });

  it('would be told where its field is internal, or this law could not fail', async () => {
    const open = project('internal');
    offer(open, 'second', 'all');
    const told = saidBy(await open.assay('golden', ...REVISIONS, '--json'));
    expect(marksIn(told)).toEqual(['pay', 'ward', 'a day', 'weight']);
    expect(told).toContain(TERM);
    const page = ['golden', ...REVISIONS, '--format', 'html', '--show-values'];
    expect(marksIn(saidBy(await open.assay(...page)))).toEqual(['pay', 'ward', 'a day', 'weight']);
  });

  it('is printed by no command', () => {
    for (const [command, text] of said) expect(marksIn(text), command).toEqual([]);
    for (const [command, text] of said)
      if (command.startsWith('golden') || command.startsWith('release'))
        expect(text, command).not.toContain(TERM);
    const release = [...said].filter(([command]) => command.startsWith('release')).map(([, text]) => text);
    for (const text of release) expect(text).toMatch(/MEMBER_DUPLICATE/);
    for (const text of release) expect(text).not.toContain(sha256(`${SSN}1`));
  });

  it('leaves its count, its verdict and the name of its field', () => {
    const text = said.get(`golden ${REVISIONS.join(' ')}`)!.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/pay \(\d+\) 11 of 32 differ \(34\.4 %\)/);
    expect(text).toContain('11 cells from empty to value');
    expect(text).toContain('explained best by ward is (withheld): true of 11 of the 11, and of 0 others');
    expect(text).toMatch(/month worst \(withheld\): \d+ of \d+/);
    expect(text).toContain('11 (withheld) → (withheld)');
    expect(text).toContain(
      'withheld values of id (1), ssn (3), pay (4), seen (5), ward (6), weight (7), notes (8), finding (10)',
    );
    expect(text).toContain('number.absolute:pay (withheld) at most 100 exceeded');
    expect(text).toContain('cells.differ:finding 11 no threshold no-allowance');
  });

  it('is kept in no object, reference or journal entry of the store', () => {
    const texts = objectsOf(folder).map(({ text }) => text);
    const golden = texts.filter(text => text.includes('assay.golden-comparison/1'));
    expect(golden).toHaveLength(1);
    expect(golden[0]).toContain('{"withheld":true}');
    expect(golden[0]).not.toContain(TERM);
    const { refs, journal } = folder.stored();
    for (const text of [...texts, JSON.stringify([refs, journal])]) expect(marksIn(text)).toEqual([]);
  });

  it('is in no answer over HTTP', async () => {
    const store = await readStore({ file: STORE(folder), makesFolder: false }, () => TODAY, 'refuse');
    if (store instanceof Fault) throw store;
    const app = createApp(registryQueries(store));
    const subject = `/subjects/${SUBJECT}`;
    const paths = [
      '/subjects',
      subject,
      ...['versions', 'versions/1', 'revisions', 'revisions/second', 'journal'].map(
        part => `${subject}/${part}`,
      ),
      ...objectsOf(folder).flatMap(({ digest }) => OBJECTS.map(kind => `/${kind}/${digest}`)),
    ];
    const served = new Map<string, string>();
    for (const name of paths) served.set(name, await (await app.request(name)).text());
    await store.close();
    for (const [name, text] of served) expect(marksIn(text), name).toEqual([]);
    const reports = [...served].filter(
      ([name, text]) => name.startsWith('/reports') && text.includes('withheld'),
    );
    expect(reports).toHaveLength(1);
    expect(reports[0]![1]).not.toContain(TERM);
  });

  it('stays withheld where the project says less than the store, because what is kept is kept for good', async () => {
    folder.write(`schemas/${SUBJECT}/v1.yaml`, contract('internal'));
    const { exit, err } = await folder.assay('propose', REVISIONS[1]);
    expect(exit).not.toBe(0);
    expect(err).toContain('GOVERNANCE_WEAKENED');
    expect(err).toContain(`schemas/${SUBJECT}/v1.yaml:1:`);
    folder.write(`schemas/${SUBJECT}/v1.yaml`, contract('restricted'));
  });

  it('that is guarded only from now on leaves a repeat of what was stored a repeat', async () => {
    folder.write(`schemas/${SUBJECT}/v1.yaml`, contract('restricted').replaceAll('public', 'confidential'));
    expect((await folder.assay('propose', `${SUBJECT}@1`, '--json')).json()).toMatchObject({
      kind: 'governed',
    });
    expect((await folder.assay('propose', REVISIONS[1], '--json')).json()).toMatchObject({ kind: 'already' });
    const { comparison } = (await folder.assay('golden', ...REVISIONS, '--json')).json();
    expect(comparison.withheld).toContain(11);
  });
});
