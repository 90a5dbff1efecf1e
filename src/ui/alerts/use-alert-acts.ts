import { useState } from 'react'
import { leftOpen, type Alert } from '../../domain/alerts/alert'
import type { AlertOutcome } from '../../domain/alerts/outcome'
import { alertTexts, type AlertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { showToast } from '../feedback'
import { useProblemText } from '../problem'
import type { AlertActResult, AlertActs } from './act'
import { alertName } from './alert-words'

/** What a person is told of an alert that they resolved; `saved`: the server does not have it. */
const resolvedWords = (
  kind: AlertActResult['kind'],
  name: string,
  left: number,
  offline: boolean,
  t: AlertTexts,
): string => {
  if (kind === 'saved') return t.resolveWaits(name, offline)
  return left > 0 ? t.resolvedPart(name, left) : t.resolved(name)
}

/**
 * Does something about alerts of a patient, one thing at a time, and says why it was refused.
 * `shown`: those that are open now; `after`: asks for them anew.
 */
export const useAlertActs = (
  patientId: string,
  shown: readonly Alert[],
  offline: boolean,
  acts: AlertActs,
  after: () => void,
) => {
  const t = alertTexts(useEdition())
  const say = useProblemText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const act = async (
    run: () => Promise<AlertActResult>,
    done?: (result: AlertActResult) => void,
  ): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const result = await run()
    setBusy(false)
    if (result.kind === 'refused') setFailure(say(result.problem))
    else done?.(result)
    after()
  }

  const resolve = (
    given: readonly Alert[],
    outcome: AlertOutcome,
    outcomeText: string | null,
  ): void => {
    const names = given.map((alert) => alertName(alert, t))
    const closed = given.map(({ id, triggers }) => ({
      id,
      status: 'closed' as const,
      triggerIds: triggers.map((trigger) => trigger.id),
      outcome,
      outcomeText,
    }))
    const left = closed.reduce((sum, { id, triggerIds }) => {
      const alert = shown.find((one) => one.id === id) ?? given.find((one) => one.id === id)
      return sum + (alert === undefined ? 0 : leftOpen(alert, triggerIds))
    }, 0)
    void act(
      () => acts.resolve({ patientId, alerts: closed, alertNames: names }),
      ({ kind }) =>
        showToast(
          `alert ${closed.map(({ id }) => id).join(' ')}`,
          resolvedWords(kind, names.join(', '), left, offline, t),
          { tone: 'info' },
        ),
    )
  }
  const acknowledge = (alerts: readonly Alert[]): void =>
    void act(async () => {
      for (const { id } of alerts) {
        const result = await acts.acknowledge({ id, isAcknowledged: true })
        if (result.kind === 'refused') return result
      }
      return { kind: 'done' }
    })
  return { busy, failure, act, resolve, acknowledge }
}
