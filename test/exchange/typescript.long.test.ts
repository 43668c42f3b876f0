import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typescriptNotes, typescriptText } from '../../src/exchange/typescript/typescript-text.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { ANIMALS, must, parseText } from '../contract/small-subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { anyContract, contractOf } from './any-contract.ts';

const folder = temporaryFolder();

/** What the compiler says of a text, by line. */
function errorsIn(text: string): string {
  const file = path.join(folder, 'record.ts');
  writeFileSync(file, text);
  const tsc = path.join(REPOSITORY, 'node_modules', '.bin', 'tsc');
  try {
    execFileSync(tsc, ['--noEmit', '--strict', '--target', 'esnext', '--ignoreConfig', file], {
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  }
}

const TYPED = must(
  parseText(`schema: s.v2
fields:
  - {id: 1, name: at, physical: int64, logical: duration, unit: ms, range: [0, null], nullable: false, doc: "ends */ here"}
  - {id: 2, name: animal, physical: string, logical: category, nullable: true, vocabulary: ${ANIMALS.digest}, unknownPolicy: reject}
  - {id: 3, name: code, physical: int64, logical: category, nullable: false, vocabulary: ${ANIMALS.digest}, unknownPolicy: {map: dog}, ignoreValue: -1}
  - {id: 4, name: tags, physical: list, maxLength: 3, logical: sequence, nullable: false, element: {id: 5, physical: string, logical: text, nullable: true}}
`),
);

describe('a contract in TypeScript', () => {
  it('has an int64 as a bigint, a closed vocabulary as its terms, and a null where there may be one', () => {
    const text = typescriptText(TYPED);
    expect(text).toContain('export type SV2 = {');
    expect(text).toContain(
      '/**\n   * 1: int64, duration in ms from 0 to any.\n   * ends *\\/ here\n   */\n  readonly at: bigint;',
    );
    expect(text).toContain('readonly animal: ("cat" | "dog" | "cow") | null;');
    expect(text).toContain('readonly code: (0n | 1n | 3000000000n | -1n);');
    expect(text).toContain('readonly tags: readonly (string | null)[];');
  });

  it('is accepted by the compiler, whatever the contracts say, and holds what they hold', () => {
    const texts = fc
      .sample(anyContract, 40)
      .map((contract, index) => typescriptText({ ...contract, version: index + 1 }));
    const use =
      "const record: SV99 = { at: 1n, animal: 'cow', code: -1n, tags: ['a', null] };\nvoid record;\n";
    expect(errorsIn([...texts, typescriptText({ ...TYPED, version: 99 }), use].join('\n'))).toBe('');
    expect(
      errorsIn(
        `${typescriptText(TYPED)}const record: SV2 = { at: 1, animal: 'pig', code: 7n, tags: [1] };\nvoid record;\n`,
      ),
    ).toMatch(/TS2322[\s\S]*TS2322[\s\S]*TS2322[\s\S]*TS2322/);
  });

  it('says of each key of the contract that it is in a comment, or lost', () => {
    const notes = typescriptNotes(contractOf(TYPED.schema));
    expect(notes.filter(({ path: at }) => at === '/at').map(({ what, why }) => [what, why])).toEqual([
      ['id', 'it stands in a comment'],
      ['physical', 'it stands in a comment'],
      ['owner', 'no type can say it'],
      ['sensitivity', 'no type can say it'],
      ['logical', 'it stands in a comment'],
      ['unit', 'it stands in a comment'],
      ['range', 'it stands in a comment'],
    ]);
  });
});
