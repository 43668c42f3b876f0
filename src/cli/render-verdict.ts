import type { Verdict } from '../service/judge-version.ts';
import type { Paint } from './output.ts';

/** The two verdicts, always apart: what parses may still mean something else. */
export const verdictsText = (
  { encoding, meaning }: { readonly encoding: Verdict; readonly meaning: Verdict },
  why: { readonly encoding: string; readonly meaning: string },
  paint: Paint,
): string =>
  [
    `  encoding ${mark(encoding, paint)}  ${why.encoding}`,
    `  meaning  ${mark(meaning, paint)}  ${why.meaning}`,
  ].join('\n');

const mark = (verdict: Verdict, paint: Paint): string =>
  verdict === 'passes' ? paint.green('passes') : paint.red('fails ');
