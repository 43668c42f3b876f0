import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { rowsOf } from '../../src/contract/batch.ts';
import { readSet, splitOf } from '../../src/golden/read-set.ts';
import { type GoldenSet, parseSet, setDigest } from '../../src/golden/set.ts';
import { WEATHER, weather } from './weather.ts';

const FOLDER = 'golden/weather.daily';
const manifest = (revision: string) => readFileSync(`${FOLDER}/${revision}.yaml`);
const parse = (text: string) => parseSet('set.yaml', Buffer.from(text));
const committed = (revision: string) => parseSet(`${revision}.yaml`, manifest(revision)) as GoldenSet;
const data = (set: GoldenSet) => readFileSync(`${FOLDER}/${set.data.file}`);

const TEXT = manifest('2.1.0').toString();

describe('a manifest', () => {
  it('is read as it is written', () => {
    expect(committed('1.31.1')).toMatchObject({
      revision: '1.31.1',
      subject: 'weather.daily',
      version: 1,
      data: { file: '1.31.1.csv', format: 'csv', rows: 1461 },
      lexical: { date: 'yyyy/MM/dd' },
      nulls: {},
      split: undefined,
    });
  });

  it('has a digest of what it is, not of its name, its source or its comments', () => {
    const digest = setDigest(parse(TEXT) as GoldenSet);
    const renamed = TEXT.replace('"2.1.0"', 'other').replace('file: 2.1.0.csv', 'file: moved.csv # here');
    expect(setDigest(parse(renamed.replace(/source: .*/, 'source: elsewhere')) as GoldenSet)).toBe(digest);
    expect(setDigest(parse(TEXT.replace('yyyy-MM-dd', 'yyyy/MM/dd')) as GoldenSet)).not.toBe(digest);
    expect(setDigest(parse(`${TEXT}split: weather\n`) as GoldenSet)).not.toBe(digest);
  });

  it('refuses a misspelled key and suggests the one meant, because a typo must not switch a check off', () => {
    expect(parse(TEXT.replace('lexical:', 'lexcial:'))).toMatchObject({
      code: 'UNKNOWN_KEY',
      facts: { key: 'lexcial', nearest: 'lexical' },
    });
  });

  it.each([
    ['a path out of its folder', TEXT.replace('file: 2.1.0.csv', 'file: ../2.1.0.csv')],
    ['a hidden file', TEXT.replace('file: 2.1.0.csv', 'file: .env')],
    ['no records at all', TEXT.replace('rows: 1461', 'rows: 0')],
    ['a shortened digest', TEXT.replace(/sha256:[0-9a-f]{64}/, 'sha256:0845')],
    ['a form of dates nobody reads', TEXT.replace('yyyy-MM-dd', 'MM/dd/yyyy')],
    ['a revision that is a number', TEXT.replace('"2.1.0"', '2.1')],
  ])('refuses %s, with its place', (_, text) => {
    const refused = parse(text) as Fault;
    expect(refused).toBeInstanceOf(Fault);
    expect(refused.code).toBe('SHAPE');
    expect(refused.at).toMatchObject({ file: 'set.yaml' });
  });
});

describe('the records of a set', () => {
  it.each(['1.31.1', '2.1.0'])('of weather %s are those of its file', revision => {
    const set = committed(revision);
    const read = readSet(set, WEATHER, data(set));
    if (read instanceof Fault) throw read;
    expect(rowsOf(WEATHER, read.batch)).toEqual(rowsOf(WEATHER, weather(revision)));
  });

  it('are refused when one byte of the file is another', () => {
    const set = committed('2.1.0');
    const bytes = Buffer.from(data(set));
    bytes[100]! ^= 1;
    expect(readSet(set, WEATHER, bytes)).toMatchObject({
      code: 'DATA_DIGEST_MISMATCH',
      facts: { file: '2.1.0.csv', declared: set.data.sha256 },
      at: { file: '2.1.0.yaml', line: TEXT.slice(0, TEXT.indexOf('sha256:')).split('\n').length },
    });
  });

  it('are refused when they are not as many as declared', () => {
    const set = committed('2.1.0');
    const bytes = Buffer.from(data(set).toString().split('\n').slice(0, 11).join('\n'));
    const short = { ...set, data: { ...set.data, sha256: sha256(bytes) } };
    expect(readSet(short, WEATHER, bytes)).toMatchObject({
      code: 'DATA_ROWS_MISMATCH',
      facts: { declared: 1461, found: 10 },
      at: { file: '2.1.0.yaml', line: TEXT.slice(0, TEXT.indexOf('rows:')).split('\n').length },
    });
  });

  it('are refused when the manifest speaks of a field the version does not have', () => {
    const set = committed('2.1.0');
    const other = { ...set, nulls: { gust: 'NA' } };
    expect(readSet(other, WEATHER, data(set))).toMatchObject({
      code: 'SET_FIELD_UNKNOWN',
      facts: { field: 'gust', version: 1 },
    });
    const split = { ...set, split: 'fold' };
    expect(readSet(split, WEATHER, data(set))).toMatchObject({
      code: 'SET_FIELD_UNKNOWN',
      facts: { key: 'split' },
    });
    expect(splitOf({ ...set, split: 'weather' }, WEATHER)).toBe(6);
    expect(splitOf(set, WEATHER)).toBeUndefined();
  });

  it('are read from JSON lines too, and refused by code and record, never by value', () => {
    const lines = [
      '{"date":"2012-01-01","precipitation":0,"temp_max":1,"temp_min":0,"wind":1,"weather":"sun"}',
      '{"date":"2012-01-02","precipitation":0,"temp_max":"hot","temp_min":0,"wind":1,"weather":"sun"}',
    ];
    const set = (text: string): GoldenSet => ({
      ...committed('2.1.0'),
      lexical: {},
      data: { file: 'a.json', format: 'json', sha256: sha256(text), rows: 1 },
    });
    const good = `${lines[0]}\n`;
    expect(readSet(set(good), WEATHER, Buffer.from(good))).toMatchObject({ batch: { numRows: 1 } });
    const bad = `${lines.join('\n')}\n`;
    expect(readSet(set(bad), WEATHER, Buffer.from(bad))).toMatchObject({
      code: 'DATA_REFUSED',
      facts: { code: 'TYPE_MISMATCH', record: 2, field: 'temp_max (3)' },
      at: { file: 'a.json', line: 2, column: lines[1]!.indexOf('"hot"') + 1 },
    });
  });
});
