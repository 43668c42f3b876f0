import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PinnedDraft } from '../../src/exchange/draft.ts';
import { pinnedFrom } from '../../src/exchange/pinned.ts';
import { parseConfig } from '../../src/service/config.ts';
import { EXPORTS } from '../../src/service/exchange-formats.ts';
import { type Imported, importSchema } from '../../src/service/import-schema.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { must, parseText, SMALL } from '../contract/small-subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PINNED: PinnedDraft = must(
  pinnedFrom({
    vocabulary: 'small',
    terms: [
      { id: 1, label: 'cat' },
      { id: 2, label: 'dog' },
    ],
  }),
);

/** One vocabulary, stored as text and as codes: the words of the one field are those of the other, too. */
const LABELS = `schema: s.v1
fields:
  - {id: 1, name: text, physical: string, logical: label, nullable: false, vocabulary: ${SMALL.digest}, unknownPolicy: reject, ignoreValue: -1}
  - {id: 2, name: code, physical: int64, logical: label, nullable: false, vocabulary: ${SMALL.digest}, unknownPolicy: reject, ignoreValue: -1}
`;

type Schema = { readonly properties: { readonly [key: string]: { enum: readonly (string | number)[] } } };

/** What comes of the export of the labels, once somebody has edited it. */
async function reimported(edit: (schema: Schema) => void): Promise<Imported> {
  const { content } = await EXPORTS['json-schema'](must(parseText(LABELS)), [PINNED]);
  const schema = JSON.parse(String(content)) as Schema;
  edit(schema);
  const root = temporaryFolder();
  mkdirSync(path.join(root, 'schemas'));
  writeFileSync(path.join(root, 's.json'), JSON.stringify(schema));
  return must(
    await importSchema(
      {
        project: { root, config: must(parseConfig('registry.config.ts', {})) },
        folder: root,
        file: 's.json',
        format: undefined,
        subject: 's',
        object: undefined,
        owner: 'o',
        sensitivity: 'internal',
        leaveOut: new Set(),
        isDryRun: true,
        opId: '1',
      },
      new MemoryStore(() => 0),
    ),
  );
}

/** The terms of each field, as ids, labels and codes. */
const termsOf = ({ contract: { schema } }: Imported): readonly (readonly string[])[] =>
  schema.fields.map(({ vocabulary }) =>
    vocabulary!.terms.map(({ id, label, code }) => `${id} ${label} ${code}`),
  );

const SAME = ['1 cat 0', '2 dog 1'];

describe('an export that was edited since', () => {
  it('is the same contract where nobody edited it', async () => {
    const made = await reimported(() => undefined);
    expect(termsOf(made)).toEqual([SAME, SAME]);
    expect(made.contract.recordSchema).toBe(must(parseText(LABELS)).recordSchema);
  });

  it('has a new term of one field, and leaves the other as it was, because neither hangs on the words of the other', async () => {
    const made = await reimported(({ properties: { text } }) => {
      text!.enum = ['cat', 'dog', 'bird'];
    });
    expect(termsOf(made)).toEqual([[...SAME, '3 bird 2'], SAME]);
  });

  it('has a new code beside the terms it had, which keep their labels, and what is ignored stays no term', async () => {
    const made = await reimported(({ properties: { code } }) => {
      expect(code!.enum).toEqual([0, 1, -1]);
      code!.enum = [0, 1, 7, -1];
    });
    expect(termsOf(made)).toEqual([SAME, [...SAME, '3 7 7']]);
    expect(made.contract.schema.fields[1]!.ignoreValue).toBe(-1n);
    expect(made.notes).toContainEqual(
      expect.objectContaining({
        path: '/code',
        what: 'assay.vocabulary',
        why: expect.stringContaining('edited'),
      }),
    );
  });

  it('loses the code that was taken out', async () => {
    const made = await reimported(({ properties: { code } }) => {
      code!.enum = [1, -1];
    });
    expect(termsOf(made)).toEqual([SAME, ['2 dog 1']]);
  });
});
