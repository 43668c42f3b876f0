import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { isRecordForm, RECORD_FORMS, type RecordForm } from '../codec/forms/record-form.ts';
import { isRecordFormat, RECORD_FORMATS, type RecordFormat } from '../service/record-source.ts';
import type { Ask, CommandRow } from './program.ts';

/** A file of records that a command takes, and those it makes of it. */
export type RecordFiles = {
  readonly format: RecordFormat | undefined;
  readonly digest: Digest | undefined;
  readonly form: RecordForm;
  readonly out: string | undefined;
  readonly rejects: string | undefined;
};

type Command = Parameters<CommandRow['declare']>[0];

/** @param left  what stands in the file of rejects */
export const recordOptions = (command: Command, left: string): Command =>
  command
    .option('--digest <digest>', 'what the whole file must hash to; without it, BYTES_UNVERIFIED')
    .option('--format <format>', `${RECORD_FORMATS.join(', ')}; else as the file begins`)
    .option('--to <form>', RECORD_FORMS.join(', '), 'json')
    .option('--out <file>', 'a new file for the records, instead of standard output')
    .option('--rejects <file>', `a new file for ${left}: row, field and code, a line each`);

/**
 * @param prints  whether the records are given out, and not only a plan of what would be done
 * @faults DIGEST_MALFORMED, USAGE
 */
export function recordFilesOf(
  { options, settings }: Pick<Ask, 'options' | 'settings'>,
  command: string,
  prints = true,
): RecordFiles | Fault {
  const usage = (problem: string): Fault => new Fault('USAGE', { problem, command });
  const digest = options['digest'] as string | undefined;
  if (digest !== undefined && !isDigest(digest))
    return new Fault('DIGEST_MALFORMED', { found: digest.slice(0, 100) });
  const format = options['format'] as string | undefined;
  if (format !== undefined && !isRecordFormat(format))
    return usage(`--format is ${RECORD_FORMATS.join(' or ')}, not ${askedText(format)}`);
  const form = String(options['to']);
  if (!isRecordForm(form)) return usage(`--to is ${RECORD_FORMS.join(' or ')}, not ${askedText(form)}`);
  const [out, rejects] = [options['out'], options['rejects']] as (string | undefined)[];
  if (out === '' || rejects === '') return usage('--out and --rejects name a file');
  if (out !== undefined && out === rejects) return usage('--out and --rejects are two files');
  if (settings.json && prints && out === undefined)
    return usage('--json prints the summary, so the records need a file of their own: --out');
  return { format, digest, form, out, rejects };
}

/** What somebody typed, cut short. */
export const askedText = (text: string): string => (text === '' ? 'nothing' : text.slice(0, 40));
