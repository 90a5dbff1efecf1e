import { shownOpen } from '../../domain/alerts/alert'
import { formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { useNow } from '../time'
import styles from './alerts.module.css'
import type { LoadedAlerts } from './use-loaded-alerts'

/** Why no open alert is shown: there is none, it is being asked, or this device holds none. */
export function OpenState({
  shown,
  hadAny,
  loaded,
  offline,
}: {
  readonly shown: number
  /** Whether one was open when the dialog opened. */
  readonly hadAny: boolean
  readonly loaded: LoadedAlerts
  readonly offline: boolean
}) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const now = useNow()
  return (
    <output className={styles['quiet']}>
      {shown > 0 ? (
        ''
      ) : loaded.kind === 'here' && shownOpen(loaded.alerts).length === 0 ? (
        <>
          <span>{hadAny || loaded.alerts.length > 0 ? t.allResolved : t.noAlerts}</span>{' '}
          <span>{t.asOf(formatMoment(loaded.asOf, now, edition))}</span>
        </>
      ) : loaded.kind === 'asking' && !offline ? (
        t.loading
      ) : (
        t.noneHere
      )}
    </output>
  )
}
