import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DOCUMENTS, publishedFile } from '../../src/contract/published-schema.ts';
import { printed } from './printed.ts';

/** `npm run json-schema`: writes the published schemas as the code has them. */
const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/contract-format.md'), 'utf8');
mkdirSync(path.join(root, 'json-schema'), { recursive: true });
for (const name of DOCUMENTS)
  writeFileSync(path.join(root, 'json-schema', publishedFile(name)), printed(name, page));
