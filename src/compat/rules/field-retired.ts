import { breaks, type Rule } from '../rule.ts';

/** What nobody writes is not yet what nobody reads: deleted too early, it is missed by the reader that comes back. */
export const fieldRetired: Rule = {
  id: 'FIELD_RETIRED',
  promise: 'A field that leaves the record is seen to leave, and its id is never used again.',
  remedy: 'Stop new consumers first, wait for every supported reader, then delete what is stored.',
  direction: 'backward',
  dropped: ({ writer }) => breaks(writer.name, 'not read'),
};
