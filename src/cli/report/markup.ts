import { visible } from '../output.ts';

/** Text inside of elements and of quoted attributes, in HTML and in XML alike. */
export const markup = (text: string): string =>
  visible(text.toWellFormed()).replace(/[&<>"'`\uFFFE\uFFFF]/g, found =>
    // XML has no way to write these two at all.
    found > '\uFFFD' ? '\uFFFD' : `&#${found.codePointAt(0)};`,
  );

/**
 * Text in Markdown that a forge renders: none of it is a link, a mention, a cell's end or markup, whatever it holds.
 */
export const markdownText = (text: string): string =>
  visible(text.toWellFormed()).replace(/[&<>"'`|*_~[\]#@\\$:/.]/g, found => `&#${found.codePointAt(0)};`);
