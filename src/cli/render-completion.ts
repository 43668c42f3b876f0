import type { CellEvidence, Completion, SliceEvidence } from '../change/completion.ts';
import { evidenceText } from '../contract/withheld.ts';
import { fill, type Look, visible } from './output.ts';

/** Whether there is evidence for all that is supported, and what there is none for. */
export function completionLines({ state, rows, slices }: Completion, look: Look): readonly string[] {
  const { green, red } = look.paint;
  const blank = [
    ...rows.filter(({ why }) => why !== null).map(cellText),
    ...slices.filter(({ why }) => why !== null).map(sliceText),
  ];
  const all = rows.length + slices.length;
  const counts = `${all - blank.length} of ${all} cells and slices of meaning have evidence`;
  const shown = blank.slice(0, SHOWN).map(text => fill('  no evidence  ', text.split(' '), look.width));
  return [
    `  completion ${state === 'COMPLETE' ? green(state) : red(state)}  ${counts}`,
    ...shown,
    ...(blank.length > SHOWN ? [`  and ${blank.length - SHOWN} more; --json has all`] : []),
  ];
}

const SHOWN = 10;

const cellText = ({ codec, writer, reader, image, why }: CellEvidence): string =>
  `${codec} v${writer} → v${reader}${image === null ? '' : ` by ${visible(image)}`}: ${why}`;

function sliceText(row: SliceEvidence): string {
  const { writer, reader, slice, before, after, unseen, firstUnseen, why } = row;
  const name = `v${writer} → v${reader}, ${slice === null ? 'all samples' : visible(slice)}`;
  const of = before === null || after === null ? '' : ` of ${visible(before)} and ${visible(after)}`;
  if (why !== 'parts-unseen') return `${name}${of}: ${why}`;
  const parts = firstUnseen.slice(0, SHOWN).map(part => visible(evidenceText(part)));
  const more = unseen > parts.length ? ` and ${unseen - parts.length} more` : '';
  return `${name}${of}: no sample matched in ${parts.join(', ')}${more}`;
}
