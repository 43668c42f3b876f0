export const CHANGE_FAULTS = {} as const;
