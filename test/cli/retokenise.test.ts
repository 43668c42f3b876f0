import { describe, expect, it } from 'vitest';
import { encodings } from '../../src/contract/encoding.ts';
import { tokenizerFor } from '../../src/engine/token-ranks.ts';
import { must } from '../contract/small-subject.ts';
import { MAIL_CONVERTER, mailProject, O200K, R50K, STRANGE } from './mail-subject.ts';

const [old, now] = [
  must(tokenizerFor(encodings().get('r50k_base')!)),
  must(tokenizerFor(encodings().get('o200k_base')!)),
];

const MAILS = ['Dear all,\n\n  the meeting is moved.', 'naïve 日本 text', ''];
const lines = MAILS.map((body, mail) => JSON.stringify({ mail, body, ids: old.encode(body) }));

describe('assay convert with another tokenizer', () => {
  it('makes the ids anew and says of the plan which tokenizer leads to which', async () => {
    const folder = mailProject();
    folder.write('old.jsonl', `${lines.join('\n')}\n`);
    const explained = await folder.assay('convert', '--explain', '--converter', MAIL_CONVERTER);
    for (const part of [R50K.digest, O200K.digest, 'r50k_base', 'o200k_base', 'retokenise'])
      expect(explained.out).toContain(part);
    const { exit, bytes } = await folder.assay('convert', 'old.jsonl', '--converter', MAIL_CONVERTER);
    const made = Buffer.from(bytes()).toString().trim().split('\n');
    expect(exit).toBe(0);
    expect(made.map(line => (JSON.parse(line) as { ids: unknown }).ids)).toEqual(
      MAILS.map(body => now.encode(body)),
    );
  });

  it('counts the records whose tokens were cut', async () => {
    const folder = mailProject({ max: 4 });
    folder.write('old.jsonl', `${lines.join('\n')}\n`);
    const asked = ['convert', 'old.jsonl', '--converter', MAIL_CONVERTER, '--out', 'new.jsonl'];
    const { json } = await folder.assay(...asked, '--json');
    expect(json()).toMatchObject({ converted: 3, rejected: 0, truncated: [{ field: 3, records: 2 }] });
    const told = await folder.assay(...asked.with(-1, 'again.jsonl'));
    expect(told.out).toMatch(/truncated +2 +ids/);
  });

  it('refuses a tokenizer that it can not run, at the step that asks for it', async () => {
    const folder = mailProject({ second: STRANGE });
    const { json } = await folder.assay('convert', '--explain', '--converter', MAIL_CONVERTER, '--json');
    expect(json()).toMatchObject({
      code: 'TOKENIZER_NOT_RUNNABLE',
      at: { file: MAIL_CONVERTER, line: 7 },
      facts: { tokenizer: STRANGE.digest },
    });
  });
});
