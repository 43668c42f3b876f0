import { breaks, type Rule, SAFE } from '../rule.ts';
import { samePolicy } from '../unchanged.ts';
import { policyText } from '../wording.ts';

/** From reject to map, and what used to stop the run is now trained on, as a class it doesn't belong to. */
export const unknownPolicySame: Rule = {
  id: 'UNKNOWN_POLICY_SAME',
  promise: 'A term outside the vocabulary meets the same treatment.',
  remedy: 'Keep the policy; where the new one is meant, rebuild the snapshot under it and compare the two.',
  looks: ['unknownPolicy'],
  pair: ({ writer, reader }) =>
    samePolicy(writer.unknownPolicy, reader.unknownPolicy)
      ? SAFE
      : breaks(policyText(writer.unknownPolicy), policyText(reader.unknownPolicy)),
};
