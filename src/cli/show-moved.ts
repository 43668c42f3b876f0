import type { Moved } from '../service/move-proposal.ts';
import { fill, type Look, lookOf } from './output.ts';
import type { Ask } from './program.ts';
import { writeJson } from './write-json.ts';

/** What became of a step. */
export function showMoved({ world, settings }: Ask, name: string, moved: Moved): number {
  const { answer, ledgerWritten } = moved;
  if (settings.json)
    return writeJson(world.output, { ...answer, signed: answer.approvals !== undefined, ledgerWritten });
  world.output.write(`${movedText(name, moved, lookOf(world.output))}\n`);
  return 0;
}

function movedText(name: string, { answer, ledgerWritten }: Moved, { paint, width }: Look): string {
  const { kind, from, state, seq, change, approvals } = answer;
  const lines = [
    fill(
      `${paint.bold(name)}  `,
      `${answer.governance === undefined ? '' : 'governance '}${HOW[kind](from, paint.bold(state), seq)}`.split(
        ' ',
      ),
      width,
    ),
    `  change   ${change}`,
    approvals === undefined
      ? '  signed   no: the journal says that it was done, not who did it'
      : `  signed   ${approvals.has} of ${approvals.needs}${approvals.missing.length === 0 ? '' : `; ${approvals.missing.join(' and ')} to come, of another key and person`}`,
  ];
  if (answer.freed !== undefined && answer.freed.length > 0) {
    const freed = answer.freed.map((id, at) => `${id}${at < answer.freed!.length - 1 ? ',' : ''}`);
    lines.push(
      fill('  freed    ', ['fields', ...freed, ...'no version has them any more'.split(' ')], width),
    );
  }
  if (ledgerWritten) lines.push('  the ledger file of the subject has the new entry; commit it');
  return lines.join('\n');
}

const HOW: Readonly<Record<Moved['answer']['kind'], (from: string, state: string, seq: number) => string>> = {
  moved: (from, state, seq) => `${from} → ${state}, seq ${seq}`,
  already: (_, state, seq) => `is ${state} already; nothing was added but this ask, seq ${seq}`,
  signed: (_, state, seq) => `has one approval more, and is ${state}, seq ${seq}`,
};
