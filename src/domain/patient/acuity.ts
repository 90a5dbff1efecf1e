import { z } from 'zod'
import { personSchema } from '../organization/organization'
import { allUnsentOf, needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { isStorableText, unstorableMessage } from '../text/storable'

/** The levels by score, the most severe first (C619, P223; decisions, Acuity levels). */
export const acuityLevels = ['emergency', 'high', 'medium', 'low'] as const
export type AcuityLevel = (typeof acuityLevels)[number]

/** A whole number, 1 the most severe to 4. */
export const acuityScoreValueSchema = z
  .number('Must be between 1 and 4')
  .int('Must be between 1 and 4')
  .min(1, 'Must be between 1 and 4')
  .max(4, 'Must be between 1 and 4')

const longestAcuityReason = 1000
/** Why a score was given; optional, so that no words are null. */
export const acuityReasonSchema = z
  .string()
  .trim()
  .refine((text) => [...text].length <= longestAcuityReason, 'Must be 1,000 characters or fewer')
  .refine(isStorableText, unstorableMessage)
  .nullish()
  .transform((text) => text || null)

/** One acuity score (C291); the latest by when it was captured is the patient's. */
export const acuityScoreSchema = z.object({
  id: z.string(),
  revision: z.number(),
  /** 1 emergency, 2 high, 3 medium, 4 low. */
  score: acuityScoreValueSchema,
  reason: z.string().nullable(),
  /** When it was given, by the author's device. */
  capturedAt: z.string(),
  /** When the server received it. */
  createdAt: z.string(),
  createdBy: personSchema.nullable(),
  /** Received so much later than it was given that both times are worth telling. */
  late: z.boolean(),
})
export type AcuityScore = z.infer<typeof acuityScoreSchema>

/** @param score 1 to 4 */
export const acuityLevelOf = (score: number): AcuityLevel => acuityLevels[score - 1] ?? 'low'

/** How severe a score is, for an order in which more is more severe; the number itself falls. */
export const acuitySeverity = (score: number): number => 5 - score

/** What a typed score is (C422, C423); null for anything but one digit from 1 to 4. */
export const parseAcuityScore = (text: string): number | null =>
  /^[1-4]$/.test(text.trim()) ? Number(text.trim()) : null

/** The change from the present score (C426): more severe is increasing; null: no present score. */
export const acuityChange = (
  from: number | null,
  to: number,
): 'increasing' | 'decreasing' | 'maintaining' | null => {
  if (from === null) return null
  if (from === to) return 'maintaining'
  return to < from ? 'increasing' : 'decreasing'
}

const recentMs = 7 * 24 * 60 * 60_000

/** True while the age of a score is shown; then 'Over 7 days ago' (C064, C065). ISO, epoch ms. */
export const isAcuityRecent = (capturedAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(capturedAt) <= recentMs

type Captured = Pick<AcuityScore, 'id' | 'capturedAt'>

/** Of two scores the patient's: captured last, of equal ones the greater command. */
export const latestAcuity = <Score extends Captured>(
  present: Score | null,
  given: Score,
): Score => {
  if (present === null) return given
  const later = Date.parse(given.capturedAt) - Date.parse(present.capturedAt)
  return later > 0 || (later === 0 && given.id > present.id) ? given : present
}

interface Scored {
  readonly latestAcuityScore: AcuityScore | null
}
export const acuityPart = 'latestAcuityScore'

/**
 * A score of the user's own over a row of the server. It is shown where it is the patient's by the
 * server's rule; one that is not sent never covers a more severe score.
 * @param waiting null: the server has it
 */
export const layAcuity = <Row extends Scored>(
  row: Row,
  given: AcuityScore,
  waiting: Waiting | null,
): Row => {
  const held = allUnsentOf(row, acuityPart)
  const theirs =
    held.length === 0 ? row.latestAcuityScore : (held[0]?.theirs as typeof given | null)
  if (waiting === null) return { ...row, latestAcuityScore: latestAcuity(theirs, given) }
  const own = held
    .filter(({ state }) => !needsPerson(state))
    .map(({ wanted }) => wanted as AcuityScore)
  const mine = own.reduce<AcuityScore>((last, one) => latestAcuity(last, one), given)
  const isMine =
    !needsPerson(waiting.state) &&
    latestAcuity(theirs, mine) === mine &&
    (theirs === null || acuitySeverity(mine.score) >= acuitySeverity(theirs.score))
  const shown = needsPerson(waiting.state) ? row.latestAcuityScore : isMine ? mine : theirs
  return withUnsent(
    { ...row, latestAcuityScore: shown },
    { ...waiting, part: acuityPart, wanted: given, theirs, isShown: isMine && mine === given },
  )
}
