import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { Ajv } from 'ajv';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** What the published schema of SARIF says of a document. */
export const isSarif = (() => {
  const file = createRequire(import.meta.url).resolve(
    '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
  );
  // It is of draft 4, and says nothing that later drafts read another way.
  const { $schema, id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  if (!$schema.includes('draft-04') || !id.includes('sarif')) throw new Error('another schema');
  return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
})();

export const xml = (text: string) =>
  new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml');

export type Element = DefaultTreeAdapterTypes.Element;

/** Every element of a page, as a browser would have it. */
export function elementsOf(page: string): readonly Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(page));
  return found;
}

export const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find(one => one.name === name)?.value;
