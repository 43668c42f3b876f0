/** The conditions of the gate that somebody may answer for. Nobody answers for who approves, or for evidence of something else. */
export const WAIVABLE = ['matrix', 'readers', 'rejects', 'golden', 'shadow', 'coverage', 'deadline'] as const;

export const isWaivable = (waives: string): boolean =>
  WAIVABLE.some(condition => waives === condition || /^[^\s].*$/.test(afterOf(condition, waives)));

const afterOf = (condition: string, waives: string): string =>
  waives.startsWith(`${condition}:`) ? waives.slice(condition.length + 1) : '';
