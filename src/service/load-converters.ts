import { Fault } from '../base/fault.ts';
import { type AuthoredChange, stepText } from '../change/record.ts';
import type { Contract } from '../contract/contract.ts';
import type { PinnedContext } from '../contract/pins.ts';
import { encodingsOf } from '../contract/runnable-tokenizer.ts';
import { placeOf } from '../contract/yaml-document.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { type Converter, parseConverter } from '../convert/converter.ts';
import { planConversion } from '../convert/plan-conversion.ts';
import type { FaultList } from './fault-list.ts';
import type { LoadedChange } from './load-changes.ts';
import type { Project } from './project.ts';
import { listFolder, listFolders } from './read-file.ts';
import { source } from './source-file.ts';

/** What functions of converters are made of; it may lie in folders below, too. */
const MODULE = /\.(?:[cm]?[jt]s|json)$/;

/** A converter of the project, and the file it was read from. */
export type LoadedConverter = { readonly converter: Converter; readonly path: string };

/** @faults FILE_UNEXPECTED SUBJECT_MISMATCH CONVERTER_FILE_NAME, and those of each file */
export function loadConverters(
  project: Project,
  folder: string,
  subject: string,
  faults: FaultList,
): readonly LoadedConverter[] {
  const names = faults.keep(listFolder(project.root, folder)) ?? [];
  const folders = names.length === 0 ? [] : (faults.keep(listFolders(project.root, folder)) ?? []);
  const own = names.filter(name => !MODULE.test(name) && !folders.includes(name));
  return faults.keepEach(own, name => {
    const path = `${folder}/${name}`;
    if (!name.endsWith('.yaml'))
      return new Fault('FILE_UNEXPECTED', {
        path,
        known: 'converters such as v3-v4.yaml, and modules with their functions',
      });
    const file = source(project, path);
    if (file instanceof Fault) return file;
    const converter = parseConverter(path, file.bytes);
    if (converter instanceof Fault) return converter;
    const { from, to, document } = converter;
    if (converter.subject !== subject)
      return new Fault(
        'SUBJECT_MISMATCH',
        { found: converter.subject, expected: subject },
        placeOf(document, ['subject']),
      );
    const expected = `v${from}-v${to}`;
    if (name !== `${expected}.yaml` && !name.startsWith(`${expected}.`))
      return new Fault(
        'CONVERTER_FILE_NAME',
        { from, to, expected: `${expected}.yaml` },
        placeOf(document, ['from']),
      );
    return { converter, path };
  });
}

/** What plans are made of: the contracts of a subject, and the tokenizers that they bind. */
export type Planned = {
  readonly contracts: ReadonlyMap<number, Contract>;
  readonly context: Pick<PinnedContext, 'tokenizers'>;
};

/** What a converter does between two contracts of the subject, or everything wrong with it. */
export function planBetween(
  { contracts, context }: Planned,
  converter: Converter,
): ConversionPlan | readonly Fault[] {
  const sides = (['from', 'to'] as const).map(key => {
    const version = converter[key];
    const contract = contracts.get(version);
    if (contract !== undefined) return contract;
    const facts = { subject: converter.subject, version, known: [...contracts.keys()].slice(-10).join(', ') };
    return new Fault('VERSION_UNKNOWN', facts, placeOf(converter.document, [key]));
  });
  const missing = sides.filter(side => side instanceof Fault);
  if (missing.length > 0) return missing;
  const [from, to] = sides as [Contract, Contract];
  return planConversion(from, to, converter, encodingsOf(context.tokenizers.values()));
}

/**
 * Whether the converter that a change record names is one of the project's, of this step, and can be run: an approval
 * approves its digest, and a digest of nothing is none.
 *
 * Its faults are CONVERTER_UNKNOWN CONVERTER_OTHER_STEP VERSION_UNKNOWN CONVERTER_INVERSE_UNKNOWN, and those of `planConversion`
 */
export function recordedConverterFaults(
  { change, places }: Pick<LoadedChange, 'change' | 'places'>,
  converters: readonly LoadedConverter[],
  planned: Planned,
  folder: string,
): readonly Fault[] {
  const { converter: digest, step, subject } = change;
  const beside = waysBesideFaults(change, converters, planned);
  if (digest === undefined) return beside;
  const named = converters.filter(({ converter }) => converter.digest === digest);
  const at = places.get('converter');
  if (named.length === 0) {
    const files = converters
      .filter(({ converter }) => isOfStep(change, converter))
      .map(({ path, converter }) => `${path} is ${converter.digest}`);
    return [new Fault('CONVERTER_UNKNOWN', { digest, subject, folder, files: files.join(', ') }, at)];
  }
  const found = named.find(({ converter }) => isOfStep(change, converter));
  if (found === undefined) {
    const [{ converter, path }] = named as [LoadedConverter];
    const facts = {
      digest,
      file: path,
      converts: `${converter.from} → ${converter.to}`,
      step: stepText(step),
    };
    return [new Fault('CONVERTER_OTHER_STEP', facts, at)];
  }
  const plan = planBetween(planned, found.converter);
  if (!('fields' in plan)) return plan;
  const back = inverseOf(found.converter, converters);
  if (back instanceof Fault) return [back, ...beside];
  const undone = back === undefined ? undefined : planBetween(planned, back.converter);
  return undone === undefined || 'fields' in undone ? beside : [...undone, ...beside];
}

/** The converter that is declared to undo another. @faults CONVERTER_INVERSE_UNKNOWN */
export function inverseOf(
  { inverse, from, to, document }: Converter,
  converters: readonly LoadedConverter[],
): LoadedConverter | undefined | Fault {
  if (inverse === undefined) return undefined;
  const leading = converters.filter(({ converter }) => converter.from === to && converter.to === from);
  const found = leading.find(({ converter }) => converter.digest === inverse);
  if (found !== undefined) return found;
  const files = leading.map(({ path, converter }) => `${path} is ${converter.digest}`).join(', ');
  const facts = { inverse, from: to, to: from, files };
  return new Fault('CONVERTER_INVERSE_UNKNOWN', facts, placeOf(document, ['inverse'])) as unknown as Fault;
}

/**
 * Where a direct converter to the version of a change stands beside converters that lead there over others, each of them can be run:
 * what two ways make of the same records is asked of both.
 */
function waysBesideFaults(
  { step }: AuthoredChange,
  converters: readonly LoadedConverter[],
  planned: Planned,
): readonly Fault[] {
  if (step.kind !== 'version') return [];
  const all = converters.map(({ converter }) => converter);
  const ways = all.filter(({ to }) => to === step.to).flatMap(direct => waysBeside(direct, all));
  return [...new Set(ways)].flatMap(converter => {
    const plan = planBetween(planned, converter);
    return 'fields' in plan ? [] : plan;
  });
}

/** A converter over several versions and those that lead from one of them to the next, or nothing where they do not. */
function waysBeside(direct: Converter, all: readonly Converter[]): readonly Converter[] {
  if (direct.to - direct.from < 2) return [];
  const onTheWay = all.filter(each => each !== direct && each.from >= direct.from && each.to <= direct.to);
  const reached = new Set([direct.from]);
  const ascending = onTheWay.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  for (const { from, to } of ascending) if (reached.has(from)) reached.add(to);
  return reached.has(direct.to) ? [direct, ...ascending] : [];
}

/** A revision is offered under the version that its records are converted to. */
const isOfStep = ({ step }: AuthoredChange, { from, to }: Converter): boolean =>
  step.kind === 'version' ? from === step.from && to === step.to : to === step.version;
