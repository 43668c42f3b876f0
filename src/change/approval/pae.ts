/** What a DSSE signature is made over: type and payload with their lengths, so that neither can be taken for the other. */
export const preAuthEncoding = (payloadType: string, payload: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `, 'utf8'),
    payload,
  ]);
