import type { Edition } from '../organization/organization'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const pair = (whole: string, rest: number, unit: string): string =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`

/** A duration in its two largest units: `3 min`, `2 h 5 min`, `4 d 6 h`; at least `0 min`. */
export const durationWords = (ms: number, edition: Edition): string => {
  const hours = edition === 'en-US' ? 'hr' : 'h'
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day)
    return pair(`${Math.floor(ms / hour)} ${hours}`, Math.floor((ms % hour) / minute), 'min')
  return pair(`${Math.floor(ms / day)} d`, Math.floor((ms % day) / hour), hours)
}

/**
 * How long ago, by elapsed milliseconds, so that no clock change alters it. `just now` under a
 * minute, also slightly ahead; further ahead `in 3 min`: a reading from the future must not look
 * fresh.
 */
export const elapsedWords = (fromMs: number, nowMs: number, edition: Edition): string => {
  const elapsed = nowMs - fromMs
  if (Math.abs(elapsed) < minute) return 'just now'
  return elapsed > 0
    ? `${durationWords(elapsed, edition)} ago`
    : `in ${durationWords(-elapsed, edition)}`
}
