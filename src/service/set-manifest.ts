import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { appendItem, appendKey, replaceValue } from '../contract/edit-yaml.ts';
import type { GoldenSet, Provenance } from '../golden/set.ts';
import type { Project } from './project.ts';
import { source as sourceFile } from './source-file.ts';

/** @param copied  what all of its records came from */
export function newManifest(set: GoldenSet, copied: Provenance): string {
  const { data, lexical, nulls, split, strata } = set;
  const flow = (entries: Readonly<Record<string, string>>): string =>
    `{${Object.entries(entries)
      .map(([name, value]) => `${canonicalJson(name)}: ${canonicalJson(value)}`)
      .join(', ')}}`;
  return [
    `revision: ${canonicalJson(set.revision)}`,
    `subject: ${set.subject}`,
    `version: ${set.version}`,
    'use: samples',
    'data:',
    `  file: ${data.file}`,
    `  format: ${data.format}`,
    `  sha256: "${data.sha256}"`,
    `  rows: ${data.rows}`,
    ...(Object.keys(lexical).length === 0 ? [] : [`lexical: ${flow(lexical)}`]),
    ...(Object.keys(nulls).length === 0 ? [] : [`nulls: ${flow(nulls)}`]),
    ...(split === undefined ? [] : [`split: ${canonicalJson(split)}`]),
    ...(set.rejects === 0 ? [] : [`rejects: ${set.rejects}`]),
    ...(strata.length === 0 ? [] : [`strata: [${strata.map(name => canonicalJson(name)).join(', ')}]`]),
    `source: ${canonicalJson(copied.source)}`,
    'provenance:',
    `  - ${entryText(copied)}`,
    '',
  ].join('\n');
}

/** The manifest that is there, with what has changed; undefined where it can't be changed so. */
export function grownManifest(
  project: Project,
  path: string,
  known: GoldenSet,
  wanted: GoldenSet,
  copied: Provenance,
): string | undefined | Fault {
  const manifest = sourceFile(project, path);
  if (manifest instanceof Fault) return manifest;
  let text: string | undefined = Buffer.from(manifest.bytes).toString('utf8');
  text = replaceValue(text, ['data', 'sha256'], `"${wanted.data.sha256}"`);
  text = text && replaceValue(text, ['data', 'rows'], String(wanted.data.rows));
  if (wanted.rejects !== known.rejects)
    text =
      text &&
      (known.rejects === 0
        ? appendKey(text, `rejects: ${wanted.rejects}`)
        : replaceValue(text, ['rejects'], String(wanted.rejects)));
  const entry = entryText(copied);
  if (known.provenance.length > 0) return text && appendItem(text, 'provenance', entry);
  const old = entryText({ source: known.source, sha256: known.data.sha256, rows: known.data.rows });
  return text && appendKey(text, `provenance:\n  - ${old}\n  - ${entry}`);
}

const entryText = ({ source: from, sha256, rows }: Provenance): string =>
  `{source: ${canonicalJson(from)}, sha256: "${sha256}", rows: ${rows}}`;
