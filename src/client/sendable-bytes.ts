/** Bytes as they stand in JSON: as the text they are, or in base64 where they are none. */
export function sendableBytes(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: UTF8.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
