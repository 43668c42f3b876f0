import avsc from 'avsc';
import { canonicalJson } from '../src/base/canonical-json.ts';
import { Fault } from '../src/base/fault.ts';
import { classify } from '../src/compat/classify.ts';
import type { Schema } from '../src/contract/schema.ts';
import { schemaDocument } from '../src/contract/schema-document.ts';
import { SchemaReader } from '../src/contract/schema-reader.ts';
import { type FieldWords, schemaOf } from '../test/compat/schema-of.ts';
import { foreignFigures } from './foreign-peer.ts';
import { type BenchRow, median_us } from './measure.ts';

const FIELDS = 100;

/**
 * Reads one pair of 100 fields that differs in ten: unit, vocabulary, type, range, nullability, each twice. Each of the
 * two schemas is read from its own document, as it is for a check, and nothing is kept from one run to the next.
 *
 * The peers do less: they look at names and types alone.
 */
export function runClassify(): readonly BenchRow[] {
  const [writer, reader] = [readAlone(before), readAlone(after)];
  if (new Set(classify(writer, reader).map(found => found.path[0]?.id)).size < 10)
    throw new RangeError('the pair is meant to differ in ten fields');
  const plan = { warmUps: 5_000, rounds: 200, runsPerRound: 100 };
  const value = median_us(() => classify(writer, reader), plan);

  const [avroWriter, avroReader] = [avroSchemaOf(writer, 'int'), avroSchemaOf(reader, 'long')];
  const [written, read] = [avsc.Type.forSchema(avroWriter), avsc.Type.forSchema(avroReader)];
  const peerValue = median_us(() => read.createResolver(written), {
    ...plan,
    warmUps: 500,
    runsPerRound: 10,
  });
  const row = { name: 'classify, 100 fields, ten differ', value, unit: 'µs' };
  const foreign = foreignFigures(avroWriter, avroReader, { ...plan, warmUps: 20_000 });
  for (const figure of foreign)
    if ('missing' in figure) console.log(`classify: no figure of ${figure.name}: ${figure.missing}`);
  return [
    { ...row, peer: 'avsc createResolver', peerValue, ratio: value / peerValue },
    ...foreign.flatMap(figure =>
      'missing' in figure
        ? []
        : [{ ...row, peer: figure.name, peerValue: figure.median_us, ratio: value / figure.median_us }],
    ),
  ];
}

const fieldsOf = (special: (place: number) => Partial<FieldWords>): FieldWords[] =>
  Array.from({ length: FIELDS }, (_, place) => ({ ...plainField(place), ...special(place) }));

function readAlone(special: (place: number) => Partial<FieldWords>): Schema {
  const schema = schemaOf({ fields: fieldsOf(special) });
  const vocabularies = schema.fields.flatMap(({ vocabulary }) => vocabulary ?? []);
  const reader = new SchemaReader(new Map(vocabularies.map(each => [each.digest, each])));
  const read = reader.read(canonicalJson(schemaDocument(schema)));
  if (read instanceof Fault) throw read;
  return read;
}

function plainField(place: number): FieldWords {
  const shared = { id: place + 1, name: `field_${place}` };
  switch (place % 5) {
    case 0:
      return { ...shared, type: 'int64', logical: 'duration', unit: 's', range: [0, 600] };
    case 1:
      return { ...shared, type: 'string', logical: 'label', vocabulary: ['sun', 'rain', 'snow', 'fog'] };
    case 2:
      return { ...shared, type: 'int32', logical: 'count', range: [0, 100] };
    case 3:
      return { ...shared, type: 'float64', logical: 'quantity', unit: 'm/s', nullable: true, default: null };
    default:
      return { ...shared, type: 'string', aliases: [`former_${place}`] };
  }
}

/** The last ten fields differ, two of each kind. */
const isSpecial = (place: number): boolean => place >= FIELDS - 10;

const before = (_: number): Partial<FieldWords> => ({});

function after(place: number): Partial<FieldWords> {
  if (!isSpecial(place)) return {};
  switch (place % 5) {
    case 0:
      return { unit: 'ms' };
    case 1:
      return {
        vocabulary: [
          { id: 2, label: 'rain', aliases: ['fog'] },
          { id: 1, label: 'sun' },
          { id: 3, label: 'snow' },
        ],
      };
    case 2:
      return { type: 'int64', range: [0, 10] };
    case 3:
      return { nullable: false, default: 0 };
    default:
      return { name: `renamed_${place}` };
  }
}

/** The same pair as Avro sees it; what Avro can't resolve (a null read as no null) is left as it was. */
function avroSchemaOf(schema: Schema, changed: 'int' | 'long'): avsc.Schema {
  return {
    type: 'record',
    name: 'Record',
    fields: schema.fields.map((field, place) => ({
      name: isSpecial(place) && place % 5 === 4 ? `renamed_${place}` : field.name,
      type: AVRO[isSpecial(place) && place % 5 === 2 ? changed : field.type.kind]!,
    })),
  };
}

const AVRO: Readonly<Record<string, avsc.Schema>> = {
  int: 'int',
  long: 'long',
  int32: 'int',
  int64: 'long',
  float64: ['null', 'double'],
  string: 'string',
};

if (import.meta.main) for (const row of runClassify()) console.log(row);
