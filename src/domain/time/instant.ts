import { z } from 'zod'

/** An instant in ISO 8601 with `Z` or an offset. Kept in UTC with milliseconds. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: 'Must be an instant such as 2026-01-05T14:32:00Z' })
  .refine((text) => Number.isFinite(Date.parse(text)), 'Must be an instant of the calendar')
  .transform((text) => new Date(text).toISOString())

/** An instant as it was stored: whatever names one. */
export const storedInstantSchema = z
  .string()
  .refine((text) => Number.isFinite(Date.parse(text)), 'Not an instant')

/** A day of the calendar, `YYYY-MM-DD`. */
export const dateSchema = z.iso.date('Must be a date such as 2026-01-05')

/** How far a device's clock may be ahead of ours. */
export const futureToleranceMs = 5 * 60_000

/** True for an instant too far ahead for a wrong clock: it would stay the latest for too long. */
export const isFromFuture = (instant: string, nowMs: number): boolean =>
  Date.parse(instant) > nowMs + futureToleranceMs
