/** When shifts begin, by the clock on this device's wall. */
const shiftHours = [7, 19] as const

const dayBefore = (at: Date, days: number, hour: number): number =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - days, hour).getTime()

/** The starts of the last `count` shifts at `nowMs`, the latest first; epoch milliseconds. */
export const shiftStarts = (nowMs: number, count: number): readonly number[] => {
  const at = new Date(nowMs)
  const days = Array.from({ length: Math.ceil(count / shiftHours.length) + 1 }, (_, day) => day)
  return days
    .flatMap((day) => shiftHours.map((hour) => dayBefore(at, day, hour)))
    .filter((ms) => ms <= nowMs)
    .toSorted((a, b) => b - a)
    .slice(0, count)
}
