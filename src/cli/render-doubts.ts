import type { Schema } from '../contract/schema.ts';
import { evidenceText, isWithheld } from '../contract/withheld.ts';
import { suspectText } from '../golden/doubts/unit-suspects.ts';
import type { RevisionReading } from '../service/read-revision.ts';
import { fieldWords } from './golden-words.ts';
import { fill, type Look, visible } from './output.ts';

/** Units that the values gainsay. */
export const suspectLines = (
  { suspects }: RevisionReading,
  schema: Schema,
  { paint, width }: Look,
): readonly string[] =>
  suspects.map(suspect =>
    fill(
      `  ${paint.red('UNIT_SUSPECT')} in `,
      `${fieldWords(suspect)}, declared in ${suspect.unit}: ${visible(suspectText(schema, suspect))}`.split(
        ' ',
      ),
      width,
    ),
  );

/** The samples whose values are in no vocabulary, and not the values: what broke its contract may be anything. */
export const outsideLines = ({ outside }: RevisionReading, { width }: Look): readonly string[] =>
  outside.map(({ path, policy, cells, values, listed }) => {
    const shown = listed.slice(0, SAMPLES_SHOWN).map(({ row, sample }) => {
      const told = sample.filter(part => !isWithheld(part)).map(part => visible(evidenceText(part)));
      return told.length === 0 ? `record ${row + 1}` : told.join('/');
    });
    const more = cells > shown.length ? ', …' : '';
    const counts = `${cells} ${cells === 1 ? 'value' : 'values'} outside its vocabulary (${values} different, policy ${policy})`;
    return fill('  outside  ', `${path}: ${counts}, of ${shown.join(', ')}${more}`.split(' '), width);
  });

const SAMPLES_SHOWN = 20;
