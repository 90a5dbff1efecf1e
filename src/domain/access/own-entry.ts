/** Who wrote an entry may strike it out for so long, milliseconds (decisions T13). */
export const ownStrikeOutMs = 24 * 3_600_000

/**
 * Whether an entry is its author's to strike out; later it is a clinician's.
 * @param entry `recordedBy`: the author's id; null: nobody of this portal. `recordedAt`: ISO instant
 */
export const isOwnToStrikeOut = (
  entry: { readonly recordedBy: string | null; readonly recordedAt: string },
  userId: string,
  atMs: number,
): boolean => entry.recordedBy === userId && atMs - Date.parse(entry.recordedAt) <= ownStrikeOutMs
