const minute = 60_000
const hour = 60 * minute

/**
 * How long a command of class P may wait before a person is asked, milliseconds after it was
 * written. The device keeps to it; where nobody who answers for the device is signed in, the server
 * does too.
 */
export const lifetimesMs = {
  setAlertStatus: 15 * minute,
  updateExpectedDischargeDate: 8 * hour,
} as const

/** The lifetime of a command by its name; null: it may wait as long as it has to. */
export const lifetimeOf = (op: string): number | null =>
  new Map<string, number>(Object.entries(lifetimesMs)).get(op) ?? null
