export const CODEC_FAULTS = {} as const;
