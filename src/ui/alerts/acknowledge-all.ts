import type { Alert } from '../../domain/alerts/alert'
import type { Problem } from '../../domain/problem'
import type { AlertTexts } from '../../texts/alerts'
import type { AlertActs } from './act'
import { alertName } from './alert-words'

/** What was not saved of what a person did about alerts, and why. */
export interface NotDone {
  /** How many were saved, of how many. */
  readonly saved: number
  readonly of: number
  readonly problem: Problem
}

/**
 * Says that the user deals with these alerts. Each is asked for, whatever became of the one before:
 * one that a colleague resolved meanwhile needs nobody. Null: all is saved.
 */
export const acknowledgeAll = async (
  alerts: readonly Alert[],
  acknowledge: AlertActs['acknowledge'],
  t: AlertTexts,
): Promise<NotDone | null> => {
  let [saved, of] = [0, alerts.length]
  let problem: Problem | null = null
  for (const alert of alerts) {
    const alertNames = [alertName(alert, t)]
    const result = await acknowledge({ id: alert.id, isAcknowledged: true, alertNames })
    if (result.kind !== 'refused') saved += 1
    else if (result.problem.kind === 'conflict') of -= 1
    else problem = result.problem
  }
  return problem === null ? null : { saved, of, problem }
}

/** How much of it was not saved, in words; `why` is told beside it. */
export const notDoneWords = ({ saved, of }: NotDone, t: AlertTexts): string =>
  saved === 0 ? t.notDone : t.partDone(saved, of)
