import type { Alert } from '../../domain/alerts/alert'
import { toldConditionSchema } from '../../domain/alerts/rule'
import type { Edition, Person } from '../../domain/organization/organization'
import { alertTexts, conditionWords, type AlertTexts } from '../../texts/alerts'

/** What an alert is called. */
export const alertName = (alert: Pick<Alert, 'type' | 'alertRule'>, t: AlertTexts): string => {
  if (alert.type === 'CheckupScheduleEvent') return t.missed
  if (alert.type === 'PatientCallbackRequest') return t.callback
  const own = toldConditionSchema.safeParse(alert.alertRule?.condition).data
  return own?.kind === 'dataStopped' ? t.stopped[own.of] : (alert.alertRule?.name ?? t.unknownRule)
}

/**
 * When its rule fires; null without a rule, or for one that a later release wrote: its description
 * then speaks for it.
 */
export const ruleWords = (alert: Pick<Alert, 'alertRule'>, edition: Edition): string | null => {
  const condition = toldConditionSchema.safeParse(alert.alertRule?.condition)
  return condition.success ? conditionWords(condition.data, edition) : null
}

/** Somebody by name. */
export const personName = (person: Person | null, edition: Edition): string => {
  const name = [person?.firstName, person?.lastName]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ')
  return name === '' ? alertTexts(edition).somebody : name
}
