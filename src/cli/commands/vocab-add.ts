import type { Command } from 'commander';
import { Fault } from '../../base/fault.ts';
import { termDocument } from '../../compat/vocabulary-remap.ts';
import type { NewTerm } from '../../contract/extend-vocabulary.ts';
import { integerFits } from '../../contract/value-form.ts';
import { type AddedTerms, addTerms } from '../../service/vocabulary-add.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

/** What was typed, in the order it was typed: a code and an alias belong to the label before them. */
type Typed = { readonly option: 'label' | 'code' | 'alias'; readonly text: string };

export const vocabAddCommand: CommandRow = {
  declare: command => {
    const typed: Typed[] = [];
    const collect = (option: Typed['option']) => (text: string) => {
      typed.push({ option, text });
      return typed;
    };
    return declared(command, collect);
  },
  act: async ask => {
    const typed = (ask.options['label'] ??
      ask.options['code'] ??
      ask.options['alias'] ??
      []) as readonly Typed[];
    const terms = termsOf(typed);
    if (terms instanceof Fault) return terms;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { output, folder, newOpId } = ask.world;
    const added = addTerms({
      project,
      folder,
      file: ask.words[0]!,
      terms,
      as: ask.options['as'] as string | undefined,
      opId: newOpId(),
    });
    if (added instanceof Fault) return added;
    if (ask.settings.json)
      return writeJson(output, {
        file: added.file,
        digest: added.digest,
        added: added.added.map(term => ({ ...termDocument(term), aliases: term.aliases })),
        before: added.before ?? null,
        subjects: added.subjects,
      });
    output.write(`${addedText(added, lookOf(output))}\n`);
    return 0;
  },
};

const declared = (
  command: Command,
  collect: (option: Typed['option']) => (text: string) => unknown,
): Command =>
  command
    .description(
      'add terms to a vocabulary, each with an id never used; a pinned file stays, and a new one is made',
    )
    .argument('<file>', 'the vocabulary file, below the folder of schemas')
    .option(
      '--label <text>',
      'the label of a new term; may be given again for the next term',
      collect('label'),
    )
    .option('--code <n>', 'the code of the term before; its place, if none', collect('code'))
    .option('--alias <text>', 'another spelling of the term before; may be given again', collect('alias'))
    .option('--as <name>', 'the name of the new file, if it is not to be the next number')
    .addHelpText(
      'after',
      '\nExamples:\n  assay vocab add schemas/vocabularies/outcome.yaml --label refused --alias denied\n  assay vocab add vocabularies/outcome.yaml --label refused --label deferred --json',
    );

function termsOf(typed: readonly Typed[]): readonly NewTerm[] | Fault {
  const terms: NewTerm[] = [];
  const wrong = (problem: string): Fault => new Fault('USAGE', { problem, command: 'vocab add' });
  for (const { option, text } of typed) {
    if (option === 'label') {
      terms.push({ label: text, code: undefined, aliases: [] });
      continue;
    }
    const last = terms.pop();
    if (last === undefined) return wrong(`--${option} stands before any --label`);
    if (option === 'alias') terms.push({ ...last, aliases: [...last.aliases, text] });
    else {
      const code = /^(?:0|-?[1-9][0-9]{0,18})$/.test(text) ? BigInt(text) : undefined;
      if (code === undefined || !integerFits('int64', code))
        return wrong(`--code takes a whole number of 64 bits, not ${text.slice(0, 40)}`);
      if (last.code !== undefined) return wrong(`${last.label} has two codes`);
      terms.push({ ...last, code });
    }
  }
  return terms.length === 0 ? wrong('--label is missing: there is no term to add') : terms;
}

function addedText({ file, digest, added, before, subjects }: AddedTerms, { paint }: Look): string {
  const lines = [
    `${paint.bold(before === undefined ? 'extended' : 'written')}  ${file}`,
    `  digest  ${digest}`,
    ...added.map(({ id, label, code }) => `  added   ${visible(label)}: id ${id}, code ${code}`),
  ];
  if (before === undefined) return [...lines, '  no subject pins it yet'].join('\n');
  return [
    ...lines,
    `  stays   ${before.file} (${before.digest}), for the versions that name it`,
    `  pinned  ${subjects.join(', ')}`,
    'next: in the next version of the contract, where the field named the old digest, write',
    `  vocabulary: ${digest}`,
  ].join('\n');
}
