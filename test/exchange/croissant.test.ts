import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { croissantDocument, extendCroissant } from '../../src/exchange/croissant/croissant-document.ts';
import { draftOfCroissant, looksCroissant } from '../../src/exchange/croissant/draft-of-croissant.ts';
import type { Draft, Written } from '../../src/exchange/draft.ts';
import { type ExportRow, exportContract } from '../../src/exchange/export-contract.ts';
import { printJson } from '../../src/exchange/print-json.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { anyContract, PINNED, saidBy, settled } from './any-contract.ts';

const read = (text: string): Written => must(readDocument('c.json', bytesOf(text))).value as Written;

function draftOf(text: string, object?: string): Draft {
  const draft = draftOfCroissant(read(text), object);
  if (!('fields' in draft)) throw new Error(`${draft.at.join('.')} is not ${draft.expected}`);
  return draft;
}

const dataset = (recordSet: readonly object[]): string =>
  JSON.stringify({ conformsTo: 'http://mlcommons.org/croissant/1.1', recordSet });

const ROW: ExportRow<Written> = {
  plain: croissantDocument,
  draft: document => draftOf(printJson(document)),
  extend: extendCroissant,
};

/** After the Titanic and COCO examples of the format: enumerations, splits, boxes, a repeated field, sources. */
const BIRDS = {
  '@context': {
    '@language': 'en',
    '@vocab': 'https://schema.org/',
    sc: 'https://schema.org/',
    cr: 'http://mlcommons.org/croissant/',
  },
  '@type': 'sc:Dataset',
  conformsTo: 'http://mlcommons.org/croissant/1.0',
  name: 'garden-birds',
  description: 'Birds in gardens',
  license: 'https://creativecommons.org/licenses/by/4.0/',
  url: 'https://example.org/birds',
  distribution: [
    {
      '@type': 'cr:FileObject',
      '@id': 'birds.csv',
      name: 'birds.csv',
      contentUrl: 'birds.csv',
      encodingFormat: 'text/csv',
    },
  ],
  recordSet: [
    {
      '@type': 'cr:RecordSet',
      '@id': 'species',
      name: 'species',
      dataType: 'sc:Enumeration',
      key: { '@id': 'species/label' },
      field: [
        { '@type': 'cr:Field', '@id': 'species/label', name: 'label', dataType: ['sc:Text', 'cr:Label'] },
      ],
      data: [{ 'species/label': 'robin' }, { 'species/label': 'wren' }],
    },
    {
      '@type': 'cr:RecordSet',
      '@id': 'sightings',
      name: 'sightings',
      description: 'One bird, once',
      key: { '@id': 'sightings/id' },
      field: [
        {
          '@type': 'cr:Field',
          '@id': 'sightings/id',
          name: 'id',
          dataType: 'sc:Text',
          source: { fileObject: { '@id': 'birds.csv' }, extract: { column: 'id' } },
        },
        {
          '@type': 'cr:Field',
          '@id': 'sightings/species',
          name: 'species',
          dataType: ['sc:Text', 'cr:Label'],
          references: { field: { '@id': 'species/label' } },
        },
        { '@type': 'cr:Field', '@id': 'sightings/split', name: 'split', dataType: 'cr:Split' },
        {
          '@type': 'cr:Field',
          '@id': 'sightings/seen',
          name: 'seen',
          description: 'when',
          dataType: 'sc:DateTime',
        },
        { '@type': 'cr:Field', '@id': 'sightings/weight', name: 'weight', dataType: 'sc:Float' },
        {
          '@type': 'cr:Field',
          '@id': 'sightings/bbox',
          name: 'bbox',
          dataType: 'cr:Float32',
          isArray: true,
          arrayShape: '4',
        },
        {
          '@type': 'cr:Field',
          '@id': 'sightings/pixels',
          name: 'pixels',
          dataType: 'cr:UInt8',
          isArray: true,
          arrayShape: '(8, 8)',
        },
        { '@type': 'cr:Field', '@id': 'sightings/notes', name: 'notes', dataType: 'sc:Text', repeated: true },
        {
          '@type': 'cr:Field',
          '@id': 'sightings/place',
          name: 'place',
          subField: [
            { '@type': 'cr:Field', '@id': 'sightings/place/lat', name: 'lat', dataType: 'cr:Float64' },
            { '@type': 'cr:Field', '@id': 'sightings/place/lon', name: 'lon', dataType: 'cr:Float64' },
          ],
        },
        { '@type': 'cr:Field', '@id': 'sightings/photo', name: 'photo', dataType: 'sc:ImageObject' },
      ],
    },
  ],
};

const text = JSON.stringify(BIRDS);

describe('a dataset in Croissant', () => {
  it('that was exported is imported as the contract it was, whatever that says', () => {
    fc.assert(
      fc.property(anyContract, contract => {
        const { document, notes } = exportContract(ROW, contract, PINNED);
        expect(notes).toEqual([]);
        const written = printJson(document);
        expect(looksCroissant(read(written))).toBe(true);
        const draft = draftOf(written);
        expect(saidBy(settled(draft).contract)).toEqual(saidBy(contract));
        expect(settled(draft).text).not.toContain('proposed');
      }),
      { numRuns: 25 },
    );
  });

  it('is one record set beside its enumerations, which are vocabularies of the fields that refer to them', () => {
    const draft = draftOf(text);
    expect(draft).toMatchObject({ name: 'sightings', keys: { key: ['id'], doc: 'One bird, once' } });
    expect(draft.pinned).toMatchObject([
      {
        name: 'species',
        document: {
          terms: [
            { id: 1, label: 'robin' },
            { id: 2, label: 'wren' },
          ],
        },
      },
    ]);
    expect(draft.fields.map(({ keys }) => keys)).toMatchObject([
      { name: 'id', physical: 'string', logical: 'identifier', nullable: false },
      { name: 'species', physical: 'string', logical: 'category', unknownPolicy: 'reject', nullable: true },
      { name: 'split', physical: 'string', logical: 'split' },
      { name: 'seen', physical: 'timestamp', zone: 'instant', unit: 'us', doc: 'when' },
      { name: 'weight', physical: 'float64' },
      { name: 'bbox', physical: 'list', length: 4 },
      { name: 'pixels', physical: 'tensor', shape: [8, 8] },
      { name: 'notes', physical: 'list' },
      { name: 'place', physical: 'struct' },
    ]);
    expect(draft.fields[8]!.parts.fields!.map(({ keys }) => keys['name'])).toEqual(['lat', 'lon']);
    expect(draft.refused).toMatchObject([{ name: 'photo', why: expect.stringContaining('ImageObject') }]);
  });

  it('marks as proposed what its types do not say: widths, zones, and that a value may be missing', () => {
    const proposed = draftOf(text).fields.map(({ proposed: keys }) => [...keys]);
    expect(proposed[0]).toEqual(['logical']);
    expect(proposed[3]).toEqual(['logical', 'physical', 'zone', 'unit', 'nullable']);
    expect(proposed[5]).toEqual(['logical', 'nullable']);
  });

  it('drops nothing without a note', () => {
    const told = draftOf(text).notes.map(({ path, what }) => `${path} ${what.split(':')[0]}`);
    for (const one of [
      '/ license',
      '/ url',
      '/ distribution',
      '/id source',
      '/species Label',
      '/photo dataType ImageObject',
    ])
      expect(told, one).toContain(one);
  });

  it('of several record sets is one of them, by its name', () => {
    const two = {
      ...BIRDS,
      recordSet: [
        ...BIRDS.recordSet,
        { '@id': 'gardens', name: 'gardens', field: [{ '@id': 'g/a', name: 'a', dataType: 'sc:Boolean' }] },
      ],
    };
    expect(draftOf(JSON.stringify(two), 'gardens').fields[0]!.keys).toMatchObject({
      name: 'a',
      physical: 'bool',
    });
    expect(draftOfCroissant(read(JSON.stringify(two)), undefined)).toMatchObject({
      at: ['recordSet'],
      choices: ['sightings', 'gardens'],
    });
  });

  // Constructs of datasets/1.0/huggingface-mnist and datasets/1.1/huggingface-squad_v2 of Croissant.
  it('has splits that stand in the document for a vocabulary, and is then of one record set', () => {
    const splits = {
      '@id': 'splits',
      dataType: 'cr:Split',
      key: 'name',
      data: [{ name: 'fit' }, { name: 'try' }],
    };
    const own = [{ '@id': 'splits/name', name: 'name', dataType: 'sc:Text' }];
    const answers = { '@id': 'rows/answers', dataType: 'sc:Text', isArray: true, arrayShape: '-1' };
    const split = {
      '@id': 'rows/split',
      name: 'rows/split',
      dataType: 'sc:Text',
      references: { field: { '@id': 'splits/name' } },
    };
    const draft = draftOf(
      dataset([
        { ...splits, field: own },
        { '@id': 'rows', field: [split, answers] },
      ]),
    );
    expect(draft.fields.map(({ keys }) => [keys['name'], keys['logical']])).toEqual([
      ['split', 'split'],
      ['answers', 'sequence'],
    ]);
    expect(draft.pinned[0]!.document['terms']).toMatchObject([{ label: 'fit' }, { label: 'try' }]);
    expect(draft.notes.some(({ what }) => what.startsWith('arrayShape'))).toBe(false);
  });

  // Constructs of datasets/1.0/movielens of Croissant.
  it('has a field without a type from the field its values come from, and records joined to it as a list', () => {
    const of = (id: string) => ({ source: { field: { '@id': id } } });
    const films = [
      { '@id': 'films/film_id', name: 'films/film_id', dataType: 'sc:Integer' },
      { '@id': 'films/genre', name: 'films/genre', dataType: 'sc:Text', repeated: true },
    ];
    const joined = [
      { '@id': 'all/film_id', name: 'all/film_id', ...of('films/film_id') },
      { '@id': 'all/genres', name: 'all/genres', ...of('films/genre') },
      {
        '@id': 'all/votes',
        name: 'all/votes',
        dataType: 'cr:RecordSet',
        parentField: { references: { field: { '@id': 'films/film_id' } } },
        subField: [{ '@id': 'all/votes/film_id', name: 'film_id', ...of('all/film_id') }],
      },
      { '@id': 'all/round', name: 'all/round', ...of('all/round') },
    ];
    const sets = [
      { '@id': 'films', name: 'films', field: films },
      { '@id': 'all', name: 'all', key: { '@id': 'film_id' }, field: joined },
    ];
    const draft = draftOf(dataset(sets), 'all');
    expect(draft.keys['key']).toEqual(['film_id']);
    expect(draft.fields).toMatchObject([
      { keys: { name: 'film_id', physical: 'int64', nullable: false } },
      { keys: { name: 'genres', physical: 'list' }, parts: { element: { keys: { physical: 'string' } } } },
      {
        keys: { physical: 'list' },
        parts: { element: { parts: { fields: [{ keys: { physical: 'int64' } }] } } },
      },
    ]);
    expect(draft.refused).toMatchObject([{ name: 'round', at: ['recordSet', 1, 'field', 3] }]);
    expect(draft.notes.filter(({ what }) => what.startsWith('source'))).toHaveLength(3);
  });

  // Constructs of datasets/1.0/recipes/enum.json of Croissant.
  it('tells of a reference to a file, which is none to a field', () => {
    const field = { name: 'a', dataType: 'sc:Text', references: { fileObject: 'a.csv' } };
    const { notes } = draftOf(dataset([{ name: 'rows', field: [field] }]));
    expect(notes.some(({ path, what }) => path === '/a' && what.startsWith('references'))).toBe(true);
  });

  it('is a draft, a problem or a fault, whatever was changed in it', () => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ']', '1', 'null', 'a'),
        (at, cut, put) => {
          const found = readDocument('c.json', bytesOf(text.slice(0, at) + put + text.slice(at + cut)));
          if (found instanceof Fault) return;
          const document = found.value as Written;
          if (!looksCroissant(document)) return;
          const draft = draftOfCroissant(document, undefined);
          expect('fields' in draft || draft.expected !== '').toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
