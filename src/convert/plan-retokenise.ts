import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { ENCODING_NAMES } from '../contract/encoding.ts';
import type { Field } from '../contract/field.ts';
import { isInteger } from '../contract/kind-table.ts';
import { placeOf } from '../contract/yaml-document.ts';
import type { BoundTokenizer } from './conversion-plan.ts';
import type { StepOf } from './converter-shape.ts';
import { endsOf } from './exact-number.ts';
import { type Planned, type Setting, unfit } from './setting.ts';

/**
 * Text, or the ids that the old version's tokenizer made of it, becomes ids of the new version's, or how many there are.
 *
 * @faults CONVERTER_STEP_UNFIT TOKENIZER_NOT_RUNNABLE
 */
export function planRetokenise(step: StepOf<'retokenise'>, setting: Setting): Planned | Fault {
  const { field, target } = setting;
  const { gives, over } = step;
  const refuse = (because: string): Fault => unfit(setting, 'retokenise', because);
  const wrong = whyNoSource(field) ?? whyNoTarget(target, gives);
  if (wrong !== undefined) return refuse(wrong);
  const isIds = field.type.kind === 'list';
  if (step.specials !== undefined && !isIds)
    return refuse('text has no special tokens: what is spelt as one is text, so `specials` says nothing');
  const to = bound(setting, 'to');
  if (to instanceof Fault) return to;
  const from = isIds ? bound(setting, 'from') : undefined;
  if (from instanceof Fault) return from;
  if (from?.tokenizer === to.tokenizer && gives === 'ids')
    return refuse('both versions bind one tokenizer, so the ids are what they were');
  const { encoding } = to;
  const room = target.type.kind === 'list' ? target.type.length.max : undefined;
  if (room !== undefined && step.max !== undefined && step.max > room)
    return refuse(`the new version holds ${room} at most`);
  const max = step.max ?? room;
  if (max === undefined && over !== undefined)
    return refuse('`over` says what becomes of more than `max`, which is not written');
  if (max !== undefined && over === undefined)
    return refuse(`say in \`over\` what becomes of more than ${max}: reject, or truncate`);
  const beyond = whyNoRoom(target, setting, gives, max);
  if (beyond !== undefined) return refuse(beyond);
  const { nullable, nullMeans } = field;
  const result: Field = {
    ...target,
    nullable,
    nullMeans,
    ...(gives === 'ids' && { emptyMeans: field.emptyMeans }),
  };
  return {
    plan: {
      kind: 'retokenise',
      source: field,
      result,
      gives,
      from,
      to: { ...to, encoding },
      max,
      over: over ?? 'reject',
      specials: step.specials ?? 'reject',
    },
    field: result,
  };
}

function whyNoSource({ type, vocabulary, sentinels, logical }: Field): string | undefined {
  if (sentinels !== undefined)
    return 'a sentinel is no text: make it a null before, with `blank`, or `reject` it';
  if (type.kind === 'string') return vocabulary === undefined ? undefined : 'a label is no text';
  if (type.kind !== 'list' || !isInteger(type.element.type.kind))
    return `a ${type.kind} is neither text nor token ids`;
  return logical === 'tokens' ? undefined : `a list that is called ${logical} holds no token ids`;
}

function whyNoTarget(
  { type, logical, vocabulary, sentinels }: Field,
  gives: 'ids' | 'length',
): string | undefined {
  if (vocabulary !== undefined || sentinels !== undefined) return 'it gives neither labels nor sentinels';
  if (gives === 'length') return isInteger(type.kind) ? undefined : `a ${type.kind} holds no length`;
  if (type.kind !== 'list' || !isInteger(type.element.type.kind) || logical !== 'tokens')
    return 'token ids are a list of whole numbers that is called tokens';
  return type.order === 'set' ? 'the order of token ids says what they are' : undefined;
}

/** Whether every id, or every length, has its place in the new field. */
function whyNoRoom(
  { type }: Field,
  { tokenizers }: Setting,
  gives: 'ids' | 'length',
  max: number | undefined,
): string | undefined {
  if (gives === 'length') {
    const [, most] = endsOf({ type, unit: undefined });
    return max !== undefined && BigInt(max) > most ? `a ${type.kind} holds ${most} at most` : undefined;
  }
  const encoding = tokenizers!.known.get(tokenizers!.to!);
  if (typeof encoding !== 'object' || type.kind !== 'list') return undefined;
  const [, most] = endsOf(type.element);
  return BigInt(encoding.size - 1) > most
    ? `${encoding.name} has ids up to ${encoding.size - 1}, and a ${type.element.type.kind} holds ${most} at most`
    : undefined;
}

/** What a version binds, as what it can be run. */
function bound({ tokenizers, ...setting }: Setting, side: 'from' | 'to'): BoundTokenizer | Fault {
  const tokenizer = tokenizers?.[side];
  if (tokenizers === undefined || tokenizer === undefined)
    return unfit(setting, 'retokenise', `the ${side === 'to' ? 'new' : 'old'} version binds no tokenizer`);
  const encoding = tokenizers.known.get(tokenizer) ?? 'nobody here knows what it is made of';
  if (typeof encoding === 'string') return notRunnable(tokenizer, encoding, setting);
  return { tokenizer, encoding: encoding.name, definition: encoding.digest };
}

const notRunnable = (
  tokenizer: Digest,
  because: string,
  { document, path }: Pick<Setting, 'document' | 'path'>,
): Fault =>
  new Fault(
    'TOKENIZER_NOT_RUNNABLE',
    { tokenizer, because, known: ENCODING_NAMES.join(', ') },
    placeOf(document, path),
  ) as unknown as Fault;
