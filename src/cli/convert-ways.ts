import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import type { Chain } from '../convert/chain.ts';
import type { RoundTrip } from '../convert/round-trip.ts';
import type { TwoWays } from '../convert/two-ways.ts';
import { declaredBack, roundTripOf, type Shown, twoWaysOf, type WaysAsk } from '../service/check-ways.ts';
import type { Conversion } from '../service/plan-files.ts';
import { lookOf, table, visible } from './output.ts';
import type { Ask } from './program.ts';
import { writeJson } from './write-json.ts';

/** What converters claim of each other, held against the records of a file. */
export type WaysWanted =
  /** Undefined: as the converters declare it. */
  | { readonly kind: 'back'; readonly way: Conversion | undefined }
  | { readonly kind: 'against'; readonly way: Conversion };

/** @faults those of `declaredBack`, `roundTripOf` and `twoWaysOf` */
export async function showWays(
  { world, settings }: Pick<Ask, 'world' | 'settings'>,
  planned: Conversion,
  wanted: WaysWanted,
  ask: WaysAsk,
): Promise<number | Fault | readonly Fault[]> {
  const who = { parquet: world.parquetFiles, conversions: world.conversions };
  const { output } = world;
  if (wanted.kind === 'back') {
    const way = wanted.way ?? (await declaredBack(planned, ask));
    if (!('chain' in way)) return way;
    const back = way.chain;
    const shown = await roundTripOf(planned, back, ask, who);
    if (shown instanceof Fault) return shown;
    const exit = restores(shown.found) ? 0 : 1;
    if (settings.json) return writeJson(output, tripDocument(planned, back, shown), exit);
    output.write(`${tripText(planned, back, shown, lookOf(output))}\n`);
    return exit;
  }
  const other = wanted.way.chain;
  const shown = await twoWaysOf(planned, other, ask, who);
  if (shown instanceof Fault) return shown;
  const exit = agrees(shown.found) ? 0 : 1;
  if (settings.json) return writeJson(output, againstDocument(planned, other, shown), exit);
  output.write(`${againstText(planned, other, shown, lookOf(output))}\n`);
  return exit;
}

/** Where no record came there, nothing was shown of the way back. */
const restores = ({ restored, changed, lost }: RoundTrip): boolean =>
  restored > 0 && changed === 0 && lost === 0;

const agrees = ({ read, differing, otherwise }: TwoWays): boolean =>
  read > 0 && differing + otherwise.onlyFirst + otherwise.onlySecond + otherwise.left === 0;

const converters = ({ plans }: Chain): Json => plans.map(({ converter }) => converter);

const byField = (counts: ReadonlyMap<FieldId, number>): Json =>
  [...counts].sort(([a], [b]) => a - b).map(([field, records]) => ({ field, records }));

const common = ({ loaded, chain }: Conversion, shown: Shown<unknown>) => ({
  subject: loaded.subject.name,
  from: chain.plans[0]!.from.version,
  to: chain.plans.at(-1)!.to.version,
  converters: converters(chain),
  format: shown.format,
  digest: shown.digest,
  bytes: shown.bytes,
  unread: shown.unread,
});

const reasonsDocument = (reasons: ReadonlyMap<string, number>): Json =>
  [...reasons].sort().map(([reason, records]) => ({ reason, records }));

const tripDocument = (planned: Conversion, back: Chain, shown: Shown<RoundTrip>): Json => {
  const { changedBy, ...counts } = shown.found;
  return {
    ...common(planned, shown),
    back: converters(back),
    ...counts,
    changedBy: byField(changedBy),
    reasons: reasonsDocument(shown.reasons),
  };
};

const againstDocument = (planned: Conversion, other: Chain, shown: Shown<TwoWays>): Json => {
  const { differingBy, ...counts } = shown.found;
  return {
    ...common(planned, shown),
    against: converters(other),
    ...counts,
    differingBy: byField(differingBy),
    reasons: reasonsDocument(shown.reasons),
  };
};

type Look = ReturnType<typeof lookOf>;

const wayText = ({ plans }: Chain): string =>
  [plans[0]!.from.version, ...plans.map(({ to }) => to.version)].map(version => `@${version}`).join(' → ');

const fieldRows = (title: string, counts: ReadonlyMap<FieldId, number>, schema: Schema) =>
  [...counts].map(([field, records]) => [title, String(records), visible(fieldText(schema, field))]);

const reasonRows = (reasons: ReadonlyMap<string, number>) =>
  [...reasons].sort().map(([reason, records]) => ['left', String(records), visible(reason)]);

const unreadRows = (unread: number) =>
  unread === 0 ? [] : [['not read', String(unread), 'no record of the first version']];

const lines = (head: string, rows: readonly (readonly string[])[], { digest }: Shown<unknown>): string =>
  [head, ...(rows.length === 0 ? [] : [table(rows, '  ')]), `  bytes     ${digest}`].join('\n');

function tripText({ loaded, chain }: Conversion, back: Chain, shown: Shown<RoundTrip>, look: Look): string {
  const { found } = shown;
  const { read, restored, changed, left, lost, changedBy } = found;
  const verdict = restores(found)
    ? look.paint.green('what came there came back')
    : look.paint.red(restored + changed + lost === 0 ? 'no record came there' : 'no inverse');
  const { schema } = chain.plans[0]!.from;
  const head = `${look.paint.bold('round trip')} ${loaded.subject.name}${wayText(chain)}, back ${wayText(back)}  ${restored} of ${read} records restored  ${verdict}`;
  const rows = [
    ...unreadRows(shown.unread),
    ['changed', String(changed), 'came back as other records'],
    ...fieldRows('changed', changedBy, schema),
    ['left', String(left - lost), 'on the way there'],
    ['left', String(lost), 'on the way back'],
    ...reasonRows(shown.reasons),
  ];
  return lines(head, rows, shown);
}

function againstText({ loaded, chain }: Conversion, other: Chain, shown: Shown<TwoWays>, look: Look): string {
  const { found } = shown;
  const { read, equal, differing, otherwise, alike, differingBy } = found;
  const verdict = agrees(found)
    ? look.paint.green('both ways are one')
    : look.paint.red(read === 0 ? 'no record was read' : 'two ways');
  const { schema } = chain.plans.at(-1)!.to;
  const head = `${look.paint.bold('against')} ${loaded.subject.name}${wayText(chain)} and ${wayText(other)}  ${equal} of ${read} records equal  ${verdict}`;
  const rows = [
    ...unreadRows(shown.unread),
    ['differing', String(differing), 'converted by both, and not the same'],
    ...fieldRows('differing', differingBy, schema),
    ['otherwise', String(otherwise.onlyFirst), 'converted by the first way alone'],
    ['otherwise', String(otherwise.onlySecond), 'converted by the second way alone'],
    ['otherwise', String(otherwise.left), 'rejected by one way, passed over by the other'],
    ['alike', String(alike.sameReason), 'rejected by both for the same reason'],
    ['alike', String(alike.otherReason), 'rejected by both, for different reasons'],
    ['alike', String(alike.skipped), 'passed over by both'],
    ...reasonRows(shown.reasons),
  ];
  return lines(head, rows, shown);
}
