import { z } from 'zod'
import { allUnsentOf, needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { dateSchema } from '../time/instant'

/** What the author saw of an expected discharge date: the date, and the admission's revision. */
export const seenExpectedDischargeSchema = z.object({
  expectedDischargeDate: dateSchema.nullable(),
  revision: z.number(),
})
export type SeenExpectedDischarge = z.infer<typeof seenExpectedDischargeSchema>

const dayMs = 86_400_000
const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs)

/** Calendar days between two dates (`YYYY-MM-DD`); negative where `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The same day a year later; 29 February becomes 1 March. */
export const aYearAfter = (date: string): string => {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.toISOString().slice(0, 10)
}

/** What is wrong with an expected discharge date (C434, C435); null: nothing. All `YYYY-MM-DD`. */
export const expectedDischargeError = (date: string, today: string): string | null => {
  if (date < today) return 'Expected discharge date cannot be in the past'
  return date > aYearAfter(today)
    ? 'Expected discharge date cannot be more than 1 year in the future'
    : null
}

/** Today at the ends of the Earth: a server does not know its users' time zones. */
export const todayAnywhere = (
  ms: number,
): { readonly earliest: string; readonly latest: string } => {
  const at = (hours: number): string => new Date(ms + hours * 3_600_000).toISOString().slice(0, 10)
  return { earliest: at(-12), latest: at(14) }
}

/** Days before the expected discharge from which it is near (C061). */
const nearingDays = 3

/** The state of an expected discharge today (C060 to C062): `days` overstayed, or to go. */
export type ExpectedDischarge = {
  readonly kind: 'overdue' | 'nearing' | 'normal'
  readonly days: number
}

/** @param date null without one @param today `YYYY-MM-DD`, the organisation's day */
export const expectedDischargeOf = (
  date: string | null,
  today: string,
): ExpectedDischarge | null => {
  if (date === null) return null
  const days = daysBetween(today, date)
  if (days < 0) return { kind: 'overdue', days: -days }
  return { kind: days < nearingDays ? 'nearing' : 'normal', days }
}

/**
 * Whether a new date may replace the present one. `conflict`: somebody changed it since the author
 * looked. An equal revision or an equal date is as the author saw it. Without `seen` it is not
 * checked.
 */
export const judgeExpectedDischarge = (
  wanted: string | null,
  seen: SeenExpectedDischarge | null,
  now: SeenExpectedDischarge,
): 'apply' | 'same' | 'conflict' => {
  if (wanted === now.expectedDischargeDate) return 'same'
  if (
    seen === null ||
    seen.revision === now.revision ||
    seen.expectedDischargeDate === now.expectedDischargeDate
  )
    return 'apply'
  return 'conflict'
}

/** A wanted date, with the admission that its author looked at. */
export interface WantedDischarge {
  readonly wardId: string
  readonly carePathwayId: string
  readonly expectedDischargeDate: string | null
  readonly seen: SeenExpectedDischarge | null
}

/** An active admission, as far as the date depends on it. */
export interface DischargeAdmission extends SeenExpectedDischarge {
  readonly wardId: string
  readonly carePathwayId: string
}

/** As judgeExpectedDischarge; `moved`: the admission is not the one that was looked at. */
export const judgeWantedDischarge = (
  wanted: WantedDischarge,
  now: DischargeAdmission | null,
): ReturnType<typeof judgeExpectedDischarge> | 'moved' =>
  now?.wardId !== wanted.wardId || now.carePathwayId !== wanted.carePathwayId
    ? 'moved'
    : judgeExpectedDischarge(wanted.expectedDischargeDate, wanted.seen, now)

interface Admitted {
  readonly wardAdmission:
    | (SeenExpectedDischarge & {
        readonly ward: { readonly id: string }
        readonly carePathway: { readonly id: string }
      })
    | null
}
export const dischargePart = 'expectedDischargeDate'

/**
 * A date of the user's own over a row of the server: shown where the server would take it.
 * @param waiting null: the server has it
 */
export const layExpectedDischarge = <Row extends Admitted>(
  row: Row,
  wanted: WantedDischarge,
  waiting: Waiting | null,
): Row => {
  const { wardAdmission: now } = row
  const verdict = judgeWantedDischarge(
    wanted,
    now === null ? null : { ...now, wardId: now.ward.id, carePathwayId: now.carePathway.id },
  )
  const isShown =
    (verdict === 'apply' || verdict === 'same') && (waiting === null || !needsPerson(waiting.state))
  const { expectedDischargeDate } = wanted
  const laid =
    isShown && now !== null ? { ...row, wardAdmission: { ...now, expectedDischargeDate } } : row
  if (waiting === null) return laid
  const held = allUnsentOf(row, dischargePart)
  const theirs = held.length === 0 ? (now?.expectedDischargeDate ?? null) : held[0]?.theirs
  return withUnsent(laid, {
    ...waiting,
    part: dischargePart,
    wanted: expectedDischargeDate,
    theirs,
    isShown,
  })
}
