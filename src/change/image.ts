import type { CodecName } from '../matrix/plain-lane.ts';

/** A program that reads records for somebody: a command, and what it may take. */
export type ReaderCommand = {
  /** The program and its first arguments; what it is to read is named in one more. */
  readonly exec: readonly [string, ...string[]];
  readonly limit_ms: number;
  readonly memory_mib: number;
};

/** A reader of another make, which a consumer runs now or would go back to. */
export type Image = {
  readonly name: string;
  readonly subject: string;
  /** The version it was built for; undefined where it follows the newest. */
  readonly version: number | undefined;
  /** The last day on which anybody would go back to it, `2026-03-31`; undefined where it is in use. */
  readonly until: string | undefined;
  readonly codecs: readonly CodecName[];
  readonly command: ReaderCommand;
};

/** Those of a subject that somebody runs, or would go back to on a day. */
export const imagesOn = (images: readonly Image[], subject: string, now_ms: number): readonly Image[] => {
  const today = new Date(now_ms).toISOString().slice(0, 10);
  return images.filter(
    image => image.subject === subject && (image.until === undefined || today <= image.until),
  );
};
