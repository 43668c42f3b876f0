import { LIMITS } from '../base/limits.ts';
import { CONVENTIONS, type Convention, isOwnConvention, sortOf } from './convention.ts';
import type { Field, Type } from './field.ts';
import { nearest } from './nearest.ts';
import { type Problem, problem } from './problem.ts';
import type { Path } from './yaml-document.ts';

/** A convention is about parts: a name that is known, one of each sort, on something that has as many parts. */
export function conventionProblem({ name, type, convention }: Field, path: Path): Problem | undefined {
  if (convention === undefined) return undefined;
  const at = [...path, 'convention'];
  const unfit = (of: string, because: string): Problem =>
    problem('CONVENTION_UNFIT', { field: name, convention: of, because }, at);
  const because = whyNoParts(type);
  if (because !== undefined) {
    return problem('FIELD_KEY_MEANINGLESS', { field: name, key: 'convention', because }, at);
  }
  if (convention.length === 0 || convention.length > LIMITS.conventions_max)
    return unfit('none', `there must be 1 to ${LIMITS.conventions_max}`);
  for (const [index, each] of convention.entries()) {
    const known = CONVENTIONS.get(each);
    if (known === undefined && !isOwnConvention(each))
      return problem(
        'CONVENTION_UNKNOWN',
        { field: name, convention: each, nearest: nearest(each, CONVENTIONS.keys()) },
        at,
      );
    const twice = convention.slice(0, index).find(other => sortOf(other) === sortOf(each));
    if (twice !== undefined) return unfit(each, `${twice} says the same thing`);
  }
  const axes = convention.map(each => CONVENTIONS.get(each)).find(known => known?.sort === 'axes');
  for (const each of convention) {
    const found = misfit(type, CONVENTIONS.get(each), axes);
    if (found !== undefined) return unfit(each, found);
  }
  return undefined;
}

function whyNoParts(type: Type): string | undefined {
  if (type.kind === 'list') return type.order === 'set' ? 'a set has no places' : undefined;
  return type.kind === 'tensor' || type.kind === 'struct' ? undefined : `a ${type.kind} has no places`;
}

function misfit(type: Type, of: Convention | undefined, axes: Convention | undefined): string | undefined {
  if (of === undefined) return undefined;
  const { parts, sort } = of;
  const lengths = lengthsOf(type);
  if (sort === 'axes')
    return lengths.length === parts.length
      ? undefined
      : `it names ${parts.length} dimensions, and the field has ${lengths.length}`;
  // Of a picture the colours lie along C; of anything else the parts lie innermost.
  const along = axes === undefined ? -1 : axes.parts.indexOf('C');
  if (sort === 'colour' && axes !== undefined && along === -1) return 'its axes have no C for the colours';
  const length = sort === 'colour' && axes !== undefined ? lengths[along] : lengths.at(-1);
  return length === parts.length
    ? undefined
    : `it names ${parts.length} parts, and the field has ${length ?? 'any number of them'}`;
}

/** The length of each dimension, outermost first; undefined where it may vary. */
function lengthsOf(type: Type): readonly (number | undefined)[] {
  switch (type.kind) {
    case 'list':
      return [
        type.length.min === type.length.max ? type.length.min : undefined,
        ...lengthsOf(type.element.type),
      ];
    case 'tensor':
      return [...type.shape, ...lengthsOf(type.element.type)];
    case 'struct':
      return [type.fields.length];
    default:
      return [];
  }
}
