import { readFileSync, writeFileSync } from 'node:fs';
import { vectorRows } from './canonical-vectors.ts';

/** Run by hand, `node test/codec/print-vectors.ts`, when a vector is added; a test holds the table to the code. */
const PAGE = 'docs/formats.md';
const [before, , after] = readFileSync(PAGE, 'utf8').split(
  /(?<=<!-- vectors -->\n)([\s\S]*)(?=<!-- end of vectors -->)/,
);
const head = '| fields | values | canonical bytes | logicalContentDigest |\n|---|---|---|---|\n';
writeFileSync(PAGE, `${before}${head}${vectorRows().join('\n')}\n${after}`);
