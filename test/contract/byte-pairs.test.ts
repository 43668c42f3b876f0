import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import type { TextTokenizer } from '../../src/contract/byte-pairs.ts';
import {
  ENCODING_NAMES,
  type EncodingName,
  encodingDocument,
  encodings,
} from '../../src/contract/encoding.ts';
import { encodingOf } from '../../src/contract/runnable-tokenizer.ts';
import { tokenizerFor } from '../../src/engine/token-ranks.ts';
import { must } from './small-subject.ts';

const running = (name: EncodingName): TextTokenizer => must(tokenizerFor(encodings().get(name)!));
const VECTORS: readonly { readonly text: string }[] = JSON.parse(
  readFileSync(new URL('encoding-vectors.json', import.meta.url), 'utf8'),
);

const textOf = (tokenizer: TextTokenizer, ids: readonly number[]): string => {
  const decoded = tokenizer.decode(ids);
  if (decoded.kind === 'refused') return decoded.code;
  return decoded.parts.map(part => ('text' in part ? part.text : `[${part.special}]`)).join('');
};

describe('text under an encoding', () => {
  it.each(['r50k_base', 'p50k_base', 'cl100k_base', 'o200k_base'] as const)(
    'becomes the ids that tiktoken 0.14.0 gives it under %s, and these the text again',
    name => {
      const tokenizer = running(name);
      for (const vector of VECTORS) {
        const ids = (vector as unknown as Readonly<Record<string, readonly number[]>>)[name]!;
        expect(tokenizer.encode(vector.text)).toEqual(ids);
        expect(tokenizer.count(vector.text)).toBe(ids.length);
        expect(textOf(tokenizer, ids)).toBe(vector.text);
      }
    },
  );

  it('becomes the ids that gpt-tokenizer gives it, where that does not take U+FEFF and U+0085 for other things', async () => {
    const { default: ranks } = await import('gpt-tokenizer/bpeRanks/r50k_base');
    const peer = GptEncoding.getEncodingApi('r50k_base', () => ranks);
    const tokenizer = running('r50k_base');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), text => {
        fc.pre(!/[\uFEFF\u0085]/.test(text));
        expect(tokenizer.encode(text)).toEqual(peer.encode(text, { disallowedSpecial: new Set() }));
      }),
      { numRuns: 60 },
    );
  });

  it('comes back from its ids, whatever it is', () => {
    const tokenizer = running('r50k_base');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
        expect(textOf(tokenizer, tokenizer.encode(text))).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('is text where it is spelt as a special token', () => {
    const ids = running('r50k_base').encode('<|endoftext|>');
    expect(ids).not.toContain(50_256);
    expect(ids.length).toBeGreaterThan(1);
  });

  it('is tokenized in the time its length takes, because a word may be as long as a record', () => {
    const before = process.cpuUsage().user;
    expect(running('r50k_base').count('ab'.repeat(100_000))).toBeGreaterThan(1000);
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5);
  });

  it('is refused as half a surrogate pair, because nothing stands for it', () => {
    expect(() => running('r50k_base').encode('a\uD83D')).toThrow(TypeError);
  });
});

describe('ids under an encoding', () => {
  it('are refused where they end within a character, or stand for nothing', () => {
    const tokenizer = running('r50k_base');
    const ids = tokenizer.encode('\u{10348}');
    expect(ids.length).toBeGreaterThan(1);
    expect(tokenizer.decode(ids.slice(0, -1))).toEqual({ kind: 'refused', code: 'INVALID_UTF8' });
    expect(tokenizer.decode([50_257])).toEqual({ kind: 'refused', code: 'TOKEN_UNKNOWN' });
    expect(tokenizer.decode([-1])).toEqual({ kind: 'refused', code: 'TOKEN_UNKNOWN' });
  });

  it('tell a special token from the text it is written as, and no character goes over one', () => {
    const tokenizer = running('r50k_base');
    const [first = 0, ...rest] = tokenizer.encode('\u{10348}');
    expect(tokenizer.decode([15_496, 50_256, 15_496])).toEqual({
      kind: 'decoded',
      parts: [{ text: 'Hello' }, { special: '<|endoftext|>' }, { text: 'Hello' }],
    });
    expect(tokenizer.decode([first, 50_256, ...rest])).toEqual({ kind: 'refused', code: 'INVALID_UTF8' });
  });
});

describe('an encoding', () => {
  it('has a digest over its pattern, its ranks and its special tokens, in canonical JSON', () => {
    for (const encoding of encodings().values())
      expect(encoding.digest).toBe(sha256(canonicalJson(encodingDocument(encoding))));
    expect(new Set([...encodings().values()].map(({ digest }) => digest)).size).toBe(ENCODING_NAMES.length);
  });

  it('stands in the docs with the digests that it has', () => {
    const docs = readFileSync('docs/contract-format.md', 'utf8');
    for (const { name, digest, ranks, size } of encodings().values())
      expect(docs).toContain(`| \`${name}\` | \`${digest}\` | \`${ranks}\` | ${size} |`);
  });

  it('is known by a tokenizer that names its definition, alone or beside its ranks', () => {
    const encoding = encodings().get('o200k_base')!;
    const { digest, ranks, size } = encoding;
    expect(encodingOf({ files: { 'o200k_base.json': digest }, size })).toBe(encoding);
    expect(encodingOf({ files: { 'o200k_base.json': digest, 'o200k_base.tiktoken': ranks }, size })).toBe(
      encoding,
    );
  });

  it('is not known by its ranks alone, because they do not say how text is cut, nor beside what nobody knows', () => {
    const { digest, ranks, size } = encodings().get('o200k_base')!;
    const other = sha256('another file');
    expect(encodingOf({ files: { 'o200k_base.tiktoken': ranks }, size })).toContain('no definition');
    expect(encodingOf({ files: { 'tokenizer.json': other }, size })).toContain('none of its files');
    expect(encodingOf({ files: { 'e.json': digest, 'added.json': other }, size })).toContain('added.json');
    expect(encodingOf({ files: { 'e.json': digest }, size: size + 1 })).toContain('200020');
  });
});
