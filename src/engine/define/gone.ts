/**
 * Why something is not here: deleted, not permitted, off the roster, or merged; UNKNOWN: the server
 * shows it to nobody here, and it never was on this device.
 */
export type Gone = 'DELETED' | 'REVOKED' | 'OUT_OF_SCOPE' | 'MERGED' | 'UNKNOWN'

/** Reads the store's word for it; an unknown reason is as good as any: it may not be seen. */
export const goneOf = (reason: string): Gone | undefined =>
  reason === ''
    ? undefined
    : reason === 'DELETED' ||
        reason === 'OUT_OF_SCOPE' ||
        reason === 'MERGED' ||
        reason === 'UNKNOWN'
      ? reason
      : 'REVOKED'
