import { evidenceText, type Withheld } from '../contract/withheld.ts';
import type { KeyRemap } from '../golden/key-remap.ts';
import { distinct, visible } from './output.ts';

/** Rows that look gone and come anew, and may be the same under another name. */
export const renamedLines = (remaps: readonly KeyRemap<Withheld>[] = []): readonly string[] => [
  ...remaps
    .slice(0, SHOWN)
    .map(
      ({ column, from, to, how, rows, cells, agreeing }) =>
        `  renamed? ${visible(column)}: ${distinct(evidenceText(from), evidenceText(to)).join(' → ')}, ${RENAMED_WORDS[how]}: ${rows} ${rows === 1 ? 'row' : 'rows'}, ${agreeing} of ${cells} cells agree`,
    ),
  ...(remaps.length > SHOWN ? [`           and ${remaps.length - SHOWN} more`] : []),
];

const SHOWN = 10;

export const RENAMED_WORDS = {
  normalised: 'the same in Unicode form NFC',
  spelling: 'the same but for case and space',
  cells: 'by what the rows hold',
} as const;
