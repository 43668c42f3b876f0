import type { LiveReason } from '../change/live-versions.ts';
import { isNote } from '../compat/catalogue.ts';
import type { VersionJudgement } from '../service/judge-version.ts';
import { type Look, table, visible } from './output.ts';
import { findingText } from './render-findings.ts';

/** The versions a proposal was held against, why each still counts, and what it breaks for those before the last. */
export function liveLines({ live }: VersionJudgement, look: Look): readonly string[] {
  if (live.length === 0) return [];
  const { red } = look.paint;
  const rows = live.map(({ version, promised, encoding, meaning, because, settled }) => [
    `v${version}`,
    promised.join(', ') || 'nothing',
    encoding === 'passes' && meaning === 'passes' ? 'passes' : red('fails'),
    [...because.map(reasonText), ...(settled === 0 ? [] : [`${settled} accepted before`])].join(', '),
  ]);
  const head = ['held against', 'promised', '', 'because'];
  return [
    '',
    table([head, ...rows], '  ', look.width),
    ...live.flatMap(({ version, because, findings }) => {
      const broken = findings.filter(({ rule }) => !isNote(rule));
      // What is broken for the last version stands above.
      if (broken.length === 0 || because.some(({ kind }) => kind === 'last')) return [];
      return ['', `against v${version}:`, ...broken.map(finding => findingText(finding, look))];
    }),
  ];
}

function reasonText(reason: LiveReason): string {
  switch (reason.kind) {
    case 'last':
      return 'the version before';
    case 'data':
      return `data ${visible(reason.revision)}`;
    case 'producer':
      return `written by ${reason.name}`;
    case 'consumer':
      return reason.staysBehind ? `${reason.name} stays on it` : `read by ${reason.name}`;
  }
}
