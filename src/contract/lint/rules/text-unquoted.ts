import { canonicalJson } from '../../../base/canonical-json.ts';
import { allFields } from '../../check-schema.ts';
import type { Contract } from '../../contract.ts';
import type { Kind, Type } from '../../field.ts';
import { childrenOf } from '../../nested.ts';
import { nodeAt, type Path, type YamlDocument, type YamlNode } from '../../yaml-document.ts';
import { lintRule } from '../lint-rule.ts';

/** `no` and `12:30` are text here, and false and 750 in a YAML 1.1 reader, which most scripts still use. */
export const textUnquoted = lintRule<{ text: string }>({
  id: 'TEXT_UNQUOTED',
  level: 'note',
  fix: 'safe',
  asks: 'Text that looks like a version, a date, a time or a truth value is in quotes.',
  say: f => `${f.text} is text here, and something else to other readers of YAML`,
  remedy: 'Put it in quotes.',
  find: ({ document, contract }) =>
    [...textsIn(document.root, []), ...textValuesIn(document, contract)]
      .filter(([text, at]) => MISREAD.test(text) && !/["'|>]/.test(document.text[at]!))
      .map(([text, , path]) => ({
        path,
        facts: { text },
        edit: { kind: 'replace', path, text: canonicalJson(text) } as const,
      })),
});

const MISREAD =
  /^(?:yes|no|on|off|v?\d+(?:\.\d+){2,}|\d{4}-\d\d?-\d\d?(?:[Tt ].*)?|[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?)$/i;

/** A value of a field is written as its type has it, and read by its type: it is text where the type is. */
const VALUES: ReadonlySet<string> = new Set(['default', 'writeDefault', 'range', 'sentinels']);

const textValuesIn = (document: YamlDocument, { schema }: Contract): readonly Text[] =>
  allFields(schema)
    .filter(([{ type }]) => isOfText(type))
    .flatMap(([, above]) =>
      ['default', 'writeDefault', 'sentinels'].flatMap(key => {
        const path = [...above, key];
        const node = nodeAt(document, path);
        return node === undefined ? [] : textsIn(node, path);
      }),
    );

/** A date is a date to other readers, too; what holds both is left alone. */
const isOfText = (type: Type): boolean => {
  const kinds = kindsIn(type);
  return kinds.includes('string') && !kinds.some(kind => CLOCKS.has(kind));
};
const CLOCKS: ReadonlySet<Kind> = new Set(['date', 'time', 'timestamp', 'duration']);

const kindsIn = (type: Type): readonly Kind[] => [
  type.kind,
  ...childrenOf(type).flatMap(({ field }) => kindsIn(field.type)),
];

type Text = readonly [text: string, at: YamlDocument['root']['at'], path: Path];

function textsIn(node: YamlNode, path: Path): readonly Text[] {
  switch (node.kind) {
    case 'string':
      return [[node.value, node.at, path]];
    case 'list':
      return node.items.flatMap((item, index) => textsIn(item, [...path, index]));
    case 'map':
      return [...node.entries].flatMap(([key, { value }]) =>
        VALUES.has(key) ? [] : textsIn(value, [...path, key]),
      );
    default:
      return [];
  }
}
