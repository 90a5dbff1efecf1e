import { shownClosed } from '../../domain/alerts/alert'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { Expander } from '../layout/Expander'
import { useNow } from '../time'
import type { AlertPatient } from './act'
import { AlertItem } from './AlertItem'
import styles from './alerts.module.css'
import type { LoadedAlerts } from './use-loaded-alerts'

/** The alerts that were resolved in the last three hours, or why they are not known. */
export function RecentlyClosed({
  patient,
  loaded,
  offline,
}: {
  readonly patient: AlertPatient
  readonly loaded: LoadedAlerts
  readonly offline: boolean
}) {
  const t = alertTexts(useEdition())
  const now = useNow()
  const closed = loaded.kind === 'here' ? shownClosed(loaded.alerts, now) : null
  return (
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
            <AlertItem key={alert.id} alert={alert} patient={patient} />
          ))}
        </ul>
      )}
    </Expander>
  )
}
