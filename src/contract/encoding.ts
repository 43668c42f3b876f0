import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';

/**
 * How text becomes token ids: it is cut by a pattern, the bytes of each piece are joined by rank, and ids above the ranks are
 * special tokens, which no text becomes. Nothing else decides which ids come out.
 */
export type Encoding = {
  readonly name: EncodingName;
  /** Of everything that decides: see `encodingDocument`. */
  readonly digest: Digest;
  /** Of the bytes of the ranks, one line a token: base64 of its bytes, a blank, its id. */
  readonly ranks: Digest;
  /** ECMAScript, with the flags `g` and `u`. */
  readonly pattern: string;
  /** By their text; ids of their own. */
  readonly specials: Readonly<Record<string, number>>;
  /** Ids are 0 to one below it. */
  readonly size: number;
};

export const ENCODING_NAMES = [
  'r50k_base',
  'p50k_base',
  'p50k_edit',
  'cl100k_base',
  'o200k_base',
  'o200k_harmony',
] as const;
export type EncodingName = (typeof ENCODING_NAMES)[number];

/** What the digest of an encoding hashes; the canonical JSON of it is a file that a tokenizer may name. */
export const encodingDocument = ({
  pattern,
  ranks,
  specials,
}: Pick<Encoding, 'pattern' | 'ranks' | 'specials'>): Json => ({
  format: 'assay.encoding/1',
  pattern,
  ranks,
  specials,
});

// \s of ECMAScript has U+FEFF and lacks U+0085; the patterns are written for the Unicode property.
const BLANK = '\\p{White_Space}';
const NOT_BLANK = '\\P{White_Space}';

const GPT2 = `'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^${BLANK}\\p{L}\\p{N}]+|${BLANK}+(?!${NOT_BLANK})|${BLANK}+`;

// What ignores case matches U+017F too, which is a small s.
const SHORT_FORM = "'(?:[sdmtSDMT\\u017F]|[lL][lL]|[vV][eE]|[rR][eE])";

const CL100K = `${SHORT_FORM}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^${BLANK}\\p{L}\\p{N}]+[\\r\\n]*|${BLANK}+$|${BLANK}*[\\r\\n]|${BLANK}+(?!${NOT_BLANK})|${BLANK}`;

const UPPER = '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}';
const LOWER = '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}';
const O200K = [
  `[^\\r\\n\\p{L}\\p{N}]?[${UPPER}]*[${LOWER}]+(?:${SHORT_FORM})?`,
  `[^\\r\\n\\p{L}\\p{N}]?[${UPPER}]+[${LOWER}]*(?:${SHORT_FORM})?`,
  '\\p{N}{1,3}',
  ` ?[^${BLANK}\\p{L}\\p{N}]+[\\r\\n/]*`,
  `${BLANK}*[\\r\\n]+`,
  `${BLANK}+(?!${NOT_BLANK})`,
  `${BLANK}+`,
].join('|');

const RANKS = {
  r50k: 'sha256:306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930',
  p50k: 'sha256:94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069',
  cl100k: 'sha256:223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7',
  o200k: 'sha256:446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d',
} as const satisfies Readonly<Record<string, Digest>>;

const END = '<|endoftext|>';
const FIM = ['<|fim_prefix|>', '<|fim_middle|>', '<|fim_suffix|>'] as const;
const PROMPT_END = '<|endofprompt|>';

/** Ids in a row, each `name(id)`. */
const inARow = (from: number, names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name, at) => [name, from + at]));

const reserved = (id: number): string => `<|reserved_${id}|>`;

const HARMONY: Readonly<Record<string, number>> = {
  ...inARow(199_998, [
    '<|startoftext|>',
    END,
    reserved(200_000),
    reserved(200_001),
    '<|return|>',
    '<|constrain|>',
  ]),
  ...inARow(200_004, [reserved(200_004), '<|channel|>', '<|start|>', '<|end|>', '<|message|>']),
  ...inARow(200_009, [reserved(200_009), reserved(200_010), reserved(200_011), '<|call|>']),
  ...inARow(
    200_013,
    Array.from({ length: 201_088 - 200_013 }, (_, at) =>
      200_013 + at === 200_018 ? PROMPT_END : reserved(200_013 + at),
    ),
  ),
};

const WRITTEN: { readonly [K in EncodingName]: Pick<Encoding, 'pattern' | 'ranks' | 'specials'> } = {
  r50k_base: { pattern: GPT2, ranks: RANKS.r50k, specials: { [END]: 50_256 } },
  p50k_base: { pattern: GPT2, ranks: RANKS.p50k, specials: { [END]: 50_256 } },
  p50k_edit: { pattern: GPT2, ranks: RANKS.p50k, specials: { [END]: 50_256, ...inARow(50_281, FIM) } },
  cl100k_base: {
    pattern: CL100K,
    ranks: RANKS.cl100k,
    specials: { [END]: 100_257, ...inARow(100_258, FIM), [PROMPT_END]: 100_276 },
  },
  o200k_base: {
    pattern: O200K,
    ranks: RANKS.o200k,
    specials: { [END]: 199_999, [PROMPT_END]: 200_018 },
  },
  o200k_harmony: { pattern: O200K, ranks: RANKS.o200k, specials: HARMONY },
};

/** The highest ids of ranks alone; p50k has ranks beyond its one special token. */
const RANKS_SIZE: { readonly [K in EncodingName]?: number } = { p50k_base: 50_281 };

let known: ReadonlyMap<EncodingName, Encoding> | undefined;

/** Every encoding that can be run here, by name; their digests are worked out when one is first asked for. */
export function encodings(): ReadonlyMap<EncodingName, Encoding> {
  known ??= new Map(
    ENCODING_NAMES.map(name => {
      const written = WRITTEN[name];
      const size = RANKS_SIZE[name] ?? Math.max(...Object.values(written.specials)) + 1;
      return [name, { name, digest: documentDigest(encodingDocument(written)), size, ...written }] as const;
    }),
  );
  return known;
}
