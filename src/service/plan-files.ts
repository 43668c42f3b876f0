import path from 'node:path';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { VOCABULARY_BOUNDS } from '../contract/parse-vocabulary.ts';
import { placeOf } from '../contract/yaml-document.ts';
import { type Chain, chainOf } from '../convert/chain.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { type Converter, parseConverter } from '../convert/converter.ts';
import type { FunctionBundle } from '../convert/function-plan.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { planBetween } from './load-converters.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';

/** The file of a converter: where it is, and what faults call it. */
export type ConverterFile = { readonly place: string; readonly path: string };

export type Conversion = {
  readonly loaded: LoadedSubject;
  readonly chain: Chain;
  /** Of each plan of the chain. */
  readonly converters: readonly Converter[];
};

/**
 * The way that converters lead, one after the other, between versions of a subject.
 *
 * @param checks  of which batches functions are asked twice
 * @faults those of `bundleFunctions`, `readFile`, `parseConverter`, `loadSubject`, `planBetween`, and CONVERTER_CHAIN_GAP; several where several
 *   things are wrong with one
 */
export async function planFiles(
  project: Project,
  files: readonly [ConverterFile, ...ConverterFile[]],
  checks: Chain['checks'] = 'first',
): Promise<Conversion | Fault | readonly Fault[]> {
  const converters: Converter[] = [];
  const bundles = new Map<Digest, FunctionBundle>();
  for (const { place, path: name } of files) {
    const bytes = readFile(path.dirname(place), path.basename(place), VOCABULARY_BOUNDS.bytes_max);
    if (bytes instanceof Fault) return bytes;
    const converter = parseConverter(name, bytes);
    if (converter instanceof Fault) return converter;
    const gap = gapFault(converters.at(-1), converter);
    if (gap !== undefined) return gap;
    converters.push(converter);
    const bundled = await bundleFunctions(project, converter, path.dirname(place));
    if (!(bundled instanceof Map)) return bundled as readonly Fault[];
    for (const [digest, bundle] of bundled) bundles.set(digest, bundle);
  }
  const loaded = loadSubject(project, converters[0]!.subject);
  if (loaded instanceof Fault) return loaded;
  const plans: ConversionPlan[] = [];
  for (const converter of converters) {
    const plan = planBetween(loaded, converter);
    if (!('fields' in plan)) return plan;
    plans.push(plan);
  }
  return { loaded, chain: chainOf(plans, { bundles, checks }), converters };
}

const sideText = (subject: string, version: number): string => `${subject}@${version}`;

function gapFault(
  before: Converter | undefined,
  { subject, from, digest, document }: Converter,
): Fault | undefined {
  if (before === undefined || (before.subject === subject && before.to === from)) return undefined;
  return new Fault(
    'CONVERTER_CHAIN_GAP',
    { converter: digest, from: sideText(subject, from), to: sideText(before.subject, before.to) },
    placeOf(document, ['from']),
  ) as unknown as Fault;
}

/**
 * That what is to be run is what the change record of its step names. A step without a record, or with one that names none,
 * binds nobody yet.
 *
 * @faults CONVERTER_NOT_RECORDED
 */
export function recordedFault({ loaded, chain }: Conversion): Fault | undefined {
  for (const { converter: digest, from, to } of chain.plans) {
    const named = loaded.changes.find(
      ({ change: { step } }) =>
        step.kind === 'version' && step.from === from.version && step.to === to.version,
    );
    const recorded = named?.change.converter;
    if (named !== undefined && recorded !== undefined && recorded !== digest)
      return new Fault(
        'CONVERTER_NOT_RECORDED',
        { digest, recorded, change: named.path },
        named.places.get('converter'),
      );
  }
  return undefined;
}
