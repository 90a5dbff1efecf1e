import { gravestOf, shownOpen, type Alert } from '../../../domain/alerts/alert'
import { isSnoozed } from '../../../domain/alerts/state'
import { initials } from '../../../domain/identity'
import type { Edition } from '../../../domain/organization/organization'
import { formatMoment } from '../../../domain/time'
import { isOverdue } from '../../../domain/virtual-ward/due'
import { isUnheld, urgencyOf, urgentSeverity } from '../../../domain/virtual-ward/urgency'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { alertTexts } from '../../../texts/alerts'
import { wallTexts as t } from '../../../texts/wall'
import { alertName, lateWords, personName } from '../../../ui/alerts'
import type { AgedTile } from '../use-shown-age'

/** Values that have room beside the total. */
const mostValues = 3

/** The scored values, worst first, equal ones in the board's order. `more`: those without room. */
export const worstTiles = (
  tiles: readonly AgedTile[],
): { readonly tiles: readonly AgedTile[]; readonly more: number } => {
  const scoring = tiles
    .filter(({ tile: { score, value } }) => value !== null && score !== null && score > 0)
    .toSorted((a, b) => (b.tile.score ?? 0) - (a.tile.score ?? 0))
  return { tiles: scoring.slice(0, mostValues), more: Math.max(0, scoring.length - mostValues) }
}

const handling = (alert: Alert, nowMs: number, edition: Edition): string => {
  if (alert.acknowledgedAt !== null) return t.held(personName(alert.acknowledgedBy, edition))
  if (alert.snoozedUntil !== null && isSnoozed(Date.parse(alert.snoozedUntil), nowMs))
    return t.snoozed(personName(alert.snoozedBy, edition))
  return alert.escalatedAt === null ? t.nobody : t.escalated
}

/**
 * The gravest of a patient's open alerts, one that nobody holds before the others: its name, since
 * when, who deals with it, and how many urgent ones beside a held one nobody deals with; null: there
 * is none. `nowMs` epoch milliseconds.
 */
export const alertWords = (
  open: readonly Alert[],
  nowMs: number,
  edition: Edition,
): string | null => {
  const free = open.filter((alert) => isUnheld(alert, nowMs))
  const gravest = open.filter(({ severity }) => severity === gravestOf(open))
  const alert = gravest.find((one) => free.includes(one)) ?? gravest[0]
  if (alert === undefined) return null
  const more = free.includes(alert)
    ? 0
    : free.filter(({ severity }) => severity >= urgentSeverity).length
  return t.alert(
    alertName(alert, alertTexts(edition)),
    lateWords(alert, nowMs, edition) ??
      t.since(formatMoment(Date.parse(alert.startedAt), nowMs, edition)),
    [handling(alert, nowMs, edition), ...(more === 0 ? [] : [t.moreFree(more)])].join('; '),
  )
}

/** True for whom the wall keeps on screen: urgent, silent, overdue, or with an open alert. */
export const needsSomebody = (patient: VirtualWardPatient, nowMs: number): boolean =>
  urgencyOf(patient, nowMs).band < 4 ||
  shownOpen(patient.alerts).length > 0 ||
  isOverdue(patient, nowMs)

const lastDigits = (patient: VirtualWardPatient): string | null =>
  patient.nationalIdentifier?.value.slice(-3) ?? null

/**
 * What tells a patient from another one with the same initials: the last three digits of their
 * number, and the birth date where these are equal too or there is no number.
 */
export const tellApart = (
  patient: VirtualWardPatient,
  all: readonly VirtualWardPatient[],
): { readonly digits: string | null; readonly birthDate: string | null } => {
  const digits = lastDigits(patient)
  const isAlike = all.some(
    (other) =>
      other.id !== patient.id &&
      initials(other) === initials(patient) &&
      lastDigits(other) === digits,
  )
  return { digits, birthDate: isAlike || digits === null ? patient.birthDate : null }
}
