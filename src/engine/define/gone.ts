/**
 * Why something is not here: deleted, no longer this user's, off the user's roster, or part of
 * another record; UNKNOWN: the server shows it to nobody here, and nothing of it ever was on this
 * device.
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
