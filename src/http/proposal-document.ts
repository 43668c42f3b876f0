import type { AnsweredProposal } from '../service/sent-changes.ts';

/** What became of a proposal, and what was found of it, as whoever sent it is told. */
export const proposalDocument = ({ answer, ledger, judged, cache }: AnsweredProposal) => ({
  answer,
  ledger,
  judged: judged && { ...judged, unread: judged.unread.map(problem => ({ ...problem })) },
  cache: cache && { ...cache },
});
