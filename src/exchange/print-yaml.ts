import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { numeral } from './print-json.ts';

/** A document, and what is remarked behind some of its lines, by the path of the line. */
export type Remarks = ReadonlyMap<string, string>;

const NONE: Remarks = new Map();

/** A document as a person would write it; what `readYaml` makes of the text is the same document. */
export function printYaml(document: { readonly [key: string]: Json }, remarks: Remarks = NONE): string {
  return `${mapLines(document, '', '', remarks).join('\n')}\n`;
}

/** Columns up to which a list or a map stays on one line. */
const WIDTH = 100;

function mapLines(
  map: { readonly [key: string]: Json },
  indent: string,
  path: string,
  remarks: Remarks,
): string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const at = `${path}/${key}`;
    const head = `${indent}${scalar(key)}:`;
    const remark = remarks.has(at) ? ` # ${remarks.get(at)}` : '';
    const inline = flow(value);
    const fits = !isComposite(value) || (isSmall(value) && head.length + inline.length < WIDTH);
    if (fits) return [`${head} ${inline}${remark}`];
    if (Array.isArray(value)) return [head + remark, ...listLines(value, `${indent}  `, at, remarks)];
    return [
      head + remark,
      ...mapLines(value as { readonly [key: string]: Json }, `${indent}  `, at, remarks),
    ];
  });
}

function listLines(list: readonly Json[], indent: string, path: string, remarks: Remarks): string[] {
  return list.flatMap((item, index) => {
    const at = `${path}/${index}`;
    const inline = flow(item);
    const fits = !isComposite(item) || (isSmall(item) && indent.length + inline.length < WIDTH);
    if (isComposite(item) && !Array.isArray(item) && !fits) {
      const [first = '', ...rest] = mapLines(
        item as { readonly [key: string]: Json },
        `${indent}  `,
        at,
        remarks,
      );
      return [`${indent}- ${first.trimStart()}`, ...rest];
    }
    return [`${indent}- ${inline}${remarks.has(at) ? ` # ${remarks.get(at)}` : ''}`];
  });
}

const isComposite = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** What holds no more than scalars, and few of them: a range, a default, a term. A field has a line for each key. */
function isSmall(value: Json): boolean {
  const held = Object.values(value as object) as readonly Json[];
  if (Array.isArray(value)) return held.every(item => !isComposite(item) || Array.isArray(item));
  return (
    held.length <= SMALL_KEYS &&
    !('physical' in (value as object)) &&
    held.every(item => !isComposite(item) || Array.isArray(item))
  );
}

const SMALL_KEYS = 5;

function flow(value: Json): string {
  if (!isComposite(value)) return scalar(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(flow).join(', ')}]`;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return `{${entries.map(([key, item]) => `${scalar(key)}: ${flow(item)}`).join(', ')}}`;
}

function scalar(value: Json): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numeral(value);
  if (Array.isArray(value)) return '[]';
  return value === null || typeof value === 'boolean' ? String(value) : '{}';
}

/** Text that no reader of YAML takes for anything else; all other text is quoted. */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9_.;/()-]|:(?=[A-Za-z0-9])| (?=[A-Za-z0-9(]))*$/;
const WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

function text(value: string): string {
  if (PLAIN.test(value) && !WORDS.test(value)) return value;
  return canonicalJson(value).replace(
    UNPRINTABLE,
    found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What JSON leaves as it is and YAML does not print. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
