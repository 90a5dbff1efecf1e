import { Link } from 'react-router-dom'
import { formatMoment } from '../../domain/time'
import { useEdition, useTexts } from '../edition'
import { IconClock, IconOffline, IconWarning } from '../layout/icons'
import { useTicked } from '../time'
import styles from './marks.module.css'

/**
 * The connection to the server. Times in epoch ms; `waiting`: unsent changes; `refused`: those that
 * need a decision. State `live`: realtime channel open; `checked`: by polling; `unsigned`: the server
 * answers, and knows no sign-in.
 */
export interface ConnectionStateProps {
  readonly state:
    | 'live'
    | 'checked'
    | 'checking'
    | 'saving'
    | 'offline'
    | 'unsigned'
    | 'sending'
    | 'waiting'
    | 'refused'
  readonly lastContactAt: number | null
  readonly waiting: number
  readonly refused: number
  /** While sending: which of how many. */
  readonly sending?: { readonly at: number; readonly of: number }
  /** A link to the list of unsent changes. */
  readonly to?: string
}

/** The connection in words, in the header of every page; changes are announced. */
export function ConnectionState({
  state,
  lastContactAt,
  waiting,
  refused,
  sending,
  to,
}: ConnectionStateProps) {
  const t = useTexts().ui.connection
  const edition = useEdition()
  const time = useTicked((now) =>
    lastContactAt === null ? null : formatMoment(lastContactAt, now, edition),
  )
  const words = {
    live: () => t.live,
    checked: () => (time === null ? t.live : t.checked(time)),
    checking: () => t.checking,
    saving: () => t.saving(waiting),
    offline: () => t.offline(waiting, time),
    unsigned: () => t.unsigned(time),
    sending: () => t.sending(sending?.at ?? 1, sending?.of ?? Math.max(1, waiting)),
    waiting: () => t.waiting(waiting),
    refused: () => t.refused(refused),
  }[state]()
  const status = (
    <output className={styles['connection']} data-state={state}>
      {state === 'offline' ? (
        <IconOffline size={16} />
      ) : state === 'refused' || state === 'unsigned' ? (
        <IconWarning size={16} />
      ) : state === 'saving' || state === 'sending' || state === 'waiting' ? (
        <IconClock size={16} />
      ) : (
        <span className={styles['dot']} aria-hidden="true" />
      )}
      {(state === 'offline' || state === 'unsigned') && refused > 0
        ? t.also(words, t.refused(refused))
        : words}
    </output>
  )
  if (to === undefined) return status
  return (
    <Link to={to} className={styles['connectionLink']} title={t.open}>
      {status}
    </Link>
  )
}
