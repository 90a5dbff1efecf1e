import { shownOpen } from '../alerts/alert'
import { isUnheld } from './urgency'
import type { VirtualWardPatient } from './virtual-ward'

/** From this severity on a desk sounds at once, until somebody deals with the alert (decisions T14). */
const soundedSeverity = 4
/** Between two bursts, milliseconds. */
export const soundEveryMs = 30_000
/** How long a desk is muted at most, milliseconds. */
export const longestMuteMs = 10 * 60_000

/** Why a desk is muted. */
export const muteReasons = ['onTheWay', 'onTelephone', 'disturbing', 'other'] as const
export type MuteReason = (typeof muteReasons)[number]

/** A mute speaks for what sounded when it was pressed: whatever comes after it sounds. */
export interface Mute {
  readonly reason: MuteReason
  readonly untilMs: number
  readonly alertIds: readonly string[]
}

/** The open alerts that a desk sounds of: grave, and held by nobody, by id. Epoch milliseconds. */
export const soundedAlerts = (
  patients: readonly Pick<VirtualWardPatient, 'alerts'>[],
  nowMs: number,
): readonly string[] =>
  patients
    .flatMap(({ alerts }) => shownOpen(alerts))
    .filter((alert) => alert.severity >= soundedSeverity && isUnheld(alert, nowMs))
    .map(({ id }) => id)
    .toSorted()

/** Those of them that a mute does not speak for. */
export const notMuted = (
  alertIds: readonly string[],
  mute: Mute | null,
  nowMs: number,
): readonly string[] =>
  mute === null || mute.untilMs <= nowMs
    ? alertIds
    : alertIds.filter((id) => !mute.alertIds.includes(id))
