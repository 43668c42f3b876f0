import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { draftOfAvro } from '../../../src/exchange/avro/draft-of-avro.ts';
import { parseAvro } from '../../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../../src/native/problem.ts';
import { importedDraft } from '../../exchange/imported-draft.ts';

/** An Avro schema as the next contract of a subject, as `assay import` makes it; what is no record is the one field of one. */
export function importedAvro(schema: Json, latest: Contract | undefined): Contract | Fault {
  const type = parseAvro(schema);
  if (isProblem(type)) return type.fault([]);
  const imported = importedDraft(draftOfAvro(type), latest);
  return imported instanceof Fault ? imported : imported.contract;
}

export const inRecord = (type: Json): Json => ({
  type: 'record',
  name: 'Whole',
  fields: [{ name: 'value', type }],
});
