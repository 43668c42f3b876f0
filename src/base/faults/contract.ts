export const CONTRACT_FAULTS = {} as const;
