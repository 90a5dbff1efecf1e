import type { Problem } from '../../domain/problem'
import type { AlertTexts } from '../../texts/alerts'
import type { AlertActs } from './act'

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
  ids: readonly string[],
  acknowledge: AlertActs['acknowledge'],
): Promise<NotDone | null> => {
  let [saved, of] = [0, ids.length]
  let problem: Problem | null = null
  for (const id of ids) {
    const result = await acknowledge({ id, isAcknowledged: true })
    if (result.kind !== 'refused') saved += 1
    else if (result.problem.kind === 'conflict') of -= 1
    else problem = result.problem
  }
  return problem === null ? null : { saved, of, problem }
}

/** How much of it was not saved, in words; `why` is told beside it. */
export const notDoneWords = ({ saved, of }: NotDone, t: AlertTexts): string =>
  saved === 0 ? t.notDone : t.partDone(saved, of)
