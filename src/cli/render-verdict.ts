import type { Verdict } from '../service/judge-version.ts';
import { fill, type Look } from './output.ts';

/** The two verdicts, always apart: what parses may still mean something else. */
export const verdictsText = (
  { encoding, meaning }: { readonly encoding: Verdict; readonly meaning: Verdict },
  why: { readonly encoding: string; readonly meaning: string },
  look: Look,
): string =>
  [
    fill(`  encoding ${mark(encoding, look)}  `, why.encoding.split(' '), look.width),
    fill(`  meaning  ${mark(meaning, look)}  `, why.meaning.split(' '), look.width),
  ].join('\n');

const mark = (verdict: Verdict, { paint }: Look): string =>
  verdict === 'passes' ? paint.green('passes') : paint.red('fails ');
