/** Why something that was here is not any more: deleted, no longer this user's, off the user's wards, or part of another record. */
export type Gone = 'DELETED' | 'REVOKED' | 'OUT_OF_SCOPE' | 'MERGED'

/** Reads the store's word for it; an unknown reason is as good as any: it may not be seen. */
export const goneOf = (reason: string): Gone | undefined =>
  reason === '' ? undefined : reason === 'DELETED' || reason === 'OUT_OF_SCOPE' || reason === 'MERGED' ? reason : 'REVOKED'
