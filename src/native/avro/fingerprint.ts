import { type AvroType, isNamed } from './type.ts';

/**
 * The 64-bit Rabin fingerprint of a schema's parsing canonical form, as Avro's specification has it ("CRC-64-AVRO").
 * It tells apart schemas whose bytes are read otherwise, and no others: the form has no logical types, defaults or aliases.
 */
export function avroFingerprint(type: AvroType): bigint {
  let print = EMPTY;
  for (const byte of Buffer.from(parsingCanonicalForm(type)))
    print = (print >> 8n) ^ TABLE[Number(print & 0xffn) ^ byte]!;
  return print;
}

const EMPTY = 0xc15d213aa4d7a795n;

const TABLE: readonly bigint[] = Array.from({ length: 256 }, (_, byte) => {
  let print = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) print = (print >> 1n) ^ (print & 1n ? EMPTY : 0n);
  return print;
});

/** Names with their namespaces, the attributes that decide how bytes are read, in one order and without white space. */
export function parsingCanonicalForm(type: AvroType): string {
  const defined = new Set<AvroType>();
  const form = (each: AvroType): string => {
    if (isNamed(each) && defined.has(each)) return quoted(each.name);
    defined.add(each);
    switch (each.kind) {
      case 'union':
        return `[${each.branches.map(form).join(',')}]`;
      case 'array':
        return `{"type":"array","items":${form(each.items)}}`;
      case 'map':
        return `{"type":"map","values":${form(each.values)}}`;
      case 'enum':
        return `{"name":${quoted(each.name)},"type":"enum","symbols":[${each.symbols.map(quoted).join(',')}]}`;
      case 'fixed':
        return `{"name":${quoted(each.name)},"type":"fixed","size":${each.size}}`;
      case 'record': {
        const fields = each.fields.map(({ name, type }) => `{"name":${quoted(name)},"type":${form(type)}}`);
        const kind = each.isError ? 'error' : 'record';
        return `{"name":${quoted(each.name)},"type":"${kind}","fields":[${fields.join(',')}]}`;
      }
      default:
        return quoted(each.kind);
    }
  };
  return form(type);
}

/** A name has no character that JSON would escape. */
const quoted = (name: string): string => `"${name}"`;
