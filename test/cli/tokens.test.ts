import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { encodings } from '../../src/contract/encoding.ts';
import { tokenizerFor } from '../../src/engine/token-ranks.ts';
import { must } from '../contract/small-subject.ts';
import { emptyFolder, type Folder } from './harness.ts';
import { MAIL_CONVERTER, mailProject, O200K, R50K, STRANGE } from './mail-subject.ts';

const old = must(tokenizerFor(encodings().get('r50k_base')!));
const now = must(tokenizerFor(encodings().get('o200k_base')!));

// Blanks are tokens of their own under r50k_base alone.
const MAILS = ['Dear all,\n\n\n\n        the meeting\n\n\n\n        is moved', 'ok', 'a\n\n\n\n        b'];
const [OLD, NEW] = [old, now].map(tokenizer => MAILS.map(body => tokenizer.count(body))) as [
  number[],
  number[],
];

function offer(
  folder: Folder,
  revision: string,
  version: number,
  more = '',
  held: (ids: readonly number[]) => object = ids => ({ ids }),
): void {
  const tokenizer = version === 1 ? old : now;
  const data = MAILS.map(
    (body, mail) => `${JSON.stringify({ mail, body, ...held(tokenizer.encode(body)) })}\n`,
  ).join('');
  folder.write(`golden/mail.body/${revision}.jsonl`, data);
  folder.write(
    `golden/mail.body/${revision}.yaml`,
    `revision: ${revision}\nsubject: mail.body\nversion: ${version}\nsource: made up\n${more}` +
      `data: {file: ${revision}.jsonl, format: json, sha256: "${sha256(data)}", rows: ${MAILS.length}}\n`,
  );
}

const golden = (folder: Folder, ...more: readonly string[]) =>
  folder.assay('golden', 'mail.body/first', 'mail.body/second', ...more);

describe('assay golden between versions of another tokenizer', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = mailProject();
    offer(folder, 'first', 1);
    offer(folder, 'second', 2, `tokenLimits: [${NEW[0]! + 1}]\n`);
  });

  it('counts tokens under both, and who came to the other side of a limit', async () => {
    const { json } = await golden(folder, '--json');
    expect(OLD[0]).toBeGreaterThan(NEW[0]! + 1);
    expect(json().comparison.tokens).toMatchObject({
      tokenizers: {
        before: { digest: R50K.digest, encoding: 'r50k_base', because: null },
        after: { digest: O200K.digest, encoding: 'o200k_base', because: null },
      },
      limits: [NEW[0]! + 1, 2048, 4096],
      fields: [
        {
          name: 'body',
          of: 'text',
          compared: 3,
          same: 1,
          shorter: 2,
          longer: 0,
          most: OLD[0]! - NEW[0]!,
          limits: [{ limit: NEW[0]! + 1, beyond: { before: 1, after: 0 }, over: 0, under: 1 }, {}, {}],
        },
        { name: 'ids', of: 'ids', shorter: 2 },
      ],
    });
    expect(json().verdict.checks).toContainEqual({
      measure: 'tokens.crossed:body',
      observed: 1,
      allowed: null,
      answer: 'no-allowance',
    });
  });

  it('tells it in a few lines', async () => {
    const { out, exit } = await golden(folder);
    expect(exit).toBe(1);
    expect(out).toMatch(/tokens +r50k_base sha256:\S+ → o200k_base sha256:/);
    expect(out).toContain('body: 1 of 3 keep their length, 0 longer, 2 shorter; median −');
    expect(out).toContain(`${NEW[0]! + 1}: 1 beyond it before, 0 after; 0 came over it, 1 under it`);
  });

  it('refuses a limit where no tokenizer is bound, at the line that says it', async () => {
    const unbound = mailProject();
    offer(unbound, 'first', 1, 'tokenLimits: [9]\n');
    unbound.edit('schemas/mail.body/v1.yaml', /^tokenizer: .*\n/m, '');
    const { json } = await unbound.assay('check', '--json');
    expect(json().faults).toMatchObject([
      { code: 'SET_LIMITS_UNBOUND', at: { file: 'golden/mail.body/first.yaml', line: 5 } },
    ]);
  });

  it('says of a tokenizer that it can not run that no text was counted, and evaluates no threshold on it', async () => {
    const strange = mailProject({ second: STRANGE });
    offer(strange, 'first', 1);
    offer(strange, 'second', 2);
    const { json } = await golden(strange, '--json');
    const { tokens } = json().comparison;
    expect(tokens.tokenizers.after).toMatchObject({ digest: STRANGE.digest, encoding: null });
    expect(tokens.tokenizers.after.because).toContain('none of its files');
    expect(tokens.fields).toMatchObject([{ name: 'ids' }]);
    const { out } = await golden(strange);
    expect(out).toContain('text is not counted: none of its files');
  });
});

describe('assay check of another tokenizer for a version', () => {
  it('counts the tokens of its last golden samples under the accepted one and under the new one', async () => {
    const folder = mailProject();
    for (const file of ['v2.yaml', 'converters']) folder.remove(`schemas/mail.body/${file}`);
    folder.edit('schemas/mail.body/v1.yaml', /(?: {2}- id: 3\n[\s\S]*?)(?=key:)/, '');
    folder.edit(
      'registry.config.ts',
      'producers: [',
      "producers: [{ name: 'mailer', subject: 'mail.body', writes: [1] },",
    );
    offer(folder, 'first', 1, `tokenLimits: [${NEW[0]! + 1}]\n`, () => ({}));
    for (const name of ['mail.body@1', 'mail.body/first'])
      expect(await folder.assay('propose', name)).toMatchObject({ err: '', exit: 0 });
    folder.edit('schemas/mail.body/v1.yaml', R50K.digest, O200K.digest);
    const { json } = await folder.assay('check', 'mail.body', '--json');
    expect(json().subjects[0].governance).toMatchObject([
      {
        version: 1,
        meaning: 'fails',
        tokens: {
          revision: 'first',
          tokenizers: { before: { encoding: 'r50k_base' }, after: { encoding: 'o200k_base' } },
          fields: [{ name: 'body', compared: 3, same: 1, shorter: 2, limits: [{ over: 0, under: 1 }] }],
        },
      },
    ]);
    const { out } = await folder.assay('check', 'mail.body');
    expect(out).toContain('of revision first');
    expect(out).toContain('body: 1 of 3 keep their length, 0 longer, 2 shorter');
  });
});

describe('assay golden through a converter that cuts', () => {
  it('counts what was cut, and holds it to a threshold', async () => {
    const folder = mailProject({ max: 5 });
    folder.edit('schemas/mail.body/v2.yaml', 'maxLength: 5', 'maxLength: 5000');
    folder.edit(MAIL_CONVERTER, 'over: truncate', 'max: 5, over: truncate');
    folder.edit(
      'schemas/mail.body/v2.yaml',
      'key: [mail]',
      '  - {id: 9, name: length, physical: int32, logical: count, nullable: false}\nkey: [mail]',
    );
    folder.edit(
      MAIL_CONVERTER,
      /$/,
      '  - id: 9\n    from: 2\n    steps: [{kind: retokenise, gives: length}]\n',
    );
    offer(folder, 'first', 1);
    offer(folder, 'second', 2, '', ids => ({ ids: ids.slice(0, 5), length: ids.length }));
    const { converters } = (await folder.assay('diff', 'mail.body@1', 'mail.body@2', '--json')).json().matrix;
    folder.write(
      'schemas/mail.body/changes/v1-v2.yaml',
      `changes: version\nsubject: mail.body\nfrom: 1\nto: 2\nclass: migrate\nreason: another tokenizer\nconsumers: []\nconverter: ${converters[0].converter}\nbackfill: {kind: lazy}\nwithdraw_by: 2036-12-31\n`,
    );
    const { json } = await golden(folder, '--json');
    const cut = NEW.filter(count => count > 5).length;
    expect(cut).toBeGreaterThan(0);
    expect(json().comparison.tokens.truncated).toEqual([{ name: 'ids', before: cut, after: 0 }]);
    expect(json().comparison.fields.find(({ name }: { name: string }) => name === 'ids').differ).toBe(0);
    const bounded = (most: number) =>
      folder.write(
        'schemas/mail.body/changes/first-second.yaml',
        `changes: revision\nsubject: mail.body\nversion: 2\nfrom: first\nto: second\nclass: migrate\nreason: another tokenizer\nconsumers: []\nbackfill: {kind: none}\nwithdraw_by: 2036-12-31\nthresholds: {"tokens.truncated:ids": ${most}}\n`,
      );
    bounded(cut - 1);
    expect((await golden(folder, '--json')).json().verdict.checks).toContainEqual({
      measure: 'tokens.truncated:ids',
      observed: cut,
      allowed: cut - 1,
      answer: 'exceeded',
    });
    bounded(cut);
    const allowed = await golden(folder);
    expect(allowed.out).toContain(`ids: a converter cut the tokens of ${cut}`);
    expect(allowed.out).not.toContain('tokens.truncated');
  });
});

describe('assay compare with a tokenizer', () => {
  const folder = emptyFolder();
  folder.write('mails.jsonl', MAILS.map((body, mail) => `${JSON.stringify({ mail, body })}\n`).join(''));
  folder.write('numbers.csv', 'a,b\n1,2\n2,3\n');
  const compare = (...more: readonly string[]) =>
    folder.assay('compare', 'mails.jsonl', 'mails.jsonl', '--key', 'mail', ...more);

  it('shows of a file what another tokenizer makes of it', async () => {
    const limit = String(NEW[0]!);
    const { exit, json } = await compare(
      '--tokenizer',
      'r50k_base,o200k_base',
      '--token-limit',
      limit,
      '--json',
    );
    expect(exit).toBe(1);
    expect(json()).toMatchObject({
      rows: { differing: 0 },
      tokens: {
        encodings: { old: 'r50k_base', new: 'o200k_base' },
        limits: [NEW[0]],
        columns: {
          body: {
            compared: 3,
            same: 1,
            shorter: 2,
            total: { old: OLD.reduce((a, b) => a + b), new: NEW.reduce((a, b) => a + b) },
            limits: [{ limit: NEW[0], beyond: { old: 1, new: 0 }, over: 0, under: 1 }],
          },
        },
      },
      verdict: 'differs',
    });
    const { out } = await compare('--tokenizer', 'r50k_base,o200k_base');
    expect(out).toContain('body: 1 of 3 keep their length, 0 longer, 2 shorter');
  });

  it('stands in every report', async () => {
    const files = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md', '--html', 'r.html'];
    await compare('--tokenizer', 'r50k_base,o200k_base', '--token-limit', '3', ...files);
    expect(folder.read('r.xml')).toContain('2 of 3 have more or fewer tokens');
    expect(JSON.parse(folder.read('r.sarif')).runs[0].results).toMatchObject([{ ruleId: 'TOKENS_DIFFER' }]);
    for (const file of ['r.md', 'r.html']) {
      expect(folder.read(file)).toContain('2 texts of');
      expect(folder.read(file)).toMatch(/Tokens, r50k(?:_|&#95;)base/);
      expect(folder.read(file)).toContain('Samples beside a limit of tokens');
    }
  });

  it('finds nothing of a file beside itself under one, and says nothing of tokens where none is named', async () => {
    const same = await compare('--tokenizer', 'o200k_base', '--json');
    expect([same.exit, same.json().tokens.columns.body.same]).toEqual([0, 3]);
    expect((await compare('--json')).json()).not.toHaveProperty('tokens');
  });

  it.each([
    [['--tokenizer', 'o200k'], 'ENCODING_UNKNOWN'],
    [['--tokenizer', 'r50k_base,p50k_base,o200k_base'], 'USAGE'],
    [['--token-limit', '2048'], 'USAGE'],
    [['--tokenizer', 'o200k_base', '--token-limit', '2k'], 'USAGE'],
  ])('refuses %j', async (more, code) => {
    const { exit, json } = await compare(...more, '--json');
    expect([exit, json().code]).toEqual([2, code]);
  });

  it('refuses files without a text', async () => {
    const asked = ['compare', 'numbers.csv', 'numbers.csv', '--tokenizer', 'o200k_base', '--json'];
    expect((await folder.assay(...asked)).json()).toMatchObject({ code: 'COMPARED_NO_TEXT' });
  });
});
