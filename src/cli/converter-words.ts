import type { ConverterCell, ConverterFailure } from '../matrix/converter-cell.ts';
import { fill, type Look, visible } from './output.ts';

/** What converters make of the probes of their old version: a line each, why it refused some, and whatever must not be. */
export const converterLines = (
  converters: readonly ConverterCell[] | undefined,
  look: Look,
): readonly string[] => (converters ?? []).flatMap(cell => cellLines(cell, look));

function cellLines(cell: ConverterCell, look: Look): readonly string[] {
  const head = `  ${visible(converterName(cell))}`;
  const told = (text: string): string => fill('    ', text.split(' '), look.width);
  if (cell.kind === 'unplanned') return [head, `    ${look.paint.red(converterSummary(cell))}`];
  if (cell.kind === 'untried') return [head, `    ${look.paint.yellow(converterSummary(cell))}`];
  const reasons = cell.refusals.map(({ code, field, probes }) => `${code} of field ${field}: ${probes}`);
  return [
    head,
    told(converterSummary(cell)),
    ...(reasons.length === 0 ? [] : [told(reasons.join('; '))]),
    ...cell.failures.map(failure => `    ${look.paint.red(failureText(failure))}`),
  ];
}

export const converterName = ({ from, to, file }: ConverterCell): string =>
  `converter v${from} → v${to}, ${file}`;

/** In one line, for whatever has no room for more. */
export function converterSummary(cell: ConverterCell): string {
  if (cell.kind === 'unplanned') return `leads nowhere (${cell.code})`;
  if (cell.kind === 'untried') return 'not tried here: it has functions, which no server runs';
  const { probes, codecs, ordinary } = cell;
  const uncarried = codecs.filter(each => each.uncarried > 0);
  return [
    `${probes.converted} of ${probes.total} probes converted, ${probes.refused} refused`,
    ...(probes.skipped > 0 ? [`${probes.skipped} passed over`] : []),
    ...(probes.failed > 0 ? [`${probes.failed} without an end`] : []),
    ...(ordinary.converted < ordinary.total
      ? [`${ordinary.converted} of ${ordinary.total} ordinary records among them`]
      : []),
    ...alikeIn(cell),
    ...uncarried.map(({ codec, uncarried: lacking }) => `${lacking} that ${codec} has no form for`),
  ].join(', ');
}

/** The codecs that read all of it back as what it is, or how much of it each does. */
function alikeIn({ codecs, probes }: Extract<ConverterCell, { kind: 'ran' }>): readonly string[] {
  const whole = codecs.filter(({ same }) => same === probes.converted).map(({ codec }) => codec);
  const parts = codecs.filter(({ same }) => same < probes.converted);
  return [
    ...(probes.converted === 0 || whole.length === 0 ? [] : [`read back alike in ${whole.join(', ')}`]),
    ...parts.map(({ codec, same }) => `${same} of them in ${codec}`),
  ];
}

/** What must not be, a text each. */
export const converterTroubles = (cell: ConverterCell): readonly string[] =>
  cell.kind === 'ran'
    ? cell.failures.map(failureText)
    : cell.kind === 'unplanned'
      ? [converterSummary(cell)]
      : [];

const WHAT: Readonly<Record<ConverterFailure['what'], string>> = {
  internal: 'the conversion ended with an internal error',
  'function-ends': 'a function came to no answer',
  'breaks-schema': 'what was made breaks the new version',
  'reads-otherwise': 'what was written is not what is read',
};

const failureText = ({ probe, what, codec, field, code }: ConverterFailure): string =>
  [
    `${visible(probe)}: ${WHAT[what]}`,
    ...(codec === null ? [] : [`in ${codec}`]),
    ...(field === null ? [] : [`at field ${field}`]),
    ...(code === null ? [] : [code]),
  ].join(', ');
