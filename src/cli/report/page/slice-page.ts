import { evidenceText } from '../../../contract/withheld.ts';
import { shareText } from '../../../golden/share.ts';
import type { ToldComparison } from '../../../golden/tell.ts';
import type { SlicePage } from './comparison-page.ts';

/** The worst parts a person looks at. */
const PARTS = 12;

/** Slices in which something differs. One that is of a single part says no more than the whole does. */
export const slicePages = ({ slices }: Pick<ToldComparison, 'slices'>): readonly SlicePage[] =>
  slices
    .filter(({ touched, parts }) => touched.length > 0 && parts > 1)
    .map(({ slice, touched }) => ({
      name: slice,
      measured: 'the share that differs',
      bars: touched.slice(0, PARTS).map(({ key, rows, differ }) => ({
        name: evidenceText(key),
        share: differ / rows,
        said: `${differ} of ${rows} (${shareText(differ, rows, 0)})`,
      })),
      others: Math.max(0, touched.length - PARTS),
    }));
