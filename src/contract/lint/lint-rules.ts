import type { LintRule } from './lint-rule.ts';
import { aliasMissing } from './rules/alias-missing.ts';
import { codesByPlace } from './rules/codes-by-place.ts';
import { defaultMeans } from './rules/default-means.ts';
import { defaultUnknown } from './rules/default-unknown.ts';
import { fileEnd } from './rules/file-end.ts';
import { idOrder } from './rules/id-order.ts';
import { keyAbsent } from './rules/key-absent.ts';
import { keyOrder } from './rules/key-order.ts';
import { labelAbsent } from './rules/label-absent.ts';
import { labelDoc } from './rules/label-doc.ts';
import { nameCase } from './rules/name-case.ts';
import { nameUnitAlone } from './rules/name-unit-alone.ts';
import { nameUnitDisagrees } from './rules/name-unit-disagrees.ts';
import { nameUnitLast } from './rules/name-unit-last.ts';
import { nullReason } from './rules/null-reason.ts';
import { rangeAbsent } from './rules/range-absent.ts';
import { slicesAbsent } from './rules/slices-absent.ts';
import { textUnquoted } from './rules/text-unquoted.ts';
import { unitSpelling } from './rules/unit-spelling.ts';

/** What a careful reviewer would say, warnings first; docs/lint.md prints this table. */
export const LINT_RULES: readonly LintRule[] = [
  nameUnitDisagrees,
  nameUnitAlone,
  aliasMissing,
  defaultMeans,
  defaultUnknown,
  unitSpelling,
  nameUnitLast,
  nameCase,
  idOrder,
  codesByPlace,
  nullReason,
  rangeAbsent,
  labelDoc,
  labelAbsent,
  keyAbsent,
  slicesAbsent,
  textUnquoted,
  // Last, because what the others write may stand out of order.
  keyOrder,
  fileEnd,
];
