import { isWithheld, type Withheld } from '../contract/withheld.ts';
import type { TokenChange } from '../golden/tokens/token-change.ts';
import type { TokenComparison, ToldTokenizer } from '../golden/tokens/token-comparison.ts';
import { type Look, visible } from './output.ts';

/** How many tokens samples have before and after, and which of them stand on another side of a limit. */
export function tokenLines(
  tokens: TokenComparison<Withheld> | undefined,
  { paint }: Look,
): readonly string[] {
  if (tokens === undefined) return [];
  const { tokenizers } = tokens;
  const reasons = [tokenizers.before, tokenizers.after].flatMap(({ because }) => because ?? []);
  return [
    `  tokens   ${tokenizerText(tokenizers.before)} → ${tokenizerText(tokenizers.after)}`,
    ...[...new Set(reasons)].map(
      because => `    ${paint.yellow(`text is not counted: ${visible(because)}`)}`,
    ),
    ...tokens.fields.flatMap(field => changeLines(field).map(line => `    ${line}`)),
    ...tokens.truncated.map(
      ({ name, before }) =>
        `    ${visible(name)}: ${paint.yellow(`a converter cut the tokens of ${before}`)}`,
    ),
  ];
}

export const tokenizerText = ({ digest, encoding }: ToldTokenizer): string =>
  digest === undefined ? 'none' : `${encoding === undefined ? '' : `${encoding} `}${digest}`;

function changeLines(field: TokenChange<Withheld>): readonly string[] {
  const { name, compared, same, longer, shorter, relative, limits } = field;
  const quantiles =
    relative === undefined || isWithheld(relative)
      ? ''
      : `; median ${percent(relative.median)}, p05 ${percent(relative.p05)}, p95 ${percent(relative.p95)}`;
  return [
    `${visible(name)}: ${same} of ${compared} keep their length, ${longer} longer, ${shorter} shorter${quantiles}`,
    ...limits.map(
      ({ limit, beyond, over, under }) =>
        `  ${limit}: ${beyond.before} beyond it before, ${beyond.after} after; ${over} came over it, ${under} under it`,
    ),
  ];
}

/** With a sign, as a change has one. */
export const percent = (share: number): string =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${(Math.abs(share) * 100).toFixed(1)} %`;
