/** The only way the server learns the time; tests hand in their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** The clock's instant as the contract writes it: ISO 8601 in UTC with milliseconds. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()
