import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { leftOpen, shownClosed, shownOpen, type Alert } from '../../domain/alerts/alert'
import { formatPatientName } from '../../domain/identity'
import { formatDate, formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { ConfirmDialog, Dialog, ErrorState, showToast } from '../feedback'
import { Expander } from '../layout/Expander'
import { useNow } from '../time'
import type { AlertActResult, AlertActs, AlertPatient, LoadAlerts } from './act'
import { alertName } from './alert-words'
import { AlertItem } from './AlertItem'
import styles from './alerts.module.css'
import { useProblemText } from '../problem'

export interface AlertsDialogProps {
  readonly patient: AlertPatient
  /** What the patient is called where the screen does not show who they are. */
  readonly shownAs?: string | null
  /** As this device has them: what comes in while the dialog is open is shown in it. */
  readonly open: readonly Alert[]
  readonly offline: boolean
  readonly mayResolve: boolean
  readonly load: LoadAlerts
  readonly acts: AlertActs
  readonly onClose: () => void
}

/**
 * While the server's list and this device's differ it is asked again so long after its answer,
 * milliseconds.
 */
const askAgainMs = 2_000

type Loaded =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'here'
      readonly alerts: readonly Alert[]
      readonly asOf: number
      readonly round: number
    }

/**
 * The server's list, asked for when the dialog opens, when the line is back, and after whatever was
 * done.
 */
const useLoaded = (load: LoadAlerts, offline: boolean) => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'asking' })
  const [round, setRound] = useState(0)
  const ask = useCallback(() => setRound((was) => was + 1), [])
  useEffect(() => {
    if (offline) return undefined
    let gone = false
    void load().then((answer) => {
      if (!gone)
        setLoaded(
          answer.kind === 'done' ? { kind: 'here', ...answer.value, round } : { kind: 'failed' },
        )
    })
    return () => {
      gone = true
    }
    // `load` is made anew with each drawing; what is asked for is the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offline, round])
  return { loaded, ask }
}

/**
 * Alerts of one patient (C222 to C225): open ones with what can be done, those resolved in the last
 * three hours below.
 */
export function AlertsDialog({
  patient,
  shownAs = null,
  open,
  offline,
  mayResolve,
  load,
  acts,
  onClose,
}: AlertsDialogProps) {
  const edition = useEdition()
  const say = useProblemText()
  const t = alertTexts(edition)
  const now = useNow()
  const who =
    shownAs === null
      ? t.patient(formatPatientName(patient), formatDate(patient.birthDate, edition))
      : t.about(shownAs)
  const { loaded, ask } = useLoaded(load, offline)
  const [asked, setAsked] = useState<Alert | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const shown = shownOpen(open)
  // What was resolved here may still be on its way when the server answers, and what is new there
  // on its way here.
  const differsIn =
    loaded.kind === 'here' && !offline && shownOpen(loaded.alerts).length !== shown.length
      ? loaded.round
      : null
  useEffect(() => {
    if (differsIn === null) return undefined
    // Counted from each answer: an answer slower than this must not be overtaken by the next
    // question.
    const timer = setTimeout(ask, askAgainMs)
    return () => clearTimeout(timer)
  }, [differsIn, ask])
  const closed = loaded.kind === 'here' ? shownClosed(loaded.alerts, now) : null

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
    ask()
  }

  if (asked !== null) {
    const name = alertName(asked, t)
    return (
      <ConfirmDialog
        title={t.confirmTitle}
        confirmLabel={t.confirm}
        cancelLabel={t.keep}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          const triggerIds = asked.triggers.map(({ id }) => id)
          const left = leftOpen(shown.find(({ id }) => id === asked.id) ?? asked, triggerIds)
          void act(
            () =>
              acts.resolve({
                patientId: patient.id,
                alerts: [{ id: asked.id, status: 'closed', triggerIds }],
              }),
            () =>
              showToast(
                `alert ${asked.id}`,
                offline
                  ? t.resolveWaits(name)
                  : left > 0
                    ? t.resolvedPart(name, left)
                    : t.resolved(name),
                { tone: 'info' },
              ),
          )
        }}
      >
        <p>{who}</p>
        <p>{t.confirmText(name, asked.triggers.length)}</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p className={styles['who']}>{who}</p>
      {offline && <p className={styles['notice']}>{t.offline}</p>}
      {!mayResolve && <p className={styles['quiet']}>{t.notAllowed}</p>}
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.notDone}</strong> {failure}
        </p>
      )}
      {loaded.kind === 'failed' && !offline && (
        <ErrorState look="line" title={t.failed}>
          <Button variant="default" size="sm" onClick={ask}>
            {t.retry}
          </Button>
        </ErrorState>
      )}
      {shown.length > 0 && (
        <ul className={styles['list']} aria-label={t.title}>
          {shown.map((alert) => (
            <AlertItem
              key={alert.id}
              alert={alert}
              acts={
                mayResolve
                  ? {
                      offline,
                      busy,
                      resolve: () => setAsked(alert),
                      acknowledge: (isAcknowledged) =>
                        void act(() => acts.acknowledge({ id: alert.id, isAcknowledged })),
                      snooze: (minutes) => void act(() => acts.snooze({ id: alert.id, minutes })),
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      <output className={styles['quiet']}>
        {shown.length > 0 ? (
          ''
        ) : loaded.kind === 'here' && shownOpen(loaded.alerts).length === 0 ? (
          <>
            <span>{t.allResolved}</span>{' '}
            <span>{t.asOf(formatMoment(loaded.asOf, now, edition))}</span>
          </>
        ) : loaded.kind === 'asking' && !offline ? (
          t.loading
        ) : (
          t.noneHere
        )}
      </output>
      <Expander title={closed === null ? t.recentlyClosedUnknown : t.recentlyClosed(closed.length)}>
        {closed === null ? (
          <p className={styles['quiet']}>
            {offline ? t.closedOffline : loaded.kind === 'asking' ? t.loading : t.closedUnknown}
          </p>
        ) : closed.length === 0 ? (
          <p className={styles['quiet']}>{t.noneClosed}</p>
        ) : (
          <ul className={styles['list']}>
            {closed.map((alert) => (
              <AlertItem key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </Expander>
    </Dialog>
  )
}
