import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { acknowledgeAlert } from '../../../data/alert'
import { may } from '../../../domain/access/may'
import { isFree, type Alert } from '../../../domain/alerts/alert'
import { seenAtOf } from '../../../domain/alerts/seen'
import type { WardAlerts } from '../../../domain/virtual-ward/ward-alerts'
import { useSentCommand } from '../../../engine/react'
import { alertListTexts } from '../../../texts/alert-list'
import { alertTexts } from '../../../texts/alerts'
import { usePrincipal } from '../../../ui/access'
import {
  acknowledgeAll,
  alertName,
  handlingWords,
  notDoneWords,
  type NotDone,
} from '../../../ui/alerts'
import { useEdition } from '../../../ui/edition'
import { useProblemText } from '../../../ui/problem'
import { useTicked } from '../../../ui/time'
import styles from './AlertList.module.css'

/** Acknowledges these alerts. The focus stays in the row when the button is gone. */
const usePress = (alerts: readonly Alert[], patient: WardAlerts['patient']) => {
  const t = alertTexts(useEdition())
  const { run } = useSentCommand(acknowledgeAlert)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<NotDone | null>(null)
  const row = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (busy || !pressed.current) return
    pressed.current = false
    if (document.activeElement !== document.body) return
    const button = failure === null ? null : row.current?.querySelector('button')
    ;(button ?? row.current)?.focus()
  }, [busy, failure])
  const press = async (): Promise<void> => {
    pressed.current = true
    setBusy(true)
    setFailure(null)
    const notDone = await acknowledgeAll(
      alerts,
      (input) => run({ ...input, patientId: patient.id, seenAt: seenAtOf(patient) }),
      t,
    )
    setFailure(notDone)
    setBusy(false)
  }
  return { row, busy, failure, press }
}

/**
 * Who does what about the gravest alert of the row; and the press that says that the user deals with
 * all that nobody acknowledged, for whoever may.
 */
export function AlertHandling({
  patient,
  alerts,
  called,
}: WardAlerts & { readonly called: string }) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const list = alertListTexts(edition)
  const say = useProblemText()
  const principal = usePrincipal()
  const [gravest] = alerts
  const words = useTicked((now) => handlingWords(gravest, now, edition).join(' · '))
  const free = alerts.filter(isFree)
  const { row, busy, failure, press } = usePress(free, patient)
  const does = free.length === 1 ? t.acknowledge : list.acknowledgeAll(free.length)
  const mayPress = principal !== null && may(principal, 'alert.acknowledge') && free.length > 0
  return (
    <div ref={row} tabIndex={-1} className={styles['handling']}>
      <div>
        {words}
        {failure !== null && (
          <p role="alert" className={styles['failure']}>
            <strong>{notDoneWords(failure, t)}</strong> {say(failure.problem)}
          </p>
        )}
      </div>
      {mayPress && (
        <Button
          className={styles['press'] ?? ''}
          data-print="off"
          disabled={busy}
          aria-label={list.acknowledgeName(
            does,
            free.map((alert) => alertName(alert, t)).join(', '),
            called,
          )}
          onClick={() => void press()}
        >
          {does}
        </Button>
      )}
    </div>
  )
}
