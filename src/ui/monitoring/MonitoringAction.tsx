import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatPatientName } from '../../domain/identity'
import { nextStep, sessionState, type MonitoringSession } from '../../domain/monitoring/session'
import { formatDate, formatDateTime } from '../../domain/time'
import { monitoringTexts } from '../../texts/monitoring'
import type { Act, CarePatient } from '../care/act'
import { useEdition } from '../edition'
import { ConfirmDialog, Tooltip } from '../feedback'
import { IconPulse } from '../layout/icons'
import styles from './monitoring.module.css'
import { useProblemText } from '../problem'

export interface MonitoringActionProps {
  readonly patient: CarePatient & { readonly continuousMonitoringSession: MonitoringSession | null }
  /** The acting organisation. */
  readonly organizationId: string
  readonly mayStart: boolean
  readonly mayEnd: boolean
  readonly offline: boolean
  readonly start: Act<{ readonly type: 'Lamplight'; readonly patientId: string }>
  readonly end: Act<{ readonly patientId: string }>
}

/** Starts or ends monitoring after a question with the patient's name (C040, C041, C056). */
export function MonitoringAction({
  patient,
  organizationId,
  mayStart,
  mayEnd,
  offline,
  start,
  end,
}: MonitoringActionProps) {
  const edition = useEdition()
  const say = useProblemText()
  const t = monitoringTexts(edition).session
  const [asked, setAsked] = useState<{
    readonly step: 'start' | 'end'
    readonly patient: MonitoringActionProps['patient']
  } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const session = patient.continuousMonitoringSession
  const step = nextStep(session, organizationId)
  const isActive = sessionState(session) === 'active'
  if (asked === null && !(isActive ? mayEnd : mayStart)) return null
  const label = isActive ? t.end : t.start
  const why = step === 'others' ? t.others : offline ? t.offline : null
  const open = (): void => {
    if (step === 'others' || offline) return
    setFailure(null)
    setAsked({ step, patient })
  }
  const act = async (): Promise<void> => {
    if (asked === null) return
    setBusy(true)
    const result =
      asked.step === 'start'
        ? await start({ type: 'Lamplight', patientId: asked.patient.id })
        : await end({ patientId: asked.patient.id })
    setBusy(false)
    if (result.kind === 'refused') setFailure(say(result.problem))
    else setAsked(null)
  }
  const button = (
    // Told why, not hidden: it takes the focus, so that the reason is read out and shown to fingers
    // too.
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPulse />}
      aria-haspopup="dialog"
      aria-disabled={why !== null}
      data-disabled={why === null ? undefined : true}
      className={styles['action']}
      onClick={open}
    >
      {label}
    </Button>
  )
  const who =
    asked === null
      ? ''
      : `${formatPatientName(asked.patient)}, ${formatDate(asked.patient.birthDate, edition)}`
  return (
    <>
      {why === null ? button : <Tooltip label={why}>{button}</Tooltip>}
      {asked !== null && (
        <ConfirmDialog
          title={asked.step === 'start' ? t.startTitle : t.endTitle}
          confirmLabel={asked.step === 'start' ? t.start : t.end}
          cancelLabel={t.cancel}
          busy={busy}
          onConfirm={() => void act()}
          onCancel={() => setAsked(null)}
        >
          <p>
            {asked.step === 'start'
              ? t.startText(who)
              : t.endText(
                  who,
                  formatDateTime(asked.patient.continuousMonitoringSession?.createdAt, edition),
                )}
          </p>
          {failure !== null && (
            <p role="alert" className={styles['failure']}>
              <strong>{asked.step === 'start' ? t.startFailed : t.endFailed}</strong> {failure}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
