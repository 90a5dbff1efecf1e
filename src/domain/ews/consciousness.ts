/** ACVPU, as stored. */
export const consciousnessValues = ['A', 'C', 'V', 'P', 'U'] as const
export type Consciousness = (typeof consciousnessValues)[number]
