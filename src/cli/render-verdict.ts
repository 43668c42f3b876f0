import type { Fault } from '../base/fault.ts';
import type { Verdict } from '../service/judge-version.ts';
import { fill, type Look } from './output.ts';
import { faultText } from './render-fault.ts';

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

/** What ordinary readers refuse: enough to act on, and how many more there are. */
export function unreadLines(unread: readonly Fault[], look: Look): readonly string[] {
  const shown = unread.slice(0, SHOWN).map(fault => faultText(fault, look.paint.red('encoding'), '  ', look));
  return unread.length > SHOWN ? [...shown, `  and ${unread.length - SHOWN} more; --json has all`] : shown;
}

const SHOWN = 10;
