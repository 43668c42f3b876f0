import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { parseChange } from '../../src/change/parse-change.ts';

const VERSION = `changes: version
subject: training.example
from: 3
to: 4
class: migrate
reason: latency in milliseconds
converter: ${sha256('converter')}
consumers: [collator, trainer]
backfill: {kind: full, by: 2027-01-31}
withdraw_by: 2027-03-31
thresholds:
  cells.share:outcome: 0.01
`;

const parse = (text: string) => parseChange('v3-v4.yaml', Buffer.from(text));

describe('a change file', () => {
  it('is read with every key of it', () =>
    expect(parse(VERSION)).toMatchObject({
      change: {
        subject: 'training.example',
        step: { kind: 'version', from: 3, to: 4 },
        class: 'migrate',
        reason: 'latency in milliseconds',
        converter: sha256('converter'),
        consumers: ['collator', 'trainer'],
        backfill: { kind: 'full', by: '2027-01-31' },
        withdrawBy: '2027-03-31',
        thresholds: { 'cells.share:outcome': 0.01 },
      },
    }));

  it('knows where its keys are written', () => {
    const read = parse(VERSION);
    if (read instanceof Fault) throw read;
    expect(read.places.get('class')).toMatchObject({ file: 'v3-v4.yaml', line: 5 });
  });

  it('may be of data, and of the first of its kind', () => {
    const text = `changes: revision
subject: weather.daily
version: 1
from: none
to: 1.31.1
class: identical
reason: the first
consumers: []
`;
    expect(parse(text)).toMatchObject({
      change: {
        step: { kind: 'revision', version: 1, from: undefined, to: '1.31.1' },
        converter: undefined,
        backfill: undefined,
        withdrawBy: undefined,
        thresholds: {},
      },
    });
    expect(parse(VERSION.replace('from: 3', 'from: none'))).toMatchObject({
      change: { step: { from: undefined } },
    });
    expect(parse(VERSION.replace(/converter: .*/, 'converter: none'))).toMatchObject({
      change: { converter: undefined },
    });
  });

  const BROKEN: ReadonlyArray<readonly [why: string, from: string | RegExp, to: string]> = [
    ['no from', 'from: 3\n', ''],
    ['no class', 'class: migrate\n', ''],
    ['a class of its own', 'class: migrate', 'class: harmless'],
    ['the class forbidden, which nobody may declare', 'class: migrate', 'class: forbidden'],
    ['a typo in a key', 'withdraw_by', 'withdrawn_by'],
    ['a day that is no day', '2027-03-31', '2027-02-30'],
    ['a digest that is none', /converter: .*/, 'converter: sha256:abc'],
    ['a threshold below zero', '0.01', '-0.01'],
    ['version 0', 'to: 4', 'to: 0'],
    ['a reason that is blank', 'latency in milliseconds', '"  "'],
    ['a backfill without a day', '{kind: full, by: 2027-01-31}', '{kind: full}'],
    ['a day of a backfill that is lazy', 'kind: full', 'kind: lazy'],
    ['a threshold that a double can only round', '0.01', '9007199254740993'],
    ['neither version nor revision', 'changes: version', 'changes: both'],
    ['nothing at all', VERSION, ''],
  ];
  it.each(BROKEN)('is refused with %s, at its place', (_, from, to) => {
    const outcome = parse(VERSION.replace(from, to));
    expect(outcome).toBeInstanceOf(Fault);
    expect(outcome).toMatchObject({ exit: 2, at: { file: 'v3-v4.yaml' } });
  });
});

describe('a threshold', () => {
  const record = (measure: string, allowed: string) =>
    parseChange(
      'changes/a-b.yaml',
      Buffer.from(
        `changes: revision\nsubject: weather.daily\nversion: 1\nfrom: a\nto: b\nclass: identical\nreason: r\nconsumers: []\nthresholds:\n  ${measure}: ${allowed}\n`,
      ),
    );

  it.each([
    ['cells.share:weather', '5', 1],
    ['slice.share:month', '1.01', 1],
    ['label.divergence', '10', 1],
    ['number.relative:wind', '2.5', 2],
    ['shadow.null-rate:wind', '5', 1],
    ['shadow.distance', '1.5', 1],
  ])('%s: %s is refused, because it would allow everything', (measure, allowed, ceiling) => {
    expect(record(measure, allowed)).toMatchObject({
      code: 'THRESHOLD_CEILING',
      facts: { measure, ceiling },
      at: { line: 10 },
    });
  });

  it.each([
    'rows.missing',
    'rows.extra',
    'rejects.changed',
    'split.moves',
    'cells.differ:weather',
    'length.change:note',
  ])('%s: 1.5 is refused, because it is counted one by one, and 2 is taken', measure => {
    expect(record(measure, '1.5')).toMatchObject({
      code: 'THRESHOLD_FRACTION',
      facts: { measure },
      at: { line: 10 },
    });
    expect(record(measure, '2')).toMatchObject({ change: { thresholds: { [measure]: 2 } } });
  });

  it.each([
    ['cell.share:weather', 'cells.share:weather'],
    ['Cells.differ:x', 'cells.differ:x'],
    ['Rows.missing:x', 'rows.missing'],
    ['rows.mising', 'rows.missing'],
    ['shadow.qantiles', 'shadow.quantiles'],
    ['zebra', ''],
  ])('%s is refused, with the name that was meant, because it would bind nothing', (measure, nearest) => {
    expect(record(measure, '1')).toMatchObject({
      code: 'THRESHOLD_UNKNOWN',
      facts: { measure, nearest },
      at: { file: 'changes/a-b.yaml', line: 10, column: 3 },
    });
  });

  it('of a count has no ceiling, and a share may be all', () => {
    expect(record('cells.differ:weather', '400')).toHaveProperty('change');
    expect(record('cells.share:weather', '1')).toHaveProperty('change');
  });
});
