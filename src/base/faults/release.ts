export const RELEASE_FAULTS = {} as const;
