import { canonicalJson } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { authoredFrom } from './authored.ts';
import { allFields } from './check-schema.ts';
import type { Contract } from './contract.ts';
import { type Governed, governanceDocument, governanceFromDocument } from './governance.ts';
import type { LedgerVersion } from './ledger.ts';
import { type Members, membersDocument } from './members.ts';
import { memberFault, type ParseContext, parseContract } from './parse-contract.ts';
import type { Schema } from './schema.ts';
import { schemaDocument } from './schema-document.ts';
import { SchemaReader } from './schema-reader.ts';

/** The canonical documents of a contract. */
export type KeptTexts = { readonly schema: string; readonly governance: string };

export const keptTexts = (contract: Contract): KeptTexts => ({
  schema: canonicalJson(schemaDocument(contract.schema)),
  governance: canonicalJson(governanceDocument(contract)),
});

export type AcceptedFile = {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly entry: LedgerVersion;
};

/**
 * Reads accepted contracts from their canonical documents, without their YAML: the parse with all its places costs a
 * hundred times as much.
 *
 * Nothing is taken on trust. The ledger says what the file was, what the subject filled in, and what digests the two
 * documents have; where any of that is not so, there is no contract here, and whoever asks parses the file.
 */
export class KeptReader {
  readonly #context: ParseContext;
  readonly #schemas: SchemaReader;

  constructor(context: ParseContext) {
    this.#context = context;
    this.#schemas = new SchemaReader(context.vocabularies);
  }

  /** Whether the ledger knows the file just as it is, so that it is worth asking for the documents. */
  isAsAccepted({ bytes, entry }: AcceptedFile): boolean {
    const { file, defaults } = authoredFrom(
      bytes,
      this.#context.subject.defaults,
      entry.ids.map(({ id }) => id),
    );
    return entry.file === file && entry.defaults === defaults && entry.governance !== undefined;
  }

  /** @param accepted  of which `isAsAccepted` holds */
  read(accepted: AcceptedFile, texts: KeptTexts): Contract | undefined {
    const { entry } = accepted;
    if (sha256(texts.schema) !== entry.recordSchema || sha256(texts.governance) !== entry.governance)
      return undefined;
    const schema = this.#schemas.read(texts.schema);
    if (schema instanceof Fault || !this.#isPinned(schema, entry)) return undefined;
    if (!isTokenizedAs(texts.governance, entry)) return undefined;
    const contract = `${this.#context.subject.name}.v${entry.version}`;
    if (memberFault(contract, schema, this.#context.subject) !== undefined) return undefined;
    return keptContract(accepted, schema, texts.governance, this.#context);
  }

  /** Vocabularies are looked up by the reader; of the others a schema has only the digest. */
  #isPinned(schema: Schema, { tokenizer }: LedgerVersion): boolean {
    const { normalizers, tokenizers } = this.#context;
    const named = [schema.normalizer, ...allFields(schema).map(([{ normalizer }]) => normalizer)];
    return (
      named.every(digest => digest === undefined || normalizers.has(digest)) &&
      (tokenizer === undefined || tokenizers.has(tokenizer))
    );
  }
}

/** In canonical text the key of the tokenizer is the last, and within a string no quote stands without a backslash. */
const isTokenizedAs = (text: string, { tokenizer }: LedgerVersion): boolean =>
  tokenizer === undefined ? !text.includes(',"tokenizer":"') : text.endsWith(`},"tokenizer":"${tokenizer}"}`);

/** Its key stands before that of the tokenizer, and no quote of a string stands without a backslash. */
const hasMembers = (text: string, members: Members): boolean =>
  text.includes(`},"members":${canonicalJson(membersDocument(members))}`);

/** What is seldom asked of an accepted version is read when it is: its governance, and its file for the places in it. */
function keptContract(
  { path, bytes, entry }: AcceptedFile,
  schema: Schema,
  text: string,
  context: ParseContext,
): Contract {
  let whole: Contract | Fault | undefined;
  let governed: Governed | undefined;
  const parsed = (): Contract | undefined => {
    whole ??= parseContract(path, bytes, context);
    return whole instanceof Fault ? undefined : whole;
  };
  const beside = (): Governed => {
    governed ??= governanceFromDocument(JSON.parse(text));
    if (governed === undefined) throw new RangeError('the document has the digest of a governance');
    return governed;
  };
  const { version, recordSchema, tokenizer, file, defaults } = entry;
  return {
    subject: context.subject.name,
    version,
    schema,
    recordSchema,
    authored: { file: file!, defaults },
    // It is the digest of what was accepted; the members are those of today.
    governanceKept: hasMembers(text, context.subject.members) ? entry.governance : undefined,
    tokenizer,
    // Those of today: what was accepted is what they are held against.
    members: context.subject.members,
    get governance() {
      return beside().governance;
    },
    get doc() {
      return beside().doc;
    },
    get restores() {
      return parsed()?.restores ?? new Map();
    },
    get place() {
      return parsed()?.place ?? { file: path, line: 1, column: 1 };
    },
    get places() {
      return parsed()?.places ?? new Map();
    },
  };
}
