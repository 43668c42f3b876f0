import { ATOMS, type Atom, BINARY_PREFIXES, COUNTED, METRIC_PREFIXES } from './unit-table.ts';

/** The UCUM code of an English name (`milliseconds`, `metre per square second`); `undefined` where it is none. */
export function unitCodeOfName(text: string): string | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const whole = NAMES.get(words);
  if (whole !== undefined) return whole;
  const [first, ...rest] = words.split(' per ');
  const above = powerCode(first!);
  const below = rest.map(powerCode);
  return above === undefined || below.includes(undefined) ? undefined : [above, ...below].join('/');
}

const POWERS: ReadonlyArray<readonly [shape: RegExp, exponent: string]> = [
  [/^square (.+)$/, '2'],
  [/^(.+) squared$/, '2'],
  [/^cubic (.+)$/, '3'],
  [/^(.+) cubed$/, '3'],
  [/^(.+)$/, ''],
];

function powerCode(words: string): string | undefined {
  for (const [shape, exponent] of POWERS) {
    const code = NAMES.get(shape.exec(words)?.[1] ?? '');
    if (code !== undefined) return `${code}${exponent}`;
  }
  return undefined;
}

/** Names whose plural is no added s; the table has it, where there is one. */
const IRREGULAR = /(?:s|z|ch|foot|feet)$/;

const NAMES: ReadonlyMap<string, string> = new Map([
  ...[...ATOMS].flatMap(([code, atom]) => namesOf(code, atom)),
  ...COUNTED.flatMap(thing => withPlural(thing, `{${thing}}`)),
  ['dimensionless', '1'],
]);

function namesOf(code: string, atom: Atom): Array<[name: string, code: string]> {
  const prefixes = [
    ['', ''] as const,
    ...(atom.metric ? METRIC_PREFIXES : []),
    ...(atom.binary ? BINARY_PREFIXES : []),
  ];
  return atom.names.flatMap(name =>
    prefixes.flatMap(([prefix, prefixName]) => withPlural(`${prefixName}${name}`, `${prefix}${code}`)),
  );
}

function withPlural(name: string, code: string): Array<[name: string, code: string]> {
  return IRREGULAR.test(name)
    ? [[name, code]]
    : [
        [name, code],
        [`${name}s`, code],
      ];
}
