import type { Json } from '../../base/canonical-json.ts';
import { WITHHELD, type Withheld } from '../../contract/withheld.ts';
import type { TokenChange } from './token-change.ts';
import type { TokenComparison, ToldTokenizer } from './token-comparison.ts';

/** What was counted stays; how long a text is says something of it, as the length of any withheld value does. */
export const tellTokens = (
  { fields, ...rest }: TokenComparison<Withheld>,
  isHidden: (name: string) => boolean,
): TokenComparison<Withheld> => ({
  ...rest,
  fields: fields.map(field => (isHidden(field.name) ? tellChange(field) : field)),
});

const tellChange = (change: TokenChange<Withheld>): TokenChange<Withheld> => ({
  ...change,
  total: { before: WITHHELD, after: WITHHELD },
  most: WITHHELD,
  relative: change.relative === undefined ? undefined : WITHHELD,
});

export const tokensDocument = ({
  tokenizers,
  limits,
  fields,
  truncated,
}: TokenComparison<Withheld>): { readonly [key: string]: Json } => ({
  tokenizers: { before: sideDocument(tokenizers.before), after: sideDocument(tokenizers.after) },
  limits,
  fields: fields.map(tokenChangeDocument),
  truncated,
});

const sideDocument = ({ digest, encoding, because }: ToldTokenizer): Json => ({
  digest: digest ?? null,
  encoding: encoding ?? null,
  because: because ?? null,
});

export const tokenChangeDocument = ({ relative, ...change }: TokenChange<Withheld>): Json => ({
  ...change,
  relative: relative ?? null,
});
