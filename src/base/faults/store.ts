export const STORE_FAULTS = {} as const;
