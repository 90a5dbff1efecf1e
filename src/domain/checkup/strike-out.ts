import { z } from 'zod'
import { isOwnToStrikeOut } from '../access/own-entry'
import type { Principal } from '../access/principal'
import { personSchema } from '../organization/organization'
import { needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { storedInstantSchema } from '../time/instant'

/** Why a check-up was entered in error. */
export const strikeOutReasons = ['wrongPatient', 'wrongValue', 'twice', 'other'] as const
export type StrikeOutReason = (typeof strikeOutReasons)[number]

/** Characters of another reason. */
export const longestStrikeOutText = 200

/** That a check-up was entered in error: it stays in the record, and counts nowhere. */
export const struckOutSchema = z.object({
  at: storedInstantSchema,
  by: personSchema.nullable(),
  /** One of `strikeOutReasons`; a later release may know more. */
  reason: z.string(),
  /** Of the reason other alone. */
  text: z.string().nullable(),
})
export type StruckOut = z.infer<typeof struckOutSchema>

/** True where another reason is told in words, and every other one is not. */
export const isReasonTold = (reason: StrikeOutReason, text: string | null): boolean =>
  reason === 'other'
    ? text !== null && text.trim() !== '' && text.length <= longestStrikeOutText
    : text === null

/**
 * Whether a user may strike out a check-up: whoever recorded it within 24 hours, else a user who acts
 * on alerts. Other organisations' check-ups are theirs to strike out.
 * @param recordedAt ISO instant of when the server got it
 */
export const mayStrikeOut = (
  checkup: {
    readonly recordedBy: string | null
    readonly recordedAt: string
    readonly organizationId: string
  },
  user: Pick<Principal, 'userId' | 'organizationId' | 'permissions'>,
  nowMs: number,
): boolean =>
  checkup.organizationId === user.organizationId &&
  (user.permissions.has('set_alert_status') || isOwnToStrikeOut(checkup, user.userId, nowMs))

/** The check-ups that count: those that were entered in error do not. */
export const validCheckups = <Checkup extends { readonly struckOut?: unknown }>(
  checkups: readonly Checkup[],
): readonly Checkup[] => checkups.filter(({ struckOut }) => struckOut == null)

/** The part of a check-up that striking it out changes, as `unsent` names it. */
export const struckOutPart = 'struckOut'

/**
 * The user's own striking out over a check-up of the server. Until it is sent others see it as before;
 * what was refused is not shown as struck out.
 */
export const layStruckOut = <Row extends { readonly struckOut?: StruckOut | null | undefined }>(
  row: Row,
  struckOut: StruckOut,
  waiting: Waiting | null,
): Row => {
  if (row.struckOut != null) return row
  if (waiting === null) return { ...row, struckOut }
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? { ...row, struckOut } : row, {
    ...waiting,
    part: struckOutPart,
    wanted: struckOut.reason,
    theirs: null,
    isShown,
  })
}
