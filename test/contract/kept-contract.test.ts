import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { governanceDigest } from '../../src/contract/governance.ts';
import { type AcceptedFile, KeptReader, keptTexts } from '../../src/contract/kept-contract.ts';
import { entryOf, type LedgerVersion } from '../../src/contract/ledger.ts';
import { type ParseContext, parseContract } from '../../src/contract/parse-contract.ts';
import { parseSubject, type Subject } from '../../src/contract/subject.ts';
import { anyContract } from '../exchange/any-contract.ts';
import { ANIMALS, bytesOf, CONTEXT, must, NORMALIZER } from './small-subject.ts';

const TOKENIZER = sha256('a tokenizer');
const subjectWith = (defaults: string, members = '{envelope: sampleId}'): Subject =>
  must(
    parseSubject(
      'subject.yaml',
      bytesOf(`subject: s
defaults: ${defaults}
members:
  sampleId: ${members}
  sourceId: {envelope: sourceId}
  sourceVersion: {envelope: sourceVersion}
  split: {envelope: split}
`),
    ),
  );
const DEFAULTS = '{owner: o, sensitivity: internal, fields: {"2": {unit: ms}}}';
const around = (own: Partial<ParseContext> = {}): ParseContext => ({
  ...CONTEXT,
  subject: subjectWith(DEFAULTS),
  tokenizers: new Set([TOKENIZER]),
  ...own,
});

const TEXT = `schema: s.v1
tokenizer: ${TOKENIZER}
normalizer: ${NORMALIZER}
doc: what it is
restores: [2]
fields:
  - {id: 1, name: animal, physical: string, logical: category, vocabulary: "${ANIMALS.digest}", nullable: false, unknownPolicy: reject, doc: which}
  - {id: 2, name: wait, physical: int64, logical: duration, nullable: false}
`;
const bytes = bytesOf(TEXT);
const contract = must(parseContract('v1.yaml', bytes, around()));
const entry = entryOf(contract);
const texts = keptTexts(contract);

/** As whoever loads a subject asks: first whether the ledger knows the file, then for what is kept. */
function read(own: {
  context?: ParseContext;
  accepted?: Partial<AcceptedFile>;
  texts?: Partial<typeof texts>;
}) {
  const reader = new KeptReader(own.context ?? around());
  const accepted = { path: 'v1.yaml', bytes, entry, ...own.accepted };
  return reader.isAsAccepted(accepted) ? reader.read(accepted, { ...texts, ...own.texts }) : undefined;
}

describe('a contract that is as it was accepted', () => {
  it('is the one its file says, the places and restored ids in it included', () => {
    expect(read({})).toEqual({ ...contract, governanceKept: governanceDigest(contract) });
  });

  it('stays so where the subject says more of ids that it does not have, because that fills nothing in', () => {
    const subject = subjectWith(
      '{owner: o, sensitivity: internal, fields: {"2": {unit: ms}, "3": {unit: s}}}',
    );
    expect(read({ context: around({ subject }) })).toEqual({
      ...contract,
      governanceKept: governanceDigest(contract),
    });
  });

  it('whatever it is, has the schema and the governance that it had', () =>
    fc.assert(
      fc.property(anyContract, (any: Contract) => {
        const own = keptTexts(any);
        const line = bytesOf('its file, which nobody parses');
        const written: LedgerVersion = {
          ...entryOf(any),
          file: sha256(line),
          defaults: entryOf(must(parseContract('v1.yaml', bytesOf(NO_DEFAULTS), CONTEXT))).defaults!,
        };
        const reader = new KeptReader(CONTEXT);
        const accepted = { path: 'v7.yaml', bytes: line, entry: written };
        expect(reader.isAsAccepted(accepted)).toBe(true);
        const found = reader.read(accepted, own)!;
        expect([found.schema, found.governance, found.doc]).toEqual([any.schema, any.governance, any.doc]);
      }),
      { numRuns: 60 },
    ));
});
const NO_DEFAULTS =
  'schema: s.v1\nfields: [{id: 1, name: a, physical: bool, logical: flag, nullable: false}]\n';

describe('what is kept of a contract is not believed', () => {
  const other = must(parseContract('v1.yaml', bytesOf(TEXT.replace('name: wait', 'name: waited')), around()));
  const weaker = must(
    parseContract('v1.yaml', bytesOf(TEXT.replace('doc: which', 'sensitivity: public')), around()),
  );
  const wrong: Digest = sha256('something else');

  it.each<[string, Parameters<typeof read>[0]]>([
    ['of a file that was edited', { accepted: { bytes: bytesOf(TEXT.replace('which', 'whose')) } }],
    ['of a file that has another digest in the ledger', { accepted: { entry: { ...entry, file: wrong } } }],
    ['where the ledger has no digest of the file', { accepted: { entry: { ...entry, file: undefined } } }],
    [
      'where the subject fills in another unit',
      { context: around({ subject: subjectWith(DEFAULTS.replace('ms', 's')) }) },
    ],
    [
      'where the subject guards less',
      { context: around({ subject: subjectWith(DEFAULTS.replace('internal', 'public')) }) },
    ],
    [
      'where the subject fills in nothing any more',
      { context: around({ subject: subjectWith('{owner: o, sensitivity: internal}') }) },
    ],
    [
      'where the ledger has another digest of what is filled in',
      { accepted: { entry: { ...entry, defaults: wrong } } },
    ],
    [
      'where the ledger says that nothing is filled in',
      { accepted: { entry: { ...entry, defaults: undefined } } },
    ],
    ['of another schema, however lawful', { texts: { schema: keptTexts(other).schema } }],
    [
      'of another schema in the ledger',
      { accepted: { entry: { ...entry, recordSchema: other.recordSchema } } },
    ],
    ['of a schema that was torn', { texts: { schema: texts.schema.slice(0, -1) } }],
    ['of another governance, however lawful', { texts: { governance: keptTexts(weaker).governance } }],
    ['of another governance in the ledger', { accepted: { entry: { ...entry, governance: wrong } } }],
    [
      'where the ledger has no digest of the governance',
      { accepted: { entry: { ...entry, governance: undefined } } },
    ],
    ['of another tokenizer in the ledger', { accepted: { entry: { ...entry, tokenizer: wrong } } }],
    ['of no tokenizer in the ledger', { accepted: { entry: { ...entry, tokenizer: undefined } } }],
    ['where its vocabulary is not pinned', { context: around({ vocabularies: new Map() }) }],
    ['where its normalizer is not pinned', { context: around({ normalizers: new Set() }) }],
    ['where its tokenizer is not pinned', { context: around({ tokenizers: new Set() }) }],
    [
      'where a member of the subject is none of its fields',
      { context: around({ subject: subjectWith(DEFAULTS, '{field: 9}') }) },
    ],
  ])('%s', (_, own) => {
    expect(read(own)).toBeUndefined();
  });
});
