import { z } from 'zod'
import { instantSchema } from '../time/instant'

const fiveMinutesMs = 5 * 60_000
const dayMs = 86_400_000
/** Longer periods are not sent in one, days. */
const mostDays = 31

/** A period, ISO instants. */
export interface PushPeriod {
  readonly from: string
  readonly to: string
}

const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * The period of a check-up: its start rounded down and its end rounded up to five minutes (C620,
 * C621), and never after now. An instant on five minutes is its own end: the period includes it.
 */
export const periodOfCheckup = (
  checkup: { readonly startedAt: string; readonly endedAt: string },
  nowMs: number,
): PushPeriod => {
  const fromMs = Math.floor(Date.parse(checkup.startedAt) / fiveMinutesMs) * fiveMinutesMs
  const toMs = Math.ceil(Date.parse(checkup.endedAt) / fiveMinutesMs) * fiveMinutesMs
  return { from: iso(fromMs), to: iso(Math.min(Math.max(toMs, fromMs + fiveMinutesMs), nowMs)) }
}

/** The 24 hours until now. */
export const lastDay = (nowMs: number): PushPeriod => ({ from: iso(nowMs - dayMs), to: iso(nowMs) })

export const pushMessages = {
  integration: 'Integration is required',
  from: 'Start date is required',
  to: 'End date is required',
  order: 'End date must be after start date',
  future: 'End date cannot be in the future',
  long: `The period can be ${mostDays} days at most`,
} as const

/** What is wrong with a period, by field; the end is asked first whether it is there. */
export const periodFaults = (
  { from, to }: { readonly from: string; readonly to: string },
  nowMs: number,
): readonly { readonly path: 'from' | 'to'; readonly message: string }[] => {
  const faults: { path: 'from' | 'to'; message: string }[] = []
  if (from === '') faults.push({ path: 'from', message: pushMessages.from })
  if (to === '') faults.push({ path: 'to', message: pushMessages.to })
  if (faults.length > 0) return faults
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  if (toMs <= fromMs) return [{ path: 'to', message: pushMessages.order }]
  if (toMs > nowMs) return [{ path: 'to', message: pushMessages.future }]
  return toMs - fromMs > mostDays * dayMs ? [{ path: 'from', message: pushMessages.long }] : []
}

/** What is asked for; the rules of the period need the time of day: `pushSchemaAt`. */
export const pushSchema = z.object({
  patientId: z.string().min(1),
  ehrIntegrationId: z.string().min(1, pushMessages.integration),
  from: instantSchema,
  to: instantSchema,
})

/** The same with the rules of its period. */
export const pushSchemaAt = (now: () => number) =>
  pushSchema.superRefine((given, context) => {
    for (const { path, message } of periodFaults(given, now()))
      context.addIssue({ code: 'custom', path: [path], message })
  })
