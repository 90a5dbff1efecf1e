import type { Alert } from '../../domain/alerts/alert'
import { isSnoozed } from '../../domain/alerts/state'
import type { Edition } from '../../domain/organization/organization'
import { elapsedWords, formatMoment } from '../../domain/time'
import { isUnheld } from '../../domain/virtual-ward/urgency'
import { alertListTexts } from '../../texts/alert-list'
import { alertTexts } from '../../texts/alerts'
import {
  alertName,
  alertState,
  holdEndedWords,
  lateWords,
  onItWords,
  personName,
  unsentActOf,
} from './alert-words'

/** Who does what about an open alert, each a sentence: escalated, dealt with, snoozed, or nobody. */
export const handlingWords = (alert: Alert, nowMs: number, edition: Edition): readonly string[] => {
  const t = alertTexts(edition)
  const list = alertListTexts(edition)
  const ago = (iso: string): string => elapsedWords(Date.parse(iso), nowMs, edition)
  const until = alert.snoozedUntil === null ? null : Date.parse(alert.snoozedUntil)
  const unsent = unsentActOf(alert, t)
  const said = [
    unsent === null ? null : list.notSent(unsent.what),
    alert.escalatedAt === null ? null : t.escalated(ago(alert.escalatedAt)),
    onItWords(alert, nowMs, edition),
    holdEndedWords(alert, nowMs, edition),
    until === null || !isSnoozed(until, nowMs)
      ? null
      : t.snoozed(formatMoment(until, nowMs, edition), personName(alert.snoozedBy, edition)),
  ].filter((words) => words !== null)
  return isUnheld(alert, nowMs) ? [...said, list.nobody] : said
}

/** An open alert for paper and handover: its name, when a late reading was measured, and who holds it. */
export const alertWithHolder = (alert: Alert, nowMs: number, edition: Edition): string =>
  alertListTexts(edition).handled(
    alertName(alert, alertTexts(edition)),
    [lateWords(alert, nowMs, edition), shortHandling(alert, nowMs, edition)]
      .filter((part) => part !== null && part !== '')
      .join(', '),
  )

/** The same in a few words, for an alert that is listed beneath a graver one. */
export const shortHandling = (alert: Alert, nowMs: number, edition: Edition): string => {
  const t = alertTexts(edition)
  const list = alertListTexts(edition)
  const until = alert.snoozedUntil === null ? null : Date.parse(alert.snoozedUntil)
  const unsent = unsentActOf(alert, t)
  return [
    ...(unsent === null ? [] : [list.notSent(unsent.what)]),
    ...alertState(alert, isSnoozed(until, nowMs), edition),
    ...(isUnheld(alert, nowMs) ? [list.nobodyShort] : []),
  ].join(', ')
}
