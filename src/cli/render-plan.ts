import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { planDigest, planDocument } from '../convert/plan-document.ts';
import { type Look, table, visible } from './output.ts';

/** A plan for a person: a line a field of the new version, and under it what is done, step by step. */
export function planText(plan: ConversionPlan, { paint, width }: Look): string {
  const { subject, from, to, where, functions = [], fields, dropped } = planDocument(plan);
  return [
    `${paint.bold('plan')} ${subject}@${from.version} → @${to.version}`,
    ...(where === null ? [] : [`  where     ${visible(where)}`]),
    table(
      fields.flatMap(field => fieldRows(field as Fields)),
      '  ',
      width,
    ),
    ...functions.flatMap(functionTexts),
    ...(dropped.length === 0 ? [] : [`  dropped   ${dropped.join(', ')}`]),
    `  converter ${plan.converter}`,
    `  plan      ${planDigest(plan)}`,
  ].join('\n');
}

/** What runs, which is what a person approves. */
const functionTexts = ({
  name,
  module,
  exported,
  isolation,
  takes,
  digest,
}: FunctionText): readonly string[] => [
  `  function  ${visible(`${name}, ${exported} of ${module}, takes ${takes.join(', ')}, in ${isolation}`)}`,
  `            ${digest}`,
];

type FunctionText = NonNullable<ReturnType<typeof planDocument>['functions']>[number];

type Fields = { readonly [key: string]: Json };

function fieldRows(field: Fields, above = ''): readonly (readonly string[])[] {
  const {
    field: id,
    name,
    from,
    derived,
    function: by,
    steps = [],
    members = [],
    element,
    key,
    value,
    means,
  } = field;
  const head = `${above}${visible(String(name))} (${id})`;
  const inside = [element, key, means === undefined ? value : undefined, ...(members as readonly Json[])];
  const done =
    derived !== undefined
      ? `= ${visible(String(derived))}`
      : by !== undefined
        ? `made by function ${visible(String(by))}`
        : means === undefined
          ? sourceText(from)
          : `${canonicalJson(value!)}, means ${means}`;
  return [
    [head, done],
    ...(steps as readonly Fields[]).map(step => ['', stepText(step)]),
    ...inside.flatMap(part => (part === undefined ? [] : fieldRows(part as Fields, `${head}.`))),
  ];
}

const sourceText = (from: Json | undefined): string =>
  from === null || from === undefined ? 'made of its members' : `from ${from}`;

function stepText({ kind, ...rest }: Fields): string {
  if (kind === 'remap') return `remap ${remapText(rest)}`;
  const said = Object.entries(rest).filter(([, value]) => value !== null);
  return visible(
    [
      kind,
      ...said.map(([key, value]) => `${key} ${typeof value === 'string' ? value : canonicalJson(value)}`),
    ].join(' '),
  );
}

/** Where most terms stay what they are, the others are what a person looks for. */
function remapText({ terms, unknown, ignored }: Fields): string {
  const all = terms as readonly Fields[];
  const moved = all.filter(({ from, to, when }) => from !== to || when !== undefined);
  const becomes = (said: Json | undefined): string =>
    typeof said === 'string' ? said : canonicalJson((said as Fields)['to']!);
  return visible(
    [
      ...moved.map(
        ({ from, to, becomes: none, when }) =>
          `${from} → ${to ?? none}${when === undefined ? '' : ` when ${when}`}`,
      ),
      ...(moved.length < all.length ? [`${all.length - moved.length} of ${all.length} terms stay`] : []),
      `unknown → ${becomes(unknown)}`,
      `ignored → ${becomes(ignored)}`,
    ].join(', '),
  );
}
