import { useState } from 'react'
import { useConnection, useSession } from '../../engine/react'
import { ConnectionState } from '../../ui/clinical'
import { paths } from '../../ui/paths'
import { useLate } from '../../ui/time'
import { OfflineReadiness } from './OfflineReadiness'
import styles from './frames.module.css'

/**
 * The connection in words; it opens the sync centre. 'Live' needs an open realtime channel. A share
 * link keeps nothing and links nowhere. A very short 'saving' is not drawn, which would delay the
 * form's own text.
 */
export function ConnectionStatus() {
  const now = useConnection()
  const [before, setBefore] = useState(now)
  if (now.state !== 'saving' && now !== before) setBefore(now)
  const isLate = useLate(now.state === 'saving')
  const { state, isTold, answersOpenly, lastContactAt, waiting, refused } =
    now.state === 'saving' && !isLate && before.state !== 'saving' ? before : now
  const { principal } = useSession()
  return (
    <span className={styles['connection']}>
      {principal?.kind === 'user' && <OfflineReadiness />}
      <ConnectionState
        state={
          state === 'live' && !isTold
            ? 'checked'
            : (state === 'offline' || state === 'checking') && answersOpenly === true
              ? 'unsigned'
              : state
        }
        lastContactAt={lastContactAt}
        waiting={waiting}
        refused={refused}
        {...(principal?.kind === 'user' ? { to: paths.sync() } : {})}
      />
    </span>
  )
}
