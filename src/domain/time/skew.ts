/**
 * A device's clock may differ so much from the server's before it is called wrong, milliseconds
 * (design/sync, Time).
 */
export const clockToleranceMs = 120_000

/** True when a clock that differs by this much, either way, is wrong. Milliseconds. */
export const isClockWrong = (skewMs: number): boolean => Math.abs(skewMs) > clockToleranceMs

/** How a clock was wrong: in which direction, and by how many milliseconds. */
export interface ClockFault {
  readonly direction: 'ahead' | 'behind'
  readonly byMs: number
}

/**
 * How the clock of a device was wrong; null: it was right, or nobody knows. `skewMs`: what it
 * showed less the server's time, milliseconds.
 */
export const clockFault = (skewMs: number | null | undefined): ClockFault | null =>
  skewMs == null || !isClockWrong(skewMs)
    ? null
    : { direction: skewMs > 0 ? 'ahead' : 'behind', byMs: Math.abs(skewMs) }
