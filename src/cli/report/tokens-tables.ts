import { isWithheld, type Withheld } from '../../contract/withheld.ts';
import type { TokenComparison } from '../../golden/tokens/token-comparison.ts';
import { percent, tokenizerText } from '../token-words.ts';
import type { DataTable } from './data-table.ts';

/** How many tokens samples have on either side, and who came to the other side of which limit; none where none were counted. */
export function tokenTables(tokens: TokenComparison<Withheld> | undefined): readonly DataTable[] {
  if (tokens === undefined) return [];
  const { tokenizers, fields } = tokens;
  const sides = [tokenizers.before, tokenizers.after].map(tokenizerText).join(' → ');
  return [
    {
      caption: `Tokens, ${sides}`,
      head: ['field', 'samples', 'keep their length', 'longer', 'shorter', 'median', 'p05', 'p95'],
      rows: fields.map(({ name, compared, same, longer, shorter, relative }) => [
        name,
        ...[compared, same, longer, shorter].map(String),
        ...(relative === undefined || isWithheld(relative)
          ? ['', '', '']
          : [relative.median, relative.p05, relative.p95].map(percent)),
      ]),
    },
    {
      caption: 'Samples beside a limit of tokens',
      head: ['field', 'limit', 'beyond it before', 'after', 'came over it', 'came under it'],
      rows: fields.flatMap(({ name, limits }) =>
        limits.map(({ limit, beyond, over, under }) => [
          name,
          ...[limit, beyond.before, beyond.after, over, under].map(String),
        ]),
      ),
    },
    {
      caption: 'Samples whose tokens a converter cut',
      head: ['field', 'before', 'after'],
      rows: tokens.truncated.map(({ name, before, after }) => [name, String(before), String(after)]),
    },
    {
      caption: 'Why no text was counted',
      head: ['side', 'why'],
      rows: (['before', 'after'] as const).flatMap(side => {
        const { because } = tokenizers[side];
        return because === undefined ? [] : [[side, because]];
      }),
    },
  ];
}
