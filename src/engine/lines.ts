import type { Readable } from 'node:stream';

/**
 * Calls back with each line of a stream. A line ends at a line feed and nowhere else: readline ends one at U+2028 too,
 * which JSON leaves as it is. A line longer than `bytesMax` ends the reading, and `tooLong` is called once.
 */
export function eachLine(
  stream: Readable,
  bytesMax: number,
  take: (line: string) => void,
  tooLong: () => void,
): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  stream.on('data', (chunk: Buffer) => {
    for (let start = 0; !ended && start < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, start);
      const part = chunk.subarray(start, end < 0 ? chunk.length : end);
      bytes += part.length;
      if (bytes > bytesMax) {
        ended = true;
        parts = [];
        return tooLong();
      }
      parts.push(part);
      if (end < 0) return;
      const line = Buffer.concat(parts).toString('utf8');
      [parts, bytes] = [[], 0];
      start = end + 1;
      take(line);
    }
  });
}

const LINE_FEED = 0x0a;
