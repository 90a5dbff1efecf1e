import { isFromFuture } from '../../src/domain/time/instant'
import { invalid, type FieldError } from './refusal'

/** Nothing lasts longer: a span of weeks is a wrong date. */
const longestMs = 24 * 3_600_000
/** Nothing is older: two years, for devices that were offline and for moving history in. */
const oldestMs = 2 * 366 * 24 * 3_600_000

/**
 * Checks a time of measurement against the server's clock.
 * @param names of the fields in the body
 * @throws Refusal 400 for the future, a reversed span, over a day, or over two years ago
 */
export const requireSpan = (
  span: { readonly startedAt: string; readonly endedAt: string },
  nowMs: number,
  names: { readonly start: string; readonly end: string } = { start: 'startedAt', end: 'endedAt' },
): void => {
  const [start, end] = [Date.parse(span.startedAt), Date.parse(span.endedAt)]
  const errors: FieldError[] = []
  if (isFromFuture(span.endedAt, nowMs))
    errors.push({ path: names.end, message: 'More than 5 minutes in the future' })
  if (start > end) errors.push({ path: names.start, message: `After ${names.end}` })
  if (end - start > longestMs)
    errors.push({ path: names.start, message: `More than 24 hours before ${names.end}` })
  if (start < nowMs - oldestMs)
    errors.push({ path: names.start, message: 'More than two years ago' })
  if (errors.length > 0) throw invalid(errors)
}
