import type { Edition } from '../organization/organization'
import { formatTime, type Zone } from '../time'

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * A time of day to the second or millisecond, e.g. `11:02:03.120`, US `2:32:03 PM`. Zones differ by
 * whole minutes.
 */
export const clockOf = (
  instant: number,
  edition: Edition,
  precise = false,
  zone?: Zone,
): string => {
  const whole = Math.round(instant)
  const seconds = two(Math.floor((whole / 1000) % 60))
  const parts = precise ? `${seconds}.${String(whole % 1000).padStart(3, '0')}` : seconds
  return formatTime(new Date(whole).toISOString(), edition, zone).replace(/:\d\d/, `$&:${parts}`)
}

/** Millivolts with a sign: `+0.42`, `−0.10`, `0.00`. */
export const mvOf = (mv: number): string => {
  const text = Math.abs(mv).toFixed(2)
  return text === '0.00' ? text : `${mv < 0 ? '−' : '+'}${text}`
}
