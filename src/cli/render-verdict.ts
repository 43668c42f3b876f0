import type { Fault } from '../base/fault.ts';
import { isNote } from '../compat/catalogue.ts';
import type { Finding, Level } from '../compat/finding.ts';
import type { MatrixReport } from '../matrix/report.ts';
import type { Verdict, Verdicts } from '../service/verdicts.ts';
import { fill, type Look } from './output.ts';
import { faultText } from './render-fault.ts';

/** The two verdicts, always apart: what parses may still mean something else. */
export const verdictsText = (
  { encoding, meaning }: Verdicts,
  why: { readonly encoding: string; readonly meaning: string },
  look: Look,
): string =>
  [
    fill(`  encoding ${mark(encoding, look)}  `, why.encoding.split(' '), look.width),
    fill(`  meaning  ${mark(meaning, look)}  `, why.meaning.split(' '), look.width),
  ].join('\n');

/** What breaks each verdict: the rules that are broken where it is promised they hold, and what bytes show. */
export function versionWhy(
  { encoding, meaning }: Verdicts,
  findings: readonly Finding[],
  matrix: MatrixReport,
): { readonly encoding: string; readonly meaning: string } {
  const broken = (levels: readonly Level[]): readonly string[] => {
    const found = findings.filter(
      ({ rule, level, access }) => levels.includes(level) && access.includes('id') && !isNote(rule),
    );
    return [...new Set(found.map(({ rule }) => rule))];
  };
  const why = (verdict: keyof Verdicts, levels: readonly Level[], bytes: string): string =>
    [...broken(levels), ...matrix.conditions, ...(matrix[verdict] === 'passes' ? [] : [bytes])].join(', ');
  return {
    encoding:
      encoding === 'passes'
        ? 'every reader it is promised to decodes what is written'
        : why('encoding', ['wire', 'read'], 'ordinary readers refuse ordinary records'),
    meaning:
      meaning === 'passes'
        ? 'and holds what was meant'
        : why('meaning', ['train', 'govern'], meaningText(matrix)),
  };
}

/** What of the bytes breaks it: cells, or a converter that makes what it must not. */
const meaningText = ({ cells, converters = [] }: MatrixReport): string =>
  converters.some(({ verdict }) => verdict === 'fails') &&
  cells.every(cell => cell.kind !== 'ran' || cell.meaning === 'passes')
    ? 'a converter fails on probes'
    : 'ordinary records do not arrive as they were meant';

const mark = (verdict: Verdict, { paint }: Look): string =>
  verdict === 'passes' ? paint.green('passes') : paint.red('fails ');

/** What ordinary readers refuse: enough to act on, and how many more there are. */
export function unreadLines(unread: readonly Fault[], look: Look): readonly string[] {
  const shown = unread.slice(0, SHOWN).map(fault => faultText(fault, look.paint.red('encoding'), '  ', look));
  return unread.length > SHOWN ? [...shown, `  and ${unread.length - SHOWN} more; --json has all`] : shown;
}

const SHOWN = 10;
