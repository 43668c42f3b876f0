import type { RegisteredList } from './register.ts';

/** Who reads or writes a subject, and where each is registered: for programs. */
export const registeredListDocument = (
  { subject, seq, consumers, producers }: RegisteredList,
  role: 'consumer' | 'producer',
) =>
  role === 'producer'
    ? {
        subject,
        seq,
        producers: producers.map(({ name, writes, in: places }) => ({ name, writes, in: places })),
      }
    : {
        subject,
        seq,
        consumers: consumers.map(({ name, kind, reads: { from, to }, purpose, fields, in: places }) => ({
          name,
          kind,
          reads: { from, to: to ?? null },
          purpose,
          fields: fields ?? null,
          in: places,
        })),
      };
