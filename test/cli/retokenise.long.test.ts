import { describe, expect, it } from 'vitest';
import { encodings } from '../../src/contract/encoding.ts';
import { tokenizerFor } from '../../src/engine/token-ranks.ts';
import { must } from '../contract/small-subject.ts';
import { MAIL_CONVERTER, mailProject } from './mail-subject.ts';

const [old, now] = [
  must(tokenizerFor(encodings().get('r50k_base')!)),
  must(tokenizerFor(encodings().get('o200k_base')!)),
];

const MAILS = ['Dear all,\n\n  the meeting is moved.', 'naïve 日本 text', ''];
const lines = MAILS.map((body, mail) => JSON.stringify({ mail, body, ids: old.encode(body) }));

describe('assay convert with another tokenizer', () => {
  it('gives the same from every form of records to every other, cut ones counted, in one thread or in two', async () => {
    const folder = mailProject({ max: 4 });
    folder.write('old.jsonl', `${lines.join('\n')}\n`);
    folder.write('same.yaml', 'subject: mail.body\nfrom: 1\nto: 1\nfields: []\n');
    for (const form of ['avro', 'arrow', 'parquet']) {
      const old = `old.${form}`;
      const made = await folder.assay(
        'convert',
        'old.jsonl',
        '--converter',
        'same.yaml',
        '--to',
        form,
        '--out',
        old,
      );
      expect([form, made.exit]).toEqual([form, 0]);
      for (const workers of ['1', '2']) {
        const out = `new.${form}.${workers}.jsonl`;
        const asked = [
          'convert',
          old,
          '--converter',
          MAIL_CONVERTER,
          '--workers',
          workers,
          '--to',
          'json',
          '--out',
          out,
        ];
        const { json } = await folder.assay(...asked, '--json');
        expect(json(), form).toMatchObject({ converted: 3, truncated: [{ field: 3, records: 2 }] });
        const ids = folder
          .read(out)
          .trim()
          .split('\n')
          .map(line => (JSON.parse(line) as { ids: unknown }).ids);
        expect(ids).toEqual(MAILS.map(body => now.encode(body).slice(0, 4)));
        const again = `again.${form}.${workers}`;
        const kept = await folder.assay(
          'convert',
          old,
          '--converter',
          MAIL_CONVERTER,
          '--workers',
          workers,
          '--to',
          form,
          '--out',
          again,
          '--json',
        );
        expect(kept.json(), form).toMatchObject({ converted: 3, truncated: [{ field: 3, records: 2 }] });
      }
    }
  });
});
