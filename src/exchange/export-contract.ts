import { canonicalJson } from '../base/canonical-json.ts';
import type { Contract } from '../contract/contract.ts';
import type { Draft, PinnedDraft } from './draft.ts';
import { draftOfContract } from './draft-of-contract.ts';
import { contractExtensionOf, type Extension, extensionOf } from './extension.ts';
import type { Note } from './note.ts';

/** What a format can do with a contract; `Document` is whatever it writes schemas in. */
export type ExportRow<Document> = {
  /** The contract in the format's own words. */
  readonly plain: (contract: Contract) => Document;
  /** What those words say, read back. */
  readonly draft: (document: Document) => Draft;
  /** The same document with what its words left out; absent where the format has no room for it. */
  readonly extend?: (
    document: Document,
    contract: Extension,
    fields: ReadonlyMap<number, Extension>,
  ) => Document;
};

export type Exported<Document> = { readonly document: Document; readonly notes: readonly Note[] };

/**
 * A contract in another format. What the format's own words leave out is found by reading them back: it goes into an
 * extension, or, where the format has no room for one, into the notes.
 */
export function exportContract<Document>(
  { plain, draft, extend }: ExportRow<Document>,
  contract: Contract,
  pinned: readonly PinnedDraft[],
): Exported<Document> {
  const meant = draftOfContract(contract, pinned);
  const document = plain(contract);
  const derived = draft(document);
  const extensions = new Map<number, Extension>();
  for (const [index, field] of meant.fields.entries()) {
    const found = extensionOf(field, derived.fields[index], extend !== undefined);
    if (found !== undefined) extensions.set(index, found);
  }
  const whole = contractExtensionOf(meant, derived, extensions.values());
  if (extend !== undefined) return { document: extend(document, whole, extensions), notes: [] };
  return { document, notes: [...lostOf('/', whole), ...lostFields(meant, extensions)] };
}

const lostFields = ({ fields }: Draft, extensions: ReadonlyMap<number, Extension>): readonly Note[] =>
  [...extensions].flatMap(([index, extension]) => lostOf(fields[index]!.path, extension));

const WHY = 'the format has no place for it';

function lostOf(path: string, { parts, instead = {}, pinned, ...keys }: Extension): readonly Note[] {
  const said = instead as Extension;
  const own = [...new Set([...Object.keys(keys), ...Object.keys(said)])].map(key => {
    const other = said[key];
    return {
      path,
      what: key,
      why: other === undefined ? WHY : `the format says ${canonicalJson(other)} instead`,
    };
  });
  const below = Object.entries((parts ?? {}) as Extension).flatMap(([step, part]) =>
    lostOf(`${path === '/' ? '' : path}/${step}`, part as Extension),
  );
  const lists = pinned === undefined ? [] : [{ path, what: 'pinned files', why: WHY }];
  return [...own, ...lists, ...below];
}
