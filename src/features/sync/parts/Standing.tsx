import type { Connection } from '../../../engine/define'
import { formatMoment } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { IconOffline, IconWarning } from '../../../ui/layout'
import { useTicked } from '../../../ui/time'
import styles from '../SyncScreen.module.css'
import type { Section } from '../sync.view'

export interface StandingProps {
  readonly connection: Connection
  readonly counts: Readonly<Record<Section, number>>
  /** The browser took away what waited: nothing may be called complete. */
  readonly lost: boolean
  readonly t: SyncTexts
}

/** The device's connection, and what waits. */
export function Standing({ connection, counts, lost, t }: StandingProps) {
  const edition = useEdition()
  const { state, lastContactAt } = connection
  const time = useTicked((now) =>
    lastContactAt === null ? null : formatMoment(lastContactAt, now, edition),
  )
  const words = t.standing
  const unsent = counts.attention + counts.held + counts.waiting
  const line = (): string => {
    if (state === 'offline') return time === null ? words.offline : words.offlineSince(time)
    if (state === 'checking') return words.checking
    if (state === 'sending' || state === 'saving') return words.sending
    if (state === 'waiting') return words.waiting
    return unsent === 0 && !lost ? words.live : words.connected
  }
  const heard = time === null ? words.never : words.asOf(time)
  return (
    <div className={styles['standing']} data-state={state}>
      <p className={styles['line']} aria-live="polite">
        {state === 'offline' && <IconOffline />}
        <span>
          <strong>{line()}</strong>{' '}
          {[
            ...(counts.waiting > 0 ? [words.waits(counts.waiting)] : []),
            ...(counts.held > 0 ? [words.held(counts.held)] : []),
            ...(unsent === 0 && !lost ? [words.none] : []),
          ].join(' ')}
        </span>
      </p>
      {counts.attention > 0 && (
        <p className={styles['needs']}>
          <IconWarning /> {words.attention(counts.attention)}
        </p>
      )}
      <p className={styles['quiet']}>
        {state === 'offline'
          ? counts.waiting + counts.held > 0
            ? words.keptOffline
            : null
          : state === 'checking' && time === null
            ? null
            : heard}
      </p>
    </div>
  )
}
