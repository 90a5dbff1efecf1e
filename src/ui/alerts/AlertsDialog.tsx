import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Calling } from '../../domain/calling/calling'
import { ofOneCheckup, shownOpen, statusPart, type Alert } from '../../domain/alerts/alert'
import { formatPatientName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { needsPerson, unsentOf } from '../../domain/sync/unsent'
import { formatDate } from '../../domain/time'
import { doorsTexts } from '../../texts/doors'
import { alertTexts } from '../../texts/alerts'
import { contactsTexts } from '../../texts/contacts'
import { onCallTexts } from '../../texts/on-call'
import { AlertContacts } from '../contacts'
import { useEdition } from '../edition'
import { paths } from '../paths'
import { Dialog, ErrorState } from '../feedback'
import { checkupNotes } from '../risk'
import type { AlertActs, AlertPatient, LoadAlerts } from './act'
import { useNow } from '../time'
import { alertName } from './alert-words'
import { AlertItem } from './AlertItem'
import { calledWords } from './called-words'
import { CheckupActs } from './CheckupActs'
import styles from './alerts.module.css'
import { OpenState } from './OpenState'
import { RecentlyClosed } from './RecentlyClosed'
import { ResolveDialog } from './ResolveDialog'
import { useAlertActs } from './use-alert-acts'
import { useLoadedAlerts } from './use-loaded-alerts'

export interface AlertsDialogProps {
  readonly patient: AlertPatient
  /** What the patient is called where the screen does not show who they are. */
  readonly shownAs?: string | null
  /** As this device has them: what comes in while the dialog is open is shown in it. */
  readonly open: readonly Alert[]
  readonly offline: boolean
  readonly mayResolve: boolean
  /** False: the record is only read, and nothing is done about its alerts. */
  readonly mayAcknowledge: boolean
  /** The organisation whose staff alone deal with the alerts; null: not so. */
  readonly dealtWithBy?: string | null
  /** The user takes observations: an answer to an alert is often to measure. */
  readonly mayObserve: boolean
  /** The user asks for the patient, who is on a ward, to be measured again. */
  readonly mayRepeat: boolean
  /** The user records calls and visits. */
  readonly mayContact: boolean
  /** Where the screen is not the record: leads there. */
  readonly toRecord?: boolean
  /** How the patient is reached. */
  readonly contact: ReactNode
  /** The record, which has the calls and visits; null: it is not on this device, or not to be shown. */
  readonly record: Patient | null
  readonly load: LoadAlerts
  readonly acts: AlertActs
  readonly onClose: () => void
}

/** Everything that is open was resolved here, and goes without help: there is nothing to add. */
const mayAskAgain = (alert: Alert): boolean => {
  const unsent = unsentOf(alert, statusPart)
  return unsent === null || needsPerson(unsent.state) || unsent.wanted !== 0
}

/** What cannot be done about the alerts, and why. */
function Limits({
  offline,
  mayResolve,
  mayAcknowledge,
  dealtWithBy,
}: Pick<AlertsDialogProps, 'offline' | 'mayResolve' | 'mayAcknowledge' | 'dealtWithBy'>) {
  const t = alertTexts(useEdition())
  if (dealtWithBy != null) return <p className={styles['notice']}>{t.elsewhere(dealtWithBy)}</p>
  if (!mayAcknowledge) return <p className={styles['quiet']}>{t.onlyRead}</p>
  return (
    <>
      {offline && <p className={styles['notice']}>{t.offline}</p>}
      {!mayResolve && <p className={styles['quiet']}>{t.notAllowed}</p>}
    </>
  )
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = alertTexts(useEdition())
  return (
    <ErrorState look="line" title={t.failed}>
      <Button variant="default" size="sm" onClick={onRetry}>
        {t.retry}
      </Button>
    </ErrorState>
  )
}

/** Who was called about the open alerts. */
function Called({
  callings,
  alerts,
}: {
  readonly callings: readonly Calling[]
  readonly alerts: readonly Alert[]
}) {
  const edition = useEdition()
  const now = useNow()
  return callings
    .filter(
      ({ endedAt, alertIds }) => endedAt === null || alerts.some(({ id }) => alertIds.includes(id)),
    )
    .map((calling) => {
      const words = calledWords(calling, now, edition)
      return (
        words !== null && (
          <p key={calling.id} className={calling.nobodyAt === null ? undefined : styles['failure']}>
            <strong>{onCallTexts(edition).called.heading}</strong>: {words}
          </p>
        )
      )
    })
}

/** Alerts of one patient (C222 to C225): open ones, and those resolved in the last three hours. */
export function AlertsDialog({
  patient,
  shownAs = null,
  open,
  offline,
  mayResolve,
  mayAcknowledge,
  dealtWithBy = null,
  mayObserve,
  mayRepeat,
  mayContact,
  toRecord = false,
  contact,
  record,
  load,
  acts,
  onClose,
}: AlertsDialogProps) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const who =
    shownAs === null
      ? t.patient(formatPatientName(patient), formatDate(patient.birthDate, edition))
      : t.about(shownAs)
  const [asked, setAsked] = useState<readonly Alert[]>([])
  const shown = shownOpen(open)
  const [hadAny] = useState(shown.length > 0)
  const { loaded, ask } = useLoadedAlerts(load, offline, shown.length)
  const done = useAlertActs(patient.id, shown, offline, acts, ask)
  const { busy, failure, act } = done

  if (asked.length > 0)
    return (
      <ResolveDialog
        onCancel={() => setAsked([])}
        onResolve={(outcome, text) => {
          setAsked([])
          done.resolve(asked, outcome, text)
        }}
      >
        <p>{who}</p>
        {asked.map((alert) => (
          <p key={alert.id}>{t.outcome.raised(alertName(alert, t), alert.triggers.length)}</p>
        ))}
        <p>{t.outcome.text}</p>
      </ResolveDialog>
    )
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p className={styles['who']}>{who}</p>
      {checkupNotes(patient, edition).map((words) => (
        <p key={words} className={styles['notice']}>
          {words}
        </p>
      ))}
      <div className={styles['reach']}>
        {contact}
        {mayContact && (
          <Link to={paths.contacts(patient.id)} className="finger" onClick={onClose}>
            {contactsTexts(edition).record.action}
          </Link>
        )}
        {mayObserve && (
          <Link to={paths.observe(patient.id)} className="finger" onClick={onClose}>
            {doorsTexts(edition).observations}
          </Link>
        )}
        {mayRepeat && (
          <Link to={paths.measureAgain(patient.id)} className="finger" onClick={onClose}>
            {doorsTexts(edition).repeat}
          </Link>
        )}
        {toRecord && (
          <Link to={paths.patient(patient.id)} className="finger">
            {t.record}
          </Link>
        )}
      </div>
      {record !== null && <AlertContacts record={record} alerts={shown} />}
      <Limits
        offline={offline}
        mayResolve={mayResolve}
        mayAcknowledge={mayAcknowledge}
        dealtWithBy={dealtWithBy}
      />
      {loaded.kind === 'here' && <Called callings={loaded.callings} alerts={shown} />}
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{failure.head}</strong> {failure.why}
        </p>
      )}
      {loaded.kind === 'failed' && !offline && <Failed onRetry={ask} />}
      {mayAcknowledge &&
        ofOneCheckup(shown).map((alerts) => (
          <CheckupActs
            key={alerts[0]?.checkup?.id}
            alerts={alerts}
            busy={busy}
            acknowledge={(some) => void done.acknowledge(some)}
            resolve={
              mayResolve && alerts.every((alert) => mayAskAgain(alert))
                ? () => setAsked(alerts)
                : null
            }
          />
        ))}
      {shown.length > 0 && (
        <ul className={styles['list']} aria-label={t.title}>
          {shown.map((alert) => (
            <AlertItem
              key={alert.id}
              alert={alert}
              patient={patient}
              acts={
                mayAcknowledge
                  ? {
                      offline,
                      busy,
                      resolve: mayResolve && mayAskAgain(alert) ? () => setAsked([alert]) : null,
                      acknowledge: (isAcknowledged) =>
                        void act(() =>
                          acts.acknowledge({
                            id: alert.id,
                            isAcknowledged,
                            alertNames: [alertName(alert, t)],
                          }),
                        ),
                      snooze: mayResolve
                        ? (minutes) => void act(() => acts.snooze({ id: alert.id, minutes }))
                        : null,
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      <OpenState shown={shown.length} hadAny={hadAny} loaded={loaded} offline={offline} />
      <RecentlyClosed patient={patient} loaded={loaded} offline={offline} />
    </Dialog>
  )
}
