import type * as z from 'zod';
import { isNote } from '../compat/catalogue.ts';
import { pathText } from '../compat/finding.ts';
import type { Decided } from './proposal.ts';
import type { JUDGED } from './wire/answers.ts';
import { problemDocument } from './wire/problem-document.ts';

/** What whoever proposes is told of the judgement at once. */
export type JudgedDocument = Omit<z.output<typeof JUDGED>, 'unread'> & {
  readonly unread: readonly ReturnType<typeof problemDocument>[];
};

export function judgedDocument(judgement: Decided['judgement']): JudgedDocument {
  const { encoding, meaning, step } = judgement;
  const told = {
    encoding,
    meaning,
    isFirst: step.from === undefined,
    lowers: null,
    unread: [],
    governed: null,
  };
  if ('after' in judgement) return { ...told, of: 'revision', class: judgement.class, breaksRule: false };
  if ('governed' in judgement) {
    const { isUnbound, governed } = judgement;
    const findings = governed.findings.map(({ rule, path, from, to }) => ({
      rule,
      path: pathText(path),
      from,
      to,
    }));
    return {
      ...told,
      of: 'governance',
      class: governed.class,
      breaksRule: findings.length > 0,
      governed: { isUnbound, findings },
    };
  }
  const { comparison, lowers, unread } = judgement;
  return {
    ...told,
    of: 'version',
    class: comparison.class,
    breaksRule: comparison.findings.some(({ rule }) => !isNote(rule)),
    lowers: lowers ?? null,
    unread: unread.map(problemDocument),
  };
}
