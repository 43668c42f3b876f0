import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';
import { type Output, paintOf } from './output.ts';

/** For a person: where, what, and the way out. For a program (`--json`): one object on standard output. */
export function renderFault(fault: Fault, output: Output, json: boolean): void {
  if (json) {
    output.write(`${canonicalJson(faultDocument(fault))}\n`);
    return;
  }
  const paint = paintOf(output);
  const place = fault.at === undefined ? '' : `${fault.at.file}:${fault.at.line}:${fault.at.column}: `;
  const lines = [`${paint.red('error')} ${place}${fault.message} ${paint.dim(`(${fault.code})`)}`];
  if (fault.at?.snippet !== undefined) {
    const number = String(fault.at.line);
    lines.push(`  ${number} | ${fault.at.snippet}`);
    lines.push(`  ${' '.repeat(number.length)} | ${' '.repeat(fault.at.column - 1)}${paint.red('^')}`);
  }
  lines.push(`  ${paint.cyan('remedy')} ${fault.remedy}`);
  output.writeError(`${lines.join('\n')}\n`);
}

/** The same members as an RFC 9457 problem, so that a program reads one shape from every door. */
export function faultDocument(fault: Fault): Json {
  const { at } = fault;
  return {
    type: `/faults/${fault.code}`,
    title: fault.message,
    status: fault.status,
    code: fault.code,
    remedy: fault.remedy,
    facts: fault.facts as Json,
    ...(at === undefined ? {} : { at: { file: at.file, line: at.line, column: at.column } }),
  };
}
