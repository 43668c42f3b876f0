/** One line of a stream, without its end; `undefined` where it was longer than a line may be, and was not kept. */
export type Line = { readonly number: number; readonly bytes: Uint8Array | undefined };

/** The lines of a stream, one at a time, whatever its size. A last line without an end is one, an empty one is not. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  most_bytes: number,
): AsyncGenerator<Line> {
  let number = 1;
  let held: Uint8Array[] = [];
  let held_bytes = 0;
  const take = (part: Uint8Array): void => {
    held_bytes += part.byteLength;
    if (held_bytes <= most_bytes) held.push(part);
    else held = [];
  };
  const line = (): Line => {
    const bytes = held_bytes > most_bytes ? undefined : Buffer.concat(held);
    held = [];
    held_bytes = 0;
    return { number: number++, bytes };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      yield line();
    }
    take(chunk.subarray(start));
  }
  if (held_bytes > 0) yield line();
}

const LINE_FEED = 0x0a;
