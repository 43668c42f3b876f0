import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { TermChange } from '../../compat/vocabulary-diff.ts';
import type { Recoding } from '../../compat/vocabulary-recoding.ts';
import { type RemapRow, remapDocument, termDocument } from '../../compat/vocabulary-remap.ts';
import type { Term } from '../../contract/vocabulary.ts';
import { compareVocabularies, type VocabularyComparison } from '../../service/vocabulary-diff.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const vocabDiffCommand: CommandRow = {
  declare: command =>
    command
      .description('tell what became of each term, how the codes moved, and propose the remap')
      .argument('<older>', 'a file, a digest, or subject@version:field')
      .argument('<newer>', 'a file, a digest, or subject@version:field')
      .addHelpText(
        'after',
        '\nExit 1 when the two differ. Nothing is mapped on a likeness: what only looks the same is a suggestion.\n\nExamples:\n  assay vocab diff training.example@3:outcome training.example@4:outcome\n  assay vocab diff old-classes.yaml new-classes.yaml --json',
      ),
  act: async ask => {
    const project = await openProject(ask);
    const found = compareVocabularies(project, ask.world.folder, ask.words[0] ?? '', ask.words[1] ?? '');
    if (found instanceof Fault) return found;
    const { output } = ask.world;
    const exit = found.from.vocabulary.digest === found.to.vocabulary.digest ? 0 : 1;
    if (ask.settings.json) return writeJson(output, comparisonDocument(found), exit);
    output.write(`${comparisonText(found, lookOf(output))}\n`);
    return exit;
  },
};

/** Each list of a diff of which a term may be part, in the order they are told. */
const CHANGES = ['reused', 'moved', 'reidentified', 'renamed', 'realiased', 'merged', 'split'] as const;

function comparisonText(found: VocabularyComparison, look: Look): string {
  const { from, to, diff, recoding, suggestions, suggestedRecoding } = found;
  const head = `${look.paint.bold('vocabulary')}  ${visible(from.text)} → ${visible(to.text)}`;
  if (from.vocabulary.digest === to.vocabulary.digest)
    return `${head}\n  the same terms: ${from.vocabulary.digest}`;
  const told = [
    ...diff.added.map(term => ['added', termText(term)]),
    ...diff.removed.map(term => ['removed', termText(term)]),
    ...CHANGES.flatMap(kind => diff[kind].map(change => [kind, changeText(change)])),
    ...diff.recycled.map(({ from, to }) => ['recycled', `code ${codeText(from)} → ${codeText(to)}`]),
  ];
  return [
    head,
    `  from    ${from.vocabulary.digest}`,
    `  to      ${to.vocabulary.digest}`,
    `  terms   ${termsText(found)}`,
    ...(diff.shared.length === 0
      ? []
      : [`  order   ${diff.permuted ? 'changed' : 'kept'}`, `  codes   ${recodingText(recoding)}`]),
    ...(suggestions.length === 0
      ? []
      : [`  perhaps ${recodingText(suggestedRecoding)}: codes, if every suggestion below holds`]),
    ...(told.length === 0 ? [] : ['', table(told, '  ', look.width)]),
    '',
    ...remapText(found, look),
  ].join('\n');
}

function termsText({ diff, from }: VocabularyComparison): string {
  if (diff.replaced) return 'none is found again: another list altogether';
  const again = diff.shared.length + diff.merged.length;
  const by = diff.idsKept ? 'by id and spelling' : 'by spelling alone: ids were not kept';
  return `${again} of ${from.vocabulary.terms.length} found again, ${by}`;
}

const RECODING: { readonly [K in Recoding['kind']]: (found: Extract<Recoding, { kind: K }>) => string } = {
  none: () => 'kept',
  offset: ({ offset }) => `all moved by ${signed(offset)}`,
  permuted: () => 'the same codes, given out otherwise',
  stepwise: ({ steps }) =>
    `in order, moved by step: ${steps
      .slice(0, STEPS_SHOWN)
      .map(
        ({ first, last, offset }) => `${first === last ? first : `${first} to ${last}`} by ${signed(offset)}`,
      )
      .join(', ')}${steps.length > STEPS_SHOWN ? ` and ${steps.length - STEPS_SHOWN} more` : ''}`,
  irregular: () => 'changed without a pattern',
};

const STEPS_SHOWN = 12;

const recodingText = (recoding: Recoding): string =>
  (RECODING[recoding.kind] as (found: Recoding) => string)(recoding);

const signed = (offset: bigint): string => (offset > 0n ? `+${offset}` : String(offset));

function remapText({ remap, suggestions }: VocabularyComparison, look: Look): readonly string[] {
  const changed = remap.filter(({ from, to }) => to?.code !== from.code || to.label !== from.label);
  const stay = remap.length - changed.length;
  const likely = new Map(suggestions.map(suggestion => [suggestion.from, suggestion]));
  const rows = changed.map(row => {
    const suggestion = likely.get(row.from);
    const maybe =
      suggestion === undefined ? '' : `; perhaps ${termText(suggestion.to)}: ${suggestion.because}`;
    return [
      codeText(row.from),
      '→',
      row.to === undefined ? `unmapped: ${reasonText(row)}${maybe}` : codeText(row.to),
    ];
  });
  const head = `  remap, proposed: ${stay} of ${remap.length} stay as they are`;
  return rows.length === 0 ? [head] : [head, table(rows, '    ', look.width)];
}

function reasonText(row: Extract<RemapRow, { to: undefined }>): string {
  if (row.reason === 'split') return `its records are ${row.parts.map(termText).join(' or ')} now`;
  return row.reason === 'reused' ? 'its id stands for something else' : 'it is gone';
}

const codeText = ({ code, label }: Term): string => `${code} ${visible(label)}`;
const termText = ({ id, label }: Term): string => `${visible(label)} (${id})`;

/** Another label, another id, or the same with other aliases. */
const changeText = ({ from, to }: TermChange): string =>
  from.label === to.label && from.id === to.id
    ? `${termText(from)}: ${aliasText(from)} → ${aliasText(to)}`
    : `${termText(from)} → ${termText(to)}`;

const aliasText = ({ aliases }: Term): string =>
  aliases.length === 0 ? 'no alias' : visible(aliases.join(', '));

function comparisonDocument(found: VocabularyComparison): Json {
  const { from, to, diff, recoding, remap, suggestions, suggestedRecoding } = found;
  const changeDocument = (change: TermChange): Json => ({
    from: termDocument(change.from),
    to: termDocument(change.to),
  });
  return {
    from: { named: from.text, name: from.name ?? null, digest: from.vocabulary.digest },
    to: { named: to.text, name: to.name ?? null, digest: to.vocabulary.digest },
    kept: diff.kept,
    idsKept: diff.idsKept,
    replaced: diff.replaced,
    permuted: diff.permuted,
    recoding,
    added: diff.added.map(termDocument),
    removed: diff.removed.map(termDocument),
    recycled: diff.recycled.map(changeDocument),
    ...Object.fromEntries(CHANGES.map(kind => [kind, diff[kind].map(changeDocument)])),
    remap: remapDocument(remap),
    suggestions: suggestions.map(({ because, ...change }) => ({
      from: termDocument(change.from),
      to: termDocument(change.to),
      because,
    })),
    suggestedRecoding,
  };
}
