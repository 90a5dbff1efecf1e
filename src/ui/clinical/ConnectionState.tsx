import { formatTime } from '../../domain/time'
import { useEdition, useTexts } from '../edition'
import { IconClock, IconOffline, IconWarning } from '../layout/icons'
import styles from './marks.module.css'

/**
 * Where the device stands with the server. Times in epoch milliseconds; `waiting` and `refused` are counts of changes.
 * `waiting`: unsent changes, no attempt under way. `live`: the realtime channel is open; `checked`: answers come, but by asking.
 */
export interface ConnectionStateProps {
  readonly state: 'live' | 'checked' | 'checking' | 'saving' | 'offline' | 'sending' | 'waiting' | 'refused'
  readonly lastContactAt: number | null
  readonly waiting: number
  readonly refused: number
  /** While sending: which of how many. */
  readonly sending?: { readonly at: number; readonly of: number }
}

/** The connection in words, in the header of every page; changes are announced. */
export function ConnectionState({ state, lastContactAt, waiting, refused, sending }: ConnectionStateProps) {
  const t = useTexts().ui.connection
  const edition = useEdition()
  const time = lastContactAt === null ? null : formatTime(new Date(lastContactAt).toISOString(), edition)
  const words = {
    live: () => t.live,
    checked: () => (time === null ? t.live : t.checked(time)),
    checking: () => t.checking,
    saving: () => t.saving(waiting),
    offline: () => t.offline(waiting, time),
    sending: () => t.sending(sending?.at ?? 1, sending?.of ?? Math.max(1, waiting)),
    waiting: () => t.waiting(waiting),
    refused: () => t.refused(refused),
  }[state]()
  return (
    <output className={styles['connection']} data-state={state}>
      {state === 'offline' ? <IconOffline size={16} /> : state === 'refused' ? <IconWarning size={16} /> : state === 'saving' || state === 'sending' || state === 'waiting' ? <IconClock size={16} /> : <span className={styles['dot']} aria-hidden="true" />}
      {words}
    </output>
  )
}
