import { Fault } from '../../src/base/fault.ts';
import { allFields } from '../../src/contract/check-schema.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import type { Draft } from '../../src/exchange/draft.ts';
import type { Note } from '../../src/exchange/note.ts';
import { printYaml } from '../../src/exchange/print-yaml.ts';
import { settle } from '../../src/exchange/settle.ts';
import { CONTEXT, must } from '../contract/small-subject.ts';

export type ImportedDraft = {
  readonly contract: Contract;
  readonly text: string;
  readonly notes: readonly Note[];
};

/** A draft as the next contract of a subject, as `assay import` makes it. */
export function importedDraft(draft: Draft, latest: Contract | undefined): ImportedDraft | Fault {
  const vocabularies = new Map(
    allFields(latest?.schema ?? { fields: [] }).flatMap(([{ id, vocabulary }]) =>
      vocabulary === undefined ? [] : [[id, [vocabulary]] as const],
    ),
  );
  const settled = settle(draft, {
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
  const known = [...vocabularies.values()].flat();
  const contract = parseContract('v.yaml', Buffer.from(settled.text), {
    ...CONTEXT,
    vocabularies: new Map([...known, ...pinned].map(vocabulary => [vocabulary.digest, vocabulary])),
  });
  return contract instanceof Fault ? contract : { contract, text: settled.text, notes: settled.notes };
}
