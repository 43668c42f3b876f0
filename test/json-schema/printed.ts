import type { DocumentName } from '../../src/contract/published-schema.ts';
import { publishedSchema } from '../../src/service/published-schemas.ts';

/** The text of a published schema, byte for byte. */
export const printed = (name: DocumentName, page: string): string =>
  `${JSON.stringify(publishedSchema(name, page), null, 2)}\n`;
