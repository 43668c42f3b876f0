import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import { draftOfAvro } from '../../src/exchange/avro/draft-of-avro.ts';
import { settle } from '../../src/exchange/settle.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../src/native/problem.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { bytesOf, CONTEXT, must } from '../contract/small-subject.ts';

/** What somebody could write under the key of the extension: some of its own keys, with anything in them. */
const extensions = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      'id',
      'name',
      'physical',
      'logical',
      'nullable',
      'default',
      'range',
      'vocabulary',
      'unknownPolicy',
      'aliases',
      'maxLength',
      'element',
      'parts',
      'instead',
      'owner',
      'doc',
      'schema',
      'key',
      'label',
      'slices',
      'pinned',
      '__proto__',
      'a: b #',
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('int8', 'list', 'map', 'struct', 'tensor', -1, 1e300, [], {}, ['a']),
    ),
  ),
);

type Extensions = [ofField: fc.JsonValue, ofContract: fc.JsonValue];

const ODD_KEYS: readonly Extensions[] = [
  [{ toString: false }, {}],
  [{ instead: { constructor: 1 } }, { valueOf: 0 }],
];

const ODD_ROLES: readonly Extensions[] = [
  [{}, { key: 'int8' }],
  [{}, { key: [3] }],
  [{}, { slices: 'a' }],
  [{}, { slices: [3, null, []] }],
  [{}, { label: {} }],
];

describe('an extension that nobody exported', () => {
  it('makes a contract or a fault, and never a crash, whatever stands in it', () => {
    fc.assert(
      fc.property(extensions, extensions, (ofField, ofContract) => {
        const fields = [
          { name: 'a', type: 'long', assay: ofField },
          { name: 'b', type: { type: 'array', items: 'string' }, assay: ofField },
        ];
        const text = JSON.stringify({ type: 'record', name: 'R', fields, assay: ofContract });
        const read = readDocument('s.avsc', bytesOf(text));
        if (read instanceof Fault) return;
        const type = parseAvro(read.value);
        if (isProblem(type)) return;
        const settled = settle(draftOfAvro(type), {
          subject: 's',
          version: 1,
          latest: undefined,
          vocabularies: new Map(),
          usedIds: new Set(),
          reserved: [],
          owner: 'o',
          sensitivity: 'public',
          inherited: { owner: undefined, sensitivity: undefined },
          leaveOut: new Set(),
        });
        if (settled instanceof Fault) return;
        const contract = parseContract('v1.yaml', bytesOf(settled.text), CONTEXT);
        expect(contract instanceof Fault || contract.schema.fields.length === 2).toBe(true);
      }),
      { numRuns: 150, examples: [...ODD_KEYS, ...ODD_ROLES] },
    );
  });

  it('can not write into the contract around it, because its text is text', () => {
    const doc = 'x\n  - {id: 9, name: b, physical: bool}\n#';
    const text = JSON.stringify({ type: 'record', name: 'R', fields: [{ name: 'a', type: 'string', doc }] });
    const type = parseAvro(must(readDocument('s.avsc', bytesOf(text))).value);
    if (isProblem(type)) throw type.fault([]);
    const { fields } = draftOfAvro(type);
    expect(fields[0]!.keys['doc']).toBe(doc);
    const { text: written } = must(
      settle(draftOfAvro(type), {
        subject: 's',
        version: 1,
        latest: undefined,
        vocabularies: new Map(),
        usedIds: new Set(),
        reserved: [],
        owner: 'o',
        sensitivity: 'public',
        inherited: { owner: undefined, sensitivity: undefined },
        leaveOut: new Set(),
      }),
    );
    const contract = must(parseContract('v1.yaml', bytesOf(written), CONTEXT));
    expect(contract.schema.fields).toHaveLength(1);
    expect([...contract.governance.values()][0]!.doc).toBe(doc);
  });
});
