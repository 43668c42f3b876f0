import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';
import { errorLookOf, fill, type Look, type Output, visible } from './output.ts';

/** For a person: where, what, and the way out. For a program (`--json`): one object on standard output. */
export function renderFault(fault: Fault, output: Output, json: boolean): void {
  if (json) {
    output.write(`${canonicalJson(faultDocument(fault))}\n`);
    return;
  }
  const look = errorLookOf(output);
  output.writeError(`${faultText(fault, look.paint.red('error'), '', look)}\n`);
}

/** One fault, headed by a word; its snippet, and its remedy. */
export function faultText(fault: Fault, head: string, indent: string, { paint, width }: Look): string {
  const { at, file } = fault;
  const place =
    at === undefined
      ? file === undefined
        ? []
        : [`${visible(file)}:`]
      : [`${visible(at.file)}:${at.line}:${at.column}:`];
  const said = [...place, ...visible(fault.message).split(' '), paint.dim(`(${fault.code})`)];
  const lines = [fill(`${indent}${head} `, said, width)];
  if (at?.snippet !== undefined) {
    const number = String(at.line);
    const { snippetFrom = 1 } = at;
    const cut = snippetFrom > 1 ? '…' : '';
    const before = [...at.snippet].slice(0, at.column - snippetFrom).join('');
    const caret = ' '.repeat(cut.length + visible(before).length);
    lines.push(`${indent}  ${number} | ${cut}${visible(at.snippet)}`);
    lines.push(`${indent}  ${' '.repeat(number.length)} | ${caret}${paint.red('^')}`);
  }
  lines.push(remedyText(fault.remedy, `${indent}  `, { paint, width }));
  return lines.join('\n');
}

export const remedyText = (remedy: string, indent: string, { paint, width }: Look): string =>
  fill(`${indent}${paint.cyan('remedy')} `, visible(remedy).split(' '), width);

/** The same members as an RFC 9457 problem, so that a program reads one shape from every door. */
export function faultDocument(fault: Fault): Json {
  const { at, file } = fault;
  return {
    type: `/faults/${fault.code}`,
    title: fault.message,
    status: fault.status,
    code: fault.code,
    remedy: fault.remedy,
    facts: fault.facts as Json,
    ...(at === undefined ? {} : { at: { file: at.file, line: at.line, column: at.column } }),
    ...(file === undefined ? {} : { file }),
  };
}
