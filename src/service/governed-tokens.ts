import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import { type Withheld, withheldFields } from '../contract/withheld.ts';
import { tellTokens } from '../golden/tokens/report.ts';
import { compareTokens, type TokenComparison } from '../golden/tokens/token-comparison.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readRevision } from './read-revision.ts';
import { tokenMeans } from './token-means.ts';

/** What another tokenizer makes of the samples of a revision, whose text stays what it is. */
export type RevisionTokens = { readonly revision: string; readonly tokens: TokenComparison<Withheld> };

/**
 * Where a version is to bind another tokenizer: the tokens of its last accepted revision under both, or of the last one that lies there.
 *
 * @param was  the tokenizer that was accepted
 * @faults TOKENIZER_RANKS_LACKING, and those of `readRevision`
 */
export function governedTokens(
  project: Project,
  loaded: LoadedSubject,
  contract: Contract,
  was: Digest | undefined,
): RevisionTokens | undefined | Fault {
  if (was === contract.tokenizer) return undefined;
  const under = [...loaded.sets.values()].filter(({ version }) => version === contract.version);
  const accepted = loaded.ledger.revisions.flatMap(({ name }) =>
    under.filter(({ revision }) => revision === name),
  );
  const set = accepted.at(-1) ?? under.at(-1);
  if (set === undefined) return undefined;
  const means = tokenMeans(loaded, { ...contract, tokenizer: was }, contract, set.tokenLimits);
  if (means === undefined || means instanceof Fault) return means;
  const reading = readRevision(project, loaded, set);
  if (reading instanceof Fault) return reading;
  const { batch } = reading;
  const rows = Uint32Array.from({ length: batch.numRows }, (_, row) => row);
  const { schema } = contract;
  const tokens = compareTokens(schema, { before: batch, after: batch }, { before: rows, after: rows }, means);
  const hidden = withheldFields(schema, [contract]);
  return {
    revision: set.revision,
    tokens: tellTokens(tokens, name =>
      schema.fields.some(field => field.name === name && hidden.includes(field.id)),
    ),
  };
}
