import { documentDigest } from '../../src/base/digest.ts';
import { type EncodingName, encodings } from '../../src/contract/encoding.ts';
import { tokenizerDocument } from '../../src/contract/tokenizer.ts';
import { copiedProject, type Folder } from './harness.ts';

const tokenizer = (name: EncodingName, file = `${name}.json`) => {
  const { digest, size } = encodings().get(name)!;
  const files = { [file]: digest };
  return {
    text: `tokenizer: ${name}\nfiles: {${file}: "${digest}"}\nsize: ${size}\n`,
    digest: documentDigest(tokenizerDocument({ files, size })),
  };
};
export const R50K = tokenizer('r50k_base');
export const O200K = tokenizer('o200k_base');
/** What nobody here can run. */
export const STRANGE = (() => {
  const files = { 'tokenizer.json': documentDigest('strange') };
  return {
    text: `tokenizer: strange\nfiles: {tokenizer.json: "${files['tokenizer.json']}"}\nsize: 100\n`,
    digest: documentDigest(tokenizerDocument({ files, size: 100 })),
  };
})();

const HOME = 'schemas/mail.body';
export const MAIL_CONVERTER = `${HOME}/converters/v1-v2.yaml`;

const contract = (version: number, bound: string, max: number): string =>
  [
    `schema: mail.body.v${version}`,
    `tokenizer: ${bound}`,
    'fields:',
    '  - {id: 1, name: mail, physical: int64, logical: identifier, nullable: false}',
    '  - {id: 2, name: body, physical: string, logical: text, nullable: false}',
    '  - id: 3',
    '    name: ids',
    '    physical: list',
    '    logical: tokens',
    '    nullable: false',
    '    minLength: 0',
    `    maxLength: ${max}`,
    '    element: {id: 4, physical: int32, logical: number, nullable: false}',
    'key: [mail]',
    '',
  ].join('\n');

/** Mails in two versions: of the first the ids are r50k_base's, of the second o200k_base's. */
export function mailProject(given: { readonly max?: number; readonly second?: typeof O200K } = {}): Folder {
  const { max = 2048, second = O200K } = given;
  const folder = copiedProject();
  folder.write('schemas/tokenizers/old.yaml', R50K.text);
  folder.write('schemas/tokenizers/new.yaml', second.text);
  folder.write(
    `${HOME}/subject.yaml`,
    [
      'subject: mail.body',
      'compatibility: backward',
      'defaults: {owner: mail-data, sensitivity: internal}',
      'members:',
      '  sampleId: {envelope: sampleId}',
      '  sourceId: {envelope: sourceId}',
      '  sourceVersion: {envelope: sourceVersion}',
      '  split: {envelope: split}',
      'files:',
      `  tokenizers/old.yaml: ${R50K.digest}`,
      `  tokenizers/new.yaml: ${second.digest}`,
      '',
    ].join('\n'),
  );
  folder.write(`${HOME}/v1.yaml`, contract(1, R50K.digest, 4096));
  folder.write(`${HOME}/v2.yaml`, contract(2, second.digest, max));
  folder.write(
    MAIL_CONVERTER,
    'subject: mail.body\nfrom: 1\nto: 2\nfields:\n  - id: 3\n    steps:\n      - {kind: retokenise, gives: ids, over: truncate}\n',
  );
  return folder;
}
