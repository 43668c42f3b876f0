import { canonicalJson } from '../base/canonical-json.ts';
import type { FieldId } from './field.ts';
import type { Governance, Governed } from './governance.ts';
import type { Schema } from './schema.ts';

/** Stands in evidence where a value of a record would. It is the same for all: a digest of a value can be guessed. */
export type Withheld = { readonly withheld: true };

export const WITHHELD: Withheld = { withheld: true };

export const isWithheld = (value: unknown): value is Withheld => value === WITHHELD;

/** Of a value, or of what stands in its place; a text that could be taken for something else is quoted. */
export const evidenceText = (value: string | number | bigint | null | Withheld): string => {
  if (isWithheld(value)) return '(withheld)';
  return typeof value === 'string' && MISTAKABLE.test(value) ? canonicalJson(value) : String(value);
};

/** Nothing at all, space that nobody sees, a quotation, and the words that stand for what is no text. */
const MISTAKABLE = /^$|^\s|\s$|^"|^(?:null|NaN|\(withheld\))$/;

/**
 * Whether evidence may tell what a field holds. It is kept in the store, served, and printed in logs of builds, so who
 * reads it are all who may read internal data, and no fewer.
 */
export const TELLS_VALUES: Readonly<Record<Governance['sensitivity'], boolean>> = {
  public: true,
  internal: true,
  confidential: false,
  restricted: false,
};

/**
 * The fields of a schema whose values are withheld, in its order; what lies in a field is guarded as the field is.
 *
 * @param governed  all under which records came to be what they are, of which the strictest binds; what none speaks of is
 *   withheld
 */
export const withheldFields = ({ fields }: Schema, governed: readonly Governed[]): readonly FieldId[] =>
  fields
    .map(({ id }) => id)
    .filter(id => {
      const said = governed.flatMap(({ governance }) => governance.get(id) ?? []);
      return said.length === 0 || !said.every(({ sensitivity }) => TELLS_VALUES[sensitivity]);
    });
