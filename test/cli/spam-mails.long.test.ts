import { isUtf8 } from 'node:buffer';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { bodyOf, linesOf, type Mail, spamMails } from '../golden/spam-mails.ts';
import { emptyFolder } from './harness.ts';
import { MAIL_CONVERTER, mailProject } from './mail-subject.ts';

const BOTH = ['--tokenizer', 'r50k_base,o200k_base', '--token-limit', '2048'] as const;

describe('the mails of Spam Assassin, under r50k_base and then o200k_base (X2)', () => {
  let mails: readonly Mail[];
  let whole: readonly Mail[];
  beforeAll(() => {
    mails = spamMails();
    whole = mails.filter(({ bytes }) => isUtf8(bytes));
  }, 400_000);

  const compared = async (some: readonly Mail[], ...more: readonly string[]) => {
    const folder = emptyFolder();
    folder.write('mails.jsonl', linesOf(some));
    return folder.assay('compare', 'mails.jsonl', 'mails.jsonl', '--key', 'mail', ...BOTH, ...more);
  };

  it('are 6,046, of which 500 are no UTF-8 and 171 have the body of another', () => {
    expect(mails).toHaveLength(6046);
    expect(mails.length - whole.length).toBe(500);
    expect(mails.filter(mail => !isUtf8(bodyOf(mail)))).toHaveLength(465);
    expect(mails.length - new Set(mails.map(mail => sha256(bodyOf(mail)))).size).toBe(171);
  });

  it('have none that keeps its length, and 292 that come to the other side of 2,048', async () => {
    const { exit, json } = await compared(whole, '--json');
    expect(exit).toBe(1);
    const { rows, tokens } = json();
    expect(rows).toMatchObject({ matched: 5546, differing: 0 });
    const { relative, ...body } = tokens.columns.body;
    expect(body).toMatchObject({
      compared: 5546,
      same: 0,
      limits: [{ limit: 2048, beyond: { old: 1174, new: 882 }, over: 0, under: 292 }],
    });
    expect(relative.median).toBeCloseTo(-0.1283, 4);
    expect(relative.p05).toBeCloseTo(-0.2898, 4);
  });

  it('are so in a sample too: of the first 600 that are text, 22 come to the other side', async () => {
    const { out } = await compared(whole.slice(0, 600));
    expect(out).toContain(
      'body: 0 of 600 keep their length, 0 longer, 600 shorter; median −12.0 %, p05 −15.5 %',
    );
    expect(out).toMatch(/2048: \d+ beyond it before, \d+ after; 0 came over it, 22 under it/);
  });

  it('are refused where they are no UTF-8, one by one, and none of them with another character in its place', async () => {
    const folder = mailProject({ max: 2048 });
    const some = mails.filter((_, at) => at % 10 === 0);
    const broken = some.flatMap(({ bytes }, row) => (isUtf8(bytes) ? [] : [row]));
    folder.write('mails.jsonl', linesOf(some, ',"ids":[]'));
    folder.edit(MAIL_CONVERTER, '- id: 3\n', '- id: 3\n    from: 2\n');
    folder.edit(MAIL_CONVERTER, /$/, 'drop: [3]\n');
    const asked = [
      'convert',
      'mails.jsonl',
      '--converter',
      MAIL_CONVERTER,
      '--out',
      'new.jsonl',
      '--rejects',
      'r.jsonl',
    ];
    const { json } = await folder.assay(...asked, '--json');
    expect(json()).toMatchObject({
      read: some.length,
      converted: some.length - broken.length,
      rejected: broken.length,
      reasons: [{ reason: 'INVALID_UTF8 body (2)', records: broken.length }],
    });
    const rejects = folder.read('r.jsonl').trim().split('\n');
    expect(rejects.map(line => (JSON.parse(line) as { row: number }).row)).toEqual(broken);
    expect(folder.read('new.jsonl')).not.toContain('\uFFFD');
    expect(json().truncated).toEqual([{ field: 3, records: expect.any(Number) }]);
  });
});
