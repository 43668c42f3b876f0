/** Text between bytes and strings, in an engine that may have nothing for it. */
export type Utf8 = {
  readonly read: (bytes: Uint8Array, start: number, end: number) => string;
  readonly write: (text: string) => Uint8Array;
};

/** What the engine has, or what follows where it has nothing. Asked before the engine is bared. */
export function utf8(): Utf8 {
  if (typeof TextDecoder === 'undefined') return { read, write };
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  return {
    read: (bytes, start, end) => decoder.decode(bytes.subarray(start, end)),
    write: text => encoder.encode(text),
  };
}

/** The bytes are UTF-8: whoever sent them looked. */
export function read(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; ) {
    const first = bytes[at]!;
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let point = more === 0 ? first : first & (0x3f >> more);
    for (let next = 1; next <= more; next++) point = (point << 6) | (bytes[at + next]! & 0x3f);
    text += String.fromCodePoint(point);
    at += more + 1;
  }
  return text;
}

/** The text is well-formed. */
export function write(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let at = 0;
  for (const letter of text) {
    const point = letter.codePointAt(0)!;
    if (point < 0x80) bytes[at++] = point;
    else {
      const more = point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
      bytes[at++] = ((0xff00 >> (more + 1)) & 0xff) | (point >> (6 * more));
      for (let next = more - 1; next >= 0; next--) bytes[at++] = 0x80 | ((point >> (6 * next)) & 0x3f);
    }
  }
  return bytes.subarray(0, at);
}
