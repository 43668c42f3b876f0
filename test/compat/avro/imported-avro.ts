import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { allFields } from '../../../src/contract/check-schema.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { parseContract } from '../../../src/contract/parse-contract.ts';
import { parseVocabulary } from '../../../src/contract/parse-vocabulary.ts';
import { draftOfAvro } from '../../../src/exchange/avro/draft-of-avro.ts';
import { printYaml } from '../../../src/exchange/print-yaml.ts';
import { settle } from '../../../src/exchange/settle.ts';
import { parseAvro } from '../../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../../src/native/problem.ts';
import { CONTEXT, must } from '../../contract/small-subject.ts';

/** An Avro schema as the next contract of a subject, as `assay import` makes it; what is no record is the one field of one. */
export function importedAvro(schema: Json, latest: Contract | undefined): Contract | Fault {
  const type = parseAvro(schema);
  if (isProblem(type)) return type.fault([]);
  const vocabularies = new Map(
    allFields(latest?.schema ?? { fields: [] }).flatMap(([{ id, vocabulary }]) =>
      vocabulary === undefined ? [] : [[id, [vocabulary]] as const],
    ),
  );
  const settled = settle(draftOfAvro(type), {
    subject: 's',
    version: latest === undefined ? 1 : latest.version + 1,
    latest,
    vocabularies,
    usedIds: new Set(latest?.governance.keys()),
    reserved: [],
    owner: 'o',
    sensitivity: 'public',
    inherited: { owner: 'o', sensitivity: 'public' },
    leaveOut: new Set(),
  });
  if (settled instanceof Fault) return settled;
  const pinned = settled.pinned.map(({ document }) =>
    must(parseVocabulary('terms.yaml', Buffer.from(printYaml(document)))),
  );
  return parseContract('v.yaml', Buffer.from(settled.text), {
    ...CONTEXT,
    vocabularies: new Map(pinned.map(vocabulary => [vocabulary.digest, vocabulary])),
  });
}

export const inRecord = (type: Json): Json => ({
  type: 'record',
  name: 'Whole',
  fields: [{ name: 'value', type }],
});
