import { evidenceText } from '../contract/withheld.ts';
import { shareText } from '../golden/share.ts';
import type { ToldTables } from '../golden/tables/tell-tables.ts';
import { visible } from './output.ts';

/** What is odd in one file by itself, as text and reports say it. */
export function doubtText(doubt: ToldTables['doubts'][number]): string {
  const { cells, of } = doubt;
  switch (doubt.code) {
    case 'UNIT_SUSPECT':
      return doubt.how === 'decade'
        ? `read in ${doubt.unit} no moment lies in these decades, in ${doubt.seems} all do (×${doubt.factor})`
        : `beside ${visible(doubt.witness ?? '')} it steps ×${doubt.factor} as far as ${doubt.unit} would; it seems to be in ${doubt.seems}`;
    case 'KINDS_MIXED':
      return `${cells} of ${of} cells are ${KIND_WORDS[doubt.kind]}, all others ${KIND_WORDS[doubt.others]}`;
    case 'CENTURY_SUSPECT':
      return `${cells} of ${of} dates, from ${evidenceText(doubt.from)}, seem to be a century late`;
    case 'CLOCK_SKIPPED':
      return `${cells} of ${of + cells} times were never shown by the clock of ${doubt.zone}, and are read as nulls`;
    case 'CLOCK_TWICE':
      return `${cells} of ${of} times were shown twice by the clock of ${doubt.zone}, and are read as the first`;
    case 'EQUAL_AFTER_NFC':
      return `${doubt.values} texts are ${doubt.collapsed} after NFC, in ${cells} cells`;
  }
}

const KIND_WORDS = { text: 'texts', number: 'numbers', truth: 'truths', nested: 'nested' } as const;

type MovedPart = ToldTables['labelRates'][number]['moved'][number];

/** A part whose labels are in other proportions, as text and reports say it. */
export function rateWords({ key, label, labels, rows }: MovedPart): {
  readonly part: string;
  readonly label: string;
  readonly old: string;
  readonly new: string;
} {
  const share = (side: 'old' | 'new'): string => `${shareText(labels[side], rows[side])} of ${rows[side]}`;
  return { part: evidenceText(key), label: evidenceText(label), old: share('old'), new: share('new') };
}
