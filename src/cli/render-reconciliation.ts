import { isPending, isReconciled, momentText, type Reconciled } from '../golden/reconcile/report.ts';
import { type Look, table, visible } from './output.ts';

/** What stands on both sides, on one alone or twice, the first few of each by id, and what that is worth. */
export function reconciliationText(reconciled: Reconciled, { paint }: Look): string {
  const { sides, key, contract, found, added, removed } = reconciled;
  const { missing, duplicates } = found;
  const verdict = isReconciled(reconciled)
    ? paint.green('reconciled')
    : isPending(reconciled)
      ? paint.yellow('not reconciled yet: all that is missing may still be on its way')
      : paint.red('not reconciled');
  const none = (count: number): string => (count === 0 ? '0' : paint.red(String(count)));
  const side = (of: 'old' | 'new'): string => {
    const { name, format, records, refused } = sides[of];
    const left = refused === 0 ? '' : paint.red(`, ${refused} of them refused`);
    return `  ${of}      ${visible(name)} (${format}): ${records} records${left}, ${found.ids[of]} ids`;
  };
  return [
    `${paint.bold('reconcile')} by ${key.map(visible).join(', ')}${contract === undefined ? '' : `, as ${contract.subject}@${contract.version}`}`,
    side('old'),
    side('new'),
    ...onlyLines('added', added),
    ...onlyLines('removed', removed),
    ...lateLines(reconciled),
    table(
      [
        [
          'matched',
          String(found.same + found.differing),
          `${found.same} the same, ${none(found.differing)} differing`,
        ],
        ['missing in new', none(missing.new.count), lateText(reconciled, missing.new.late)],
        ['missing in old', none(missing.old.count), lateText(reconciled, missing.old.late)],
        ['repeated in old', none(duplicates.old.ids), recordsText(duplicates.old.records)],
        ['repeated in new', none(duplicates.new.ids), recordsText(duplicates.new.records)],
      ],
      '  ',
    ),
    ...listedLines(reconciled),
    '  two snapshots are written by two transactions: what is reconciled is not atomic',
    verdict,
  ].join('\n');
}

const onlyLines = (word: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`  columns ${word}: ${names.map(visible).join(', ')}`];

const recordsText = (records: number): string => (records === 0 ? '' : `${records} records too many`);

const lateText = ({ time }: Reconciled, late: number): string =>
  time === undefined || late === 0 ? '' : `${late} of them late: the other half may be on its way`;

function lateLines({ time, lag_s, found: { watermark_s } }: Reconciled): readonly string[] {
  if (time === undefined || lag_s === undefined) return [];
  return watermark_s === undefined
    ? [`  watermark none: ${visible(time)} is null in all of one side`]
    : [
        `  watermark ${momentText(watermark_s)} of ${visible(time)}, which both have reached; late within ${lag_s} s before it`,
      ];
}

function listedLines({ found: { listed }, idsWithheld }: Reconciled): readonly string[] {
  const name = (id: string): string => (idsWithheld ? '(withheld)' : visible(id));
  const list = <T extends { readonly id: string; readonly row: number }>(
    head: string,
    all: readonly T[],
    more: (one: T) => string,
  ): readonly string[] =>
    all.length === 0
      ? []
      : [
          `  ${head}`,
          table(
            all.map(one => [name(one.id), `record ${one.row + 1}`, more(one)]),
            '    ',
          ),
        ];
  return [
    ...list('differing', listed.differing, ({ newRow }) => `record ${newRow + 1} of the new one`),
    ...list('missing in new', listed.missing.new, ({ late }) => (late ? 'late' : '')),
    ...list('missing in old', listed.missing.old, ({ late }) => (late ? 'late' : '')),
    ...list('repeated in old', listed.duplicates.old, ({ records }) => `${records} times`),
    ...list('repeated in new', listed.duplicates.new, ({ records }) => `${records} times`),
  ];
}
