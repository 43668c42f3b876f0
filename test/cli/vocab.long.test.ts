import { describe, expect, it } from 'vitest';
import { copiedProject, emptyFolder, type Folder } from './harness.ts';

const OUTCOME = 'schemas/vocabularies/outcome.yaml';
const NEXT = 'schemas/vocabularies/outcome.2.yaml';
const SUBJECT = 'schemas/training.example/subject.yaml';
const V4 = 'schemas/training.example/v4.yaml';
const OLD = 'sha256:7abe4b9f8581b3642285132ed284a0eb71994cb9eb991710d1ddfdbae0a68046';

const files = (folder: Folder) => [OUTCOME, SUBJECT].map(folder.read);

describe('assay vocab show', () => {
  it('has the terms in their order, the pins, and each field of each version that takes them', async () => {
    const { exit, json } = await copiedProject().assay('vocab', 'show', 'training.example', '--json');
    expect(exit).toBe(0);
    const [outcome] = json().vocabularies;
    expect(outcome).toMatchObject({
      digest: OLD,
      pins: [{ subject: 'training.example', file: 'vocabularies/outcome.yaml' }],
      uses: [
        { subject: 'training.example', version: 3, accepted: true, type: 'int32', ignoreValue: -100 },
        { version: 4, accepted: false, type: 'string', openness: 'closed', unknownPolicy: 'reject' },
      ],
      alike: [],
    });
    expect(outcome.terms.map((term: { label: string }) => term.label)).toEqual([
      'success',
      'failure',
      'timeout',
      'cancelled',
    ]);
  });

  it('calls a field open whose unknown terms pass', async () => {
    const folder = copiedProject();
    folder.edit(V4, 'unknownPolicy: reject', 'unknownPolicy: pass');
    const { json } = await folder.assay('vocab', 'show', OLD, '--json');
    expect(json().vocabularies[0].uses[1]).toMatchObject({ openness: 'open', unknownPolicy: 'pass' });
  });

  it.each([OLD, 'training.example@4:outcome', OUTCOME, 'vocabularies/outcome.yaml'])(
    'finds the same vocabulary by %s',
    async what => {
      const { exit, json } = await copiedProject().assay('vocab', 'show', what, '--json');
      expect([exit, json().vocabularies.map((one: { digest: string }) => one.digest)]).toEqual([0, [OLD]]);
    },
  );

  it('shows a file that lies outside of any project, and terms that are spelt alike', async () => {
    const folder = emptyFolder();
    folder.write('v.yaml', 'vocabulary: v\nterms: [{id: 1, label: stop sign}, {id: 2, label: Stop_Sign}]\n');
    const { exit, json } = await folder.assay('vocab', 'show', 'v.yaml', '--json');
    expect(exit).toBe(0);
    expect(json().vocabularies[0]).toMatchObject({ name: 'v', pins: [], uses: [], alike: [[1, 2]] });
  });

  it('says which subject could not be read, because it may use the vocabulary', async () => {
    const folder = copiedProject();
    folder.edit(OUTCOME, 'label: timeout', 'label: late');
    const { exit, json } = await folder.assay('vocab', 'show', OUTCOME, '--json');
    expect(exit).toBe(0);
    expect(json().unread).toEqual([{ subject: 'training.example', code: 'VOCAB_DIGEST_MISMATCH' }]);
  });

  it.each([
    ['nothing/here.yaml', 'FILE_UNREADABLE'],
    [`sha256:${'0'.repeat(64)}`, 'VOCABULARY_NOT_FOUND'],
    ['training.example@4:outcom', 'VOCABULARY_FIELD_UNKNOWN'],
    ['training.example@4:response_latency_ms', 'VOCABULARY_NOT_FOUND'],
    ['training.example@9:outcome', 'VERSION_UNKNOWN'],
    ['nobody', 'SUBJECT_UNKNOWN'],
    ['No Subject', 'REFERENCE_MALFORMED'],
  ])('refuses %s with %s', async (what, code) => {
    const { exit, json } = await copiedProject().assay('vocab', 'show', what, '--json');
    expect([exit, json().code]).toEqual([2, code]);
  });
});

describe('assay vocab diff', () => {
  const lists = (older: string, newer: string): Folder => {
    const folder = emptyFolder();
    folder.write('a.yaml', `vocabulary: v\nterms:\n${older}`);
    folder.write('b.yaml', `vocabulary: v\nterms:\n${newer}`);
    return folder;
  };
  const diff = async (folder: Folder) => {
    const { exit, json } = await folder.assay('vocab', 'diff', 'a.yaml', 'b.yaml', '--json');
    return { exit, ...json() };
  };

  it('is empty, exit 0, between a vocabulary and itself', async () => {
    const { exit, json } = await copiedProject().assay(
      'vocab',
      'diff',
      'training.example@3:outcome',
      OUTCOME,
      '--json',
    );
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      kept: 4,
      added: [],
      removed: [],
      renamed: [],
      recoding: { kind: 'none' },
    });
  });

  it('finds a background class put before the others as an offset, with the remap as data', async () => {
    const found = await diff(
      lists(
        '  - {id: 1, label: cat}\n  - {id: 2, label: dog}\n',
        '  - {id: 3, label: background}\n  - {id: 1, label: cat}\n  - {id: 2, label: dog}\n',
      ),
    );
    expect(found).toMatchObject({
      exit: 1,
      recoding: { kind: 'offset', offset: 1 },
      permuted: false,
      added: [{ label: 'background', code: 0 }],
      remap: [
        { from: { label: 'cat', code: 0 }, to: { label: 'cat', code: 1 } },
        { from: { label: 'dog', code: 1 }, to: { label: 'dog', code: 2 } },
      ],
    });
  });

  it('maps nothing on a likeness: two lists of one flower are suggestions, and say what they would mean', async () => {
    const found = await diff(
      lists(
        '  - {id: 1, label: Iris-setosa}\n  - {id: 2, label: Iris-virginica}\n',
        '  - {id: 1, label: background}\n  - {id: 2, label: setosa}\n  - {id: 3, label: virginica}\n',
      ),
    );
    expect(found.remap.map((row: { to: unknown; reason: string }) => [row.to, row.reason])).toEqual([
      [null, 'removed'],
      [null, 'removed'],
    ]);
    expect(found).toMatchObject({ replaced: true, suggestedRecoding: { kind: 'offset', offset: 1 } });
    expect(found.suggestions).toHaveLength(2);
  });

  it('shows each change in words, and nothing a terminal would obey', async () => {
    const folder = lists(
      '  - {id: 1, label: rain}\n  - {id: 2, label: drizzle}\n  - {id: 3, label: sun}\n',
      '  - {id: 3, label: sun}\n  - {id: 1, label: rain, aliases: [drizzle]}\n',
    );
    const { exit, out } = await folder.assay('vocab', 'diff', 'a.yaml', 'b.yaml');
    expect(exit).toBe(1);
    expect(out).toMatch(/merged +drizzle \(2\) → rain \(1\)/);
    expect(out).toMatch(/order +changed/);
    expect(out).toMatch(/1 drizzle +→ +1 rain/);
  });
});

describe('assay vocab add', () => {
  const add = (folder: Folder, ...more: string[]) =>
    folder.assay('vocab', 'add', OUTCOME, '--label', 'refused', ...more, '--json');

  it('writes a new file beside the pinned one, pins it, and leaves every byte of the old one', async () => {
    const folder = copiedProject();
    const [outcome, subject] = files(folder);
    const { exit, json } = await add(folder, '--alias', 'denied', '--label', 'deferred');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      file: 'vocabularies/outcome.2.yaml',
      before: { file: 'vocabularies/outcome.yaml', digest: OLD },
      subjects: ['training.example'],
      added: [
        { id: 5, label: 'refused', code: 4, aliases: ['denied'] },
        { id: 6, label: 'deferred', code: 5, aliases: [] },
      ],
    });
    expect(folder.read(OUTCOME)).toBe(outcome);
    const pin = `  vocabularies/outcome.2.yaml: ${json().digest}\n`;
    expect(folder.read(SUBJECT).replace(pin, '')).toBe(subject);
    expect(folder.read(NEXT)).toContain(outcome);
    expect((await folder.assay('show', 'training.example')).exit).toBe(0);
    expect((await folder.assay('vocab', 'diff', OUTCOME, NEXT, '--json')).json()).toMatchObject({
      kept: 4,
      removed: [],
      added: [{ id: 5 }, { id: 6 }],
    });
  });

  it('never gives out an id again that a file of that name had, whatever was removed since', async () => {
    const folder = copiedProject();
    await add(folder);
    folder.write('schemas/vocabularies/outcome.3.yaml', folder.read(OUTCOME));
    const { json } = await folder.assay(
      'vocab',
      'add',
      'vocabularies/outcome.3.yaml',
      '--label',
      'x',
      '--code',
      '5',
      '--json',
    );
    expect(json()).toMatchObject({ added: [{ id: 6, label: 'x' }], before: null });
  });

  it('never gives out a code again that another file of that name has, nor takes one that is given', async () => {
    const folder = copiedProject();
    const [shorter] = folder.read(OUTCOME).split(/^.*label: cancelled.*$/m);
    folder.write('schemas/vocabularies/shorter.yaml', shorter!);
    const add = (...code: readonly string[]) =>
      folder.assay('vocab', 'add', 'vocabularies/shorter.yaml', '--label', 'x', ...code, '--json');
    expect((await add()).json()).toMatchObject({ code: 'TERM_CODE_NEEDED', facts: { free: '4' } });
    expect((await add('--code', '3')).json()).toMatchObject({
      code: 'TERM_CODE_TAKEN',
      facts: { label: 'x', code: '3', other: 'cancelled', free: '4' },
    });
    expect(folder.read('schemas/vocabularies/shorter.yaml')).toBe(shorter);
    expect((await add('--code', '4')).json()).toMatchObject({ added: [{ id: 5, code: 4 }] });
  });

  it('extends a file that nobody pins in place, because no version speaks of it', async () => {
    const folder = copiedProject();
    folder.write('schemas/vocabularies/fresh.yaml', 'vocabulary: fresh\nterms:\n  - {id: 0, label: a}\n');
    const { exit, json } = await folder.assay(
      'vocab',
      'add',
      'vocabularies/fresh.yaml',
      '--label',
      'b',
      '--json',
    );
    expect([exit, json().subjects, json().before]).toEqual([0, [], null]);
    expect(folder.read('schemas/vocabularies/fresh.yaml')).toBe(
      'vocabulary: fresh\nterms:\n  - {id: 0, label: a}\n  - {id: 1, label: b, code: 1}\n',
    );
  });

  const REFUSED: ReadonlyArray<readonly [what: string, words: readonly string[], code: string]> = [
    ['a code that the loss skips', ['--code', '-100'], 'IGNORE_VALUE_COLLIDES'],
    ['a code beyond the field', ['--code', '3000000000'], 'TERM_CODE_RANGE'],
    ['a code that is another term', ['--code', '0'], 'TERM_DUPLICATE'],
    ['a code that is no number', ['--code', '1.0'], 'USAGE'],
    ['an alias that is a label', ['--alias', 'timeout'], 'TERM_DUPLICATE'],
    ['a file that is in the way', ['--as', 'weather.yaml'], 'FILE_UNWRITABLE'],
    ['a name that leads elsewhere', ['--as', '../x.yaml'], 'USAGE'],
  ];
  it.each(REFUSED)('refuses %s and changes nothing', async (_, words, code) => {
    const folder = copiedProject();
    // The newest version carries codes in an int32, so that every bound of a code bears on it.
    folder.edit(V4, 'physical: string', 'physical: int32');
    const before = files(folder);
    const { exit, json } = await add(folder, ...words);
    expect([exit, json().code]).toEqual([2, code]);
    expect(files(folder)).toEqual(before);
    expect(() => folder.read(NEXT)).toThrow();
  });

  it('pins what the same command left when it was cut short, and takes no other id for it', async () => {
    const folder = copiedProject();
    const before = folder.read(SUBJECT);
    const first = (await add(folder)).json();
    const pinned = folder.read(SUBJECT);
    folder.write(SUBJECT, before);
    expect((await add(folder)).json()).toEqual(first);
    expect(folder.read(SUBJECT)).toBe(pinned);
    expect(folder.has('schemas/vocabularies/outcome.3.yaml')).toBe(false);
    folder.write(SUBJECT, before);
    const other = await folder.assay('vocab', 'add', OUTCOME, '--label', 'deferred', '--code', '5', '--json');
    expect(other.json()).toMatchObject({ file: 'vocabularies/outcome.3.yaml', added: [{ id: 6 }] });
  });

  it('is found to have given one id out twice when two branches that did it are merged', async () => {
    const [folder, branch] = [copiedProject(), copiedProject()];
    await add(folder);
    const words = ['vocab', 'add', OUTCOME, '--label', 'deferred', '--as', 'outcome.b.yaml'];
    const { digest } = (await branch.assay(...words, '--json')).json();
    folder.write('schemas/vocabularies/outcome.b.yaml', branch.read('schemas/vocabularies/outcome.b.yaml'));
    const merged = folder.read(SUBJECT);
    const pin = `  vocabularies/outcome.b.yaml: ${digest}\n`;
    folder.edit(SUBJECT, /^ {2}vocabularies\/outcome\.2\.yaml: .*\n/m, `$&${pin}`);
    const { exit, json } = await folder.assay('check', 'training.example', '--json');
    expect({ exit, faults: json().faults }).toMatchObject({
      exit: 3,
      faults: [
        {
          code: 'TERM_ID_TAKEN',
          facts: {
            id: 5,
            label: 'deferred',
            other: 'refused',
            file: 'vocabularies/outcome.b.yaml',
            otherFile: 'vocabularies/outcome.2.yaml',
            base: 'vocabularies/outcome.yaml',
            next: 6,
          },
          at: { file: SUBJECT },
        },
      ],
    });
    folder.write(SUBJECT, merged);
    folder.remove('schemas/vocabularies/outcome.b.yaml');
    const mended = await folder.assay('vocab', 'add', NEXT, '--label', 'deferred', '--json');
    expect(mended.json()).toMatchObject({
      added: [{ id: 6 }],
      before: { file: 'vocabularies/outcome.2.yaml' },
    });
    expect((await folder.assay('check', 'training.example', '--json')).json().faults).toEqual([]);
  });

  it('refuses to add where a subject can no longer be read, because its ids are unknown', async () => {
    const folder = copiedProject();
    folder.edit(OUTCOME, 'label: timeout', 'label: late');
    expect((await add(folder)).json().code).toBe('VOCAB_DIGEST_MISMATCH');
  });

  it('refuses a file outside the folder of schemas, and no label at all', async () => {
    const folder = copiedProject();
    folder.write('v.yaml', 'vocabulary: v\nterms: [{id: 1, label: a}]\n');
    expect((await folder.assay('vocab', 'add', 'v.yaml', '--label', 'b', '--json')).json().code).toBe(
      'PATH_OUTSIDE',
    );
    expect((await folder.assay('vocab', 'add', OUTCOME, '--json')).json().code).toBe('USAGE');
    expect(
      (await folder.assay('vocab', 'add', OUTCOME, '--alias', 'b', '--label', 'c', '--json')).json().code,
    ).toBe('USAGE');
  });
});

describe('a term id or a code that stood for something else', () => {
  const vocabulary = (terms: string): string => `vocabulary: outcome\nterms:\n${terms}`;

  it.each([
    ['label: timeout', 'label: refused', 'VOCABULARY_TERM_REUSED'],
    [/\{id: 4, .*\}/, '{id: 9, label: refused, code: 3}', 'VOCABULARY_CODE_REUSED'],
  ])('is found by check when the next version takes it again: %s', async (was, is, rule) => {
    const folder = copiedProject();
    const digestOf = async (file: string): Promise<string> =>
      (await folder.assay('vocab', 'show', file, '--json')).json().vocabularies[0].digest;
    folder.write(NEXT, vocabulary(folder.read(OUTCOME).split('terms:\n')[1]!.replace(was, is)));
    const digest = await digestOf(NEXT);
    folder.edit(SUBJECT, 'files:\n', `files:\n  vocabularies/outcome.2.yaml: ${digest}\n`);
    folder.edit(V4, OLD, digest);
    const { exit, out } = await folder.assay('check', 'training.example');
    expect(exit).toBe(1);
    expect(out).toContain(rule);
  });
});
