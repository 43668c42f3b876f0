import type { DocumentName } from '../contract/published-schema.ts';

type Notes = ReadonlyMap<string, string>;

/** Where docs/contract-format.md describes the keys of a document: what stands before the table, and below which key. */
const TABLES: Readonly<
  Partial<Record<DocumentName, ReadonlyArray<readonly [before: string, below: string]>>>
> = {
  contract: [
    ['## Contract: ', ''],
    ['\nA field:\n', 'fields.'],
  ],
  subject: [
    ['## `subject.yaml`', ''],
    ['\nA field:\n', 'defaults.fields.'],
  ],
  vocabulary: [['## Vocabulary', '']],
  tokenizer: [['## Tokenizer', '']],
  ledger: [['## `ledger.yaml`', '']],
};

/** What the page says of each key, by the path of keys that lead to it; lists leave no step. */
export const pageNotes = (document: DocumentName, page: string): Notes =>
  new Map((TABLES[document] ?? []).flatMap(([before, below]) => tableNotes(page, before, below)));

function tableNotes(page: string, before: string, below: string): Array<readonly [string, string]> {
  const from = page.indexOf(before);
  if (from < 0) return [];
  const [, body = ''] =
    /\n\|[ -|]+\|\n((?:\|.*\|\n)+)/.exec(page.slice(page.indexOf('\n| key |', from))) ?? [];
  const rows = body
    .trim()
    .split('\n')
    .map(row => row.slice(2, -1).split(' | '));
  const found = new Map<string, string>();
  // A key without a row of its own stands in that of another.
  for (const pass of [0, 1])
    for (const [keys = '', value = '', without = ''] of rows)
      for (const [, key] of [keys, `${value} ${without}`][pass]!.matchAll(/`([A-Za-z]+)`/g))
        if (!found.has(key!)) found.set(key!, noteOf(value, without));
  return [...found].map(([key, note]) => [`${below}${key}`, note]);
}

function noteOf(value: string, without: string): string {
  const absent = plain(without.replace(/\|$/, ''));
  return absent === '' ? plain(value) : `${plain(value)}. Without it: ${absent}`;
}

const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim();

const map = (notes: Readonly<Record<string, string>>): Notes => new Map(Object.entries(notes));

/** What pages say in sentences and not in tables. */
export const KEY_NOTES: Readonly<Record<DocumentName, Notes>> = {
  contract: map({
    'slices.name': 'what the slice is called in reports',
    'slices.field': 'the name of the field whose values part the records',
    'slices.by': 'the values themselves, or the year, month or day of a date or timestamp',
    'fields.unknownPolicy.map': 'the label or id of the term that stands for every other',
    'fields.default.value': 'what a reader takes',
    'fields.default.means': 'value: they all truly held it; unknown: nobody knows what they held',
    'fields.writeDefault.value': 'what a writer writes',
    'fields.writeDefault.means': 'value: they all truly hold it; unknown: nobody knows what they hold',
    'fields.sentinels.value': 'a value of the type of the field that is none',
    'fields.sentinels.means': 'what it says instead: unknown, not-applicable, withheld or none',
  }),
  subject: map({
    'defaults.owner': 'who approves changes of a field that names nobody',
    'defaults.sensitivity': 'of a field that says nothing',
    'defaults.fields': 'by field id, what its contracts leave out',
    'defaults.fields.unknownPolicy.map': 'the label or id of the term that stands for every other',
    'members.sampleId': 'what tells one sample from another; a constant would make one of all',
    'members.sourceId': 'what a sample was taken from',
    'members.sourceVersion': 'which version of it',
    'members.split': 'train, test, or another part',
    'reserved.ids': 'field ids, or [first, last] with both ends included',
    'reserved.names': 'names that no field may take',
  }),
  vocabulary: map({
    'terms.id': 'permanent, from 0, and never used again',
    'terms.label': 'text without space around it, as string fields hold it',
    'terms.code': 'what integer fields hold. Without it: the place of the term, from 0',
    'terms.aliases': 'other spellings; old labels among them',
    'terms.doc': 'text; no part of the digest',
  }),
  normalizer: map({
    normalizer: 'a name; no part of the digest',
    steps: 'what is done to text, in this order',
    'steps.unicode': 'a Unicode normalisation form',
    'steps.lowercase': 'of ASCII letters, or of all',
    'steps.collapse': 'every run of whitespace becomes one space',
    'steps.trim': 'no whitespace at either end',
    doc: 'text; no part of the digest',
  }),
  tokenizer: map({}),
  change: map({
    changes: 'a version of the schema, or a revision of the data under one version',
    subject: 'the subject that changes',
    version: 'the version both revisions stand under',
    from: 'the version or revision before; none where there is none',
    to: 'the version or revision that is proposed',
    class: 'what the change is found to be; a revision under one schema is identical',
    reason: 'why, for whoever approves it',
    converter: 'digest of what turns old records into new ones, or none',
    consumers: 'those whose interval of versions the change reaches, neither fewer nor more',
    backfill: 'what is done about existing data',
    'backfill.kind': 'none: nothing; lazy: when it is read; full: all of it, by a day',
    'backfill.by': 'the day, as in 2027-01-31',
    observe_days:
      'days of observation after the cut-over; it declares a rollout, and without it there is none',
    withdraw_by: 'the deadline, a day that is today or later, as in 2036-12-31',
    thresholds: 'by measure, or measure:field, how much may differ; what is not named may not differ',
    waivers: 'who answers for what the gate finds, why, and until when',
    'waivers.waives': 'a condition of the gate, or one thing that it finds, as in readers:outcome-trainer',
    'waivers.owner': 'who answers for it',
    'waivers.reason': 'why, for whoever approves it',
    'waivers.until': 'the last day on which it holds, as in 2027-01-31',
  }),
  converter: map({
    subject: 'the subject whose records it converts',
    from: 'the version that it takes',
    to: 'the version that it gives',
    inverse: 'digest of the converter that undoes this one, as records show',
    fields: 'where fields of the new version come from; one that is not named stays what it is',
    'fields.from': 'the id of the old field that it is made from. Without it: the same id',
    'fields.steps': 'what is done to each value, in this order. Without it: nothing',
    'fields.steps.to': 'what the step leads to: a unit, a type, or an order',
    'fields.steps.rounding': 'what becomes of a number between two. Without it: the record is refused',
    'fields.steps.precision': 'digits of a decimal',
    'fields.steps.scale': 'how many of them stand behind the point',
    'fields.steps.zone': 'instant or local, of a timestamp',
    'fields.steps.overflow': 'what becomes of a number that the type does not reach',
    'fields.steps.terms': 'what becomes of each term of the old vocabulary',
    'fields.steps.terms.from': 'a term of the old vocabulary, by label or id',
    'fields.steps.terms.when': 'in CEL, of which records it is asked; a rule without it comes last',
    'fields.steps.terms.to': 'the term of the new vocabulary that it becomes',
    'fields.steps.terms.becomes': 'reject or null, where it becomes no term',
    'fields.steps.others': 'same: terms without a rule keep their ids, where a spelling is kept too',
    'fields.steps.unknown': 'what becomes of what the old vocabulary does not have',
    'fields.steps.unknown.to': 'a term of the new vocabulary',
    'fields.steps.ignored':
      'what becomes of the value that the loss skips. Without it: that of the new version',
    'fields.steps.when': 'in CEL, which records are left out',
    'fields.steps.as': 'in CEL, the value, out of fields of the old version by their names',
    'fields.steps.values': 'values that become null',
    'fields.steps.also': 'what else becomes null: nan, infinity, empty',
    'fields.steps.what': 'of reject, what is refused; of declare, what was declared wrong',
    'fields.steps.min': 'the lower end, which is within. Without it: open, or the range of the contract',
    'fields.steps.max':
      'the upper end, which is within; of retokenise, how many tokens there may be. Without it: open, or what the contract says',
    'fields.steps.gives': 'token ids, or how many there are',
    'fields.steps.over': 'what becomes of more tokens than max',
    'fields.steps.specials':
      'what becomes of special tokens among old ids. Without it: the record is refused',
    'fields.steps.outside': 'what becomes of a number outside',
    'fields.steps.form': 'a Unicode normalisation form',
    'fields.steps.from': 'for each place, from 0, the place that its part stood at',
    'fields.steps.convention': 'what the places hold then',
    'fields.steps.reason': 'why the values are right as they are',
    'fields.steps.name': 'of function, which one makes the field',
    'fields.doc': 'text; no part of the digest',
    functions: 'what is written in TypeScript, because no step says it',
    'functions.name': 'what steps call it',
    'functions.module': 'the module it stands in, from the folder of this file: seconds.ts',
    'functions.export': 'what of the module it is. Without it: default',
    'functions.takes': 'ids of old fields, each a column that it is given',
    'functions.digest': 'of what runs, with all that it imports; assay convert --explain tells it',
    'functions.isolation':
      'process or quickjs, which is slow and knows nothing of the machine. Without it: process',
    'functions.limit_ms': 'milliseconds for one batch. Without it: 10000',
    'functions.memory_mib': 'MiB that it may take. Without it: 512',
    'functions.rejects': 'codes that it may leave records out with, such as TOO_LATE',
    'functions.doc': 'text; no part of the digest',
    where: 'in CEL, which records are converted. Without it: all',
    drop: 'ids of old fields that nothing is made from',
    normalizer: 'of a record that is normalised otherwise',
    'normalizer.declare': 'why its text is right as it is',
    doc: 'text; no part of the digest',
  }),
  'golden-set': map({
    revision: 'its name, which is that of the file; in quotes if it is a number',
    subject: 'the subject its records belong to',
    version: 'the contract its records are written under',
    data: 'the file of the records',
    'data.file': 'its name, beside the manifest',
    'data.format': 'csv, json (JSON Lines) or avro',
    'data.sha256': 'digest of its bytes',
    'data.rows': 'records, a CSV header not counted',
    lexical: 'CSV only: by field, the form of its dates',
    nulls: 'CSV only: by field, the text that stands for null. Without it: none does',
    split: 'the field that says which split a sample belongs to',
    witness: 'by field that counts time, the field that shows whether its unit is right; false: none does',
    tokenLimits: 'lengths in tokens at which samples are cut. Without it: those of the contract alone',
    source: 'where the data came from',
    use: 'samples: fixed ones, which changes are asked by and nobody trains on. Without it: revision, data that is offered',
    rejects: 'of samples, how many break their contract on purpose. Without it: none',
    strata: 'names of slices or fields that the samples were drawn by',
    provenance: 'what the records were copied from, in their order',
    'provenance.source': 'where these came from',
    'provenance.sha256': 'digest of the file that they came from',
    'provenance.rows': 'how many of the records',
    expected: 'what the records become under later versions, as assay golden accept wrote it',
    'expected.version': 'the later version',
    'expected.file': 'a file beside the manifest, with a line for each record',
    'expected.sha256': 'digest of its bytes',
    'expected.data': 'digest of the data that it is the result of',
    'expected.change': 'digest of the authored part of the change record that allowed it',
  }),
  ledger: map({
    'versions.version': 'its number',
    'versions.recordSchema': 'digest of its schema',
    'versions.tokenizer': 'digest of its tokenizer. Without it: it has none',
    'versions.file': 'digest of its file. Without it: the file is parsed whenever it is read',
    'versions.defaults': 'digest of what the subject says for its fields. Without it: nothing',
    'versions.governance': 'digest of its governance',
    'versions.governed': 'revisions of its governance that were approved. Without it: none',
    'versions.governed.change': 'digest of the change record that was approved',
    'versions.governed.from': 'digest of the governance before',
    'versions.governed.to': 'digest of the governance since',
    'versions.members': 'where each of its records said who it is. Without it: that was not kept',
    'versions.members.sampleId': 'what told one sample from another',
    'versions.members.sourceId': 'what a sample was taken from',
    'versions.members.sourceVersion': 'which version of it',
    'versions.members.split': 'train, test, or another part',
    'versions.ids':
      'field ids that are new, or something else than in the version before, nested ones included',
    'versions.ids.owner': 'who answers for it',
    'versions.ids.sensitivity': 'who may see it',
    'versions.retired': 'field ids it no longer has. Without it: none',
    compatibility: 'what was promised when the newest version was accepted. Without it: that was not kept',
    retired_to: 'the newest version that is retired, and all before it with it. Without it: none',
    burnt: 'ids that proposals used and no accepted version has. Without it: none',
    'burnt.id': 'a field id',
    'burnt.names': 'the names it was proposed under, aliases too',
    'burnt.kinds': 'the physical types it was proposed with',
    'revisions.name': 'its name',
    'revisions.version': 'the version it was offered under',
    'revisions.data': 'digest of its manifest',
  }),
};
