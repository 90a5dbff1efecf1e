/** The clock difference from which a device's clock is called wrong, ms (design/sync, Time). */
export const clockToleranceMs = 120_000

/** True when a clock that differs by this much, either way, is wrong. Milliseconds. */
export const isClockWrong = (skewMs: number): boolean => Math.abs(skewMs) > clockToleranceMs

/** How a clock was wrong: in which direction, and by how many milliseconds. */
export interface ClockFault {
  readonly direction: 'ahead' | 'behind'
  readonly byMs: number
}

/** How a device's clock was wrong; null: right or unknown. `skewMs`: device less server, ms. */
export const clockFault = (skewMs: number | null | undefined): ClockFault | null =>
  skewMs == null || !isClockWrong(skewMs)
    ? null
    : { direction: skewMs > 0 ? 'ahead' : 'behind', byMs: Math.abs(skewMs) }
