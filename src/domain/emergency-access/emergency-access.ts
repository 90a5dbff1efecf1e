/** How long a record stays open in an emergency, milliseconds. */
export const emergencyMs = 30 * 60_000
/** How long it is told on the record that somebody opened it so, milliseconds. */
export const toldForMs = 24 * 60 * 60_000

/** A shift, milliseconds: the emergency accesses of one person are counted back over it. */
export const shiftMs = 12 * 60 * 60_000
/** From the next one in a shift on the reason is asked again and the ward's managers are told. */
export const usualInShift = 5

/** What a supervisor says of it. */
export const emergencyOutcomes = ['JUSTIFIED', 'FOLLOWED_UP', 'NOT_JUSTIFIED'] as const
export type EmergencyOutcome = (typeof emergencyOutcomes)[number]

/**
 * How long it is still open, milliseconds; 0: it is over. All times of the server's clock, but for
 * `passed`: what passed since the answer, by whichever clock of this device measures it.
 */
export const emergencyLeft = (
  { endsAt, asOf }: { readonly endsAt: string; readonly asOf: string },
  passed: number,
): number => Math.max(0, Date.parse(endsAt) - Date.parse(asOf) - Math.max(0, passed))
