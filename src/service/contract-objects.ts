import type { Contract } from '../contract/contract.ts';
import { governanceDocument } from '../contract/governance.ts';
import { normalizerDocument } from '../contract/normalizer.ts';
import { vocabularyDocument } from '../contract/parse-vocabulary.ts';
import { schemaDocument } from '../contract/schema-document.ts';
import { tokenizerDocument } from '../contract/tokenizer.ts';
import type { LoadedSubject } from './load-subject.ts';
import { documentBytes } from './proposal.ts';

/** All that is needed to read this version again without the project: authored files, and what their digests address. */
export function contractObjects(loaded: LoadedSubject, contract: Contract): Uint8Array[] {
  const vocabularies = [...loaded.context.vocabularies.values()].map(vocabulary =>
    documentBytes(vocabularyDocument(vocabulary)),
  );
  const normalizers = [...loaded.context.normalizers.values()].map(normalizer =>
    documentBytes(normalizerDocument(normalizer)),
  );
  const tokenizers = [...loaded.context.tokenizers.values()].map(tokenizer =>
    documentBytes(tokenizerDocument(tokenizer)),
  );
  const files = [...loaded.sources, loaded.contractFiles.get(contract.version)!];
  return [
    documentBytes(schemaDocument(contract.schema)),
    documentBytes(governanceDocument(contract)),
    ...vocabularies,
    ...normalizers,
    ...tokenizers,
    ...files.map(({ bytes }) => bytes),
  ];
}
