import { useState } from 'react'
import { leftOpen, type Alert } from '../../domain/alerts/alert'
import type { AlertOutcome } from '../../domain/alerts/outcome'
import { alertTexts, type AlertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { showToast } from '../feedback'
import { useProblemText } from '../problem'
import { acknowledgeAll, notDoneWords, type NotDone } from './acknowledge-all'
import type { AlertActResult, AlertActs } from './act'
import { alertName } from './alert-words'

/** What a person is told of alerts that they resolved; `saved`: the server does not have it. */
const resolvedWords = (
  kind: AlertActResult['kind'],
  told: readonly { readonly name: string; readonly left: number }[],
  offline: boolean,
  t: AlertTexts,
): string => {
  const names = (some: typeof told): string => some.map(({ name }) => name).join(', ')
  if (kind === 'saved') return t.resolveWaits(names(told), offline)
  const whole = told.filter(({ left }) => left === 0)
  return [
    ...(whole.length === 0 ? [] : [t.resolved(names(whole))]),
    ...told.filter(({ left }) => left > 0).map(({ name, left }) => t.resolvedPart(name, left)),
  ].join('. ')
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
  const [failure, setFailure] = useState<NotDone | null>(null)

  const act = async (
    run: () => Promise<AlertActResult>,
    done?: (result: AlertActResult) => void,
  ): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const result = await run()
    setBusy(false)
    if (result.kind === 'refused') setFailure({ saved: 0, of: 1, problem: result.problem })
    else done?.(result)
    after()
  }

  const resolve = (
    given: readonly Alert[],
    outcome: AlertOutcome,
    outcomeText: string | null,
  ): void => {
    const closed = given.map(({ id, triggers }) => ({
      id,
      status: 'closed' as const,
      triggerIds: triggers.map((trigger) => trigger.id),
      outcome,
      outcomeText,
    }))
    const told = given.map((alert, at) => ({
      name: alertName(alert, t),
      left: leftOpen(
        shown.find(({ id }) => id === alert.id) ?? alert,
        closed[at]?.triggerIds ?? [],
      ),
    }))
    void act(
      () => acts.resolve({ patientId, alerts: closed, alertNames: told.map(({ name }) => name) }),
      ({ kind }) =>
        showToast(
          `alert ${closed.map(({ id }) => id).join(' ')}`,
          resolvedWords(kind, told, offline, t),
          { tone: 'info' },
        ),
    )
  }
  const acknowledge = async (alerts: readonly Alert[]): Promise<void> => {
    setBusy(true)
    setFailure(null)
    setFailure(await acknowledgeAll(alerts, acts.acknowledge, t))
    setBusy(false)
    after()
  }
  const told =
    failure === null ? null : { head: notDoneWords(failure, t), why: say(failure.problem) }
  return { busy, failure: told, act, resolve, acknowledge }
}
