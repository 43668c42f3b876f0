import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * A text is its bytes in every binary format. JSON writes it as it is, and bytes in base64: an ordinary reader that
 * goes by names and expects bytes refuses most texts, and takes some for the base64 of other bytes.
 */
export const textReadAsBytes: Rule = {
  id: 'TEXT_READ_AS_BYTES',
  promise: 'A text is written as a text for as long as it is read as one.',
  remedy: 'Read JSON by id until everything is written as bytes; Avro needs nothing.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'string' && to.kind === 'bytes' ? breaks(from.kind, to.kind) : SAFE,
};
