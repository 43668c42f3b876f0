export const GOLDEN_FAULTS = {} as const;
