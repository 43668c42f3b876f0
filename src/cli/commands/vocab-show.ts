import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { Term } from '../../contract/vocabulary.ts';
import type { VocabularyUse } from '../../service/vocabulary-catalog.ts';
import {
  type ShownVocabularies,
  type ShownVocabulary,
  showVocabularies,
} from '../../service/vocabulary-show.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const vocabShowCommand: CommandRow = {
  declare: command =>
    command
      .description('show the terms of a vocabulary, where it is pinned, and which fields take them')
      .argument('<what>', 'a file, a digest, subject@version:field, or a subject for all it pins')
      .addHelpText(
        'after',
        '\nExamples:\n  assay vocab show training.example\n  assay vocab show schemas/vocabularies/outcome.yaml\n  assay vocab show training.example@4:outcome --json',
      ),
  act: async ask => {
    const project = await openProject(ask);
    const shown = showVocabularies(project, ask.world.folder, ask.words[0] ?? '');
    if (shown instanceof Fault) return shown;
    const { output } = ask.world;
    if (ask.settings.json) return writeJson(output, shownDocument(shown));
    const look = lookOf(output);
    output.write(
      `${[...shown.vocabularies.map(one => vocabularyText(one, look)), ...unreadText(shown)].join('\n\n')}\n`,
    );
    return 0;
  },
};

function vocabularyText({ name, vocabulary, pins, uses, alike }: ShownVocabulary, look: Look): string {
  const { digest, terms } = vocabulary;
  const title = name ?? pins[0]?.file ?? 'vocabulary';
  const rows = terms.map(({ id, label, code, aliases }) => [
    String(id),
    String(code),
    visible(label),
    visible(aliases.join(', ')),
  ]);
  return [
    `${look.paint.bold(title)}  ${terms.length === 1 ? '1 term' : `${terms.length} terms`}`,
    `  digest  ${digest}`,
    table([['id', 'code', 'label', 'aliases'], ...rows], '  ', look.width),
    ...(pins.length === 0 ? ['  pinned by no subject that can be read'] : []),
    ...pins.map(({ subject, file }) => `  pinned  ${subject}: ${file}`),
    ...uses.map(use => `  used    ${useText(use)}`),
    ...alike.map(group => `  alike   ${group.map(termText).join(', ')}: one class written twice?`),
  ].join('\n');
}

function useText({ subject, version, isAccepted, field }: VocabularyUse): string {
  const { id, name, type, unknownPolicy, ignoreValue } = field;
  const policy = unknownPolicy?.kind === 'map' ? `map to term ${unknownPolicy.term}` : unknownPolicy?.kind;
  return [
    `${subject}@${version} ${isAccepted ? 'accepted' : 'proposed'}: ${name} (${id}) as ${type.kind}`,
    `${opennessOf(field)}, unknown terms: ${policy}`,
    ...(ignoreValue === undefined ? [] : [`the loss skips ${ignoreValue}`]),
  ].join('; ');
}

/** A field is open where a term its vocabulary does not have passes as it is. */
const opennessOf = ({ unknownPolicy }: VocabularyUse['field']): 'open' | 'closed' =>
  unknownPolicy?.kind === 'pass' ? 'open' : 'closed';

const termText = ({ id, label }: Term): string => `${visible(label)} (${id})`;

const unreadText = ({ unread }: ShownVocabularies): readonly string[] =>
  unread.length === 0
    ? []
    : [unread.map(({ subject, fault }) => `unread  ${subject}: ${fault.code}`).join('\n')];

const shownDocument = ({ vocabularies, unread }: ShownVocabularies): Json => ({
  vocabularies: vocabularies.map(({ name, vocabulary, pins, uses, alike }) => ({
    name: name ?? null,
    digest: vocabulary.digest,
    terms: vocabulary.terms.map(({ id, label, code, aliases }) => ({ id, label, code, aliases })),
    pins,
    uses: uses.map(({ subject, version, isAccepted, field }) => ({
      subject,
      version,
      accepted: isAccepted,
      field: { id: field.id, name: field.name },
      type: field.type.kind,
      openness: opennessOf(field),
      unknownPolicy:
        field.unknownPolicy?.kind === 'map'
          ? { map: field.unknownPolicy.term }
          : (field.unknownPolicy?.kind ?? null),
      ignoreValue: field.ignoreValue ?? null,
    })),
    alike: alike.map(group => group.map(({ id }) => id)),
  })),
  unread: unread.map(({ subject, fault }) => ({ subject, code: fault.code })),
});
