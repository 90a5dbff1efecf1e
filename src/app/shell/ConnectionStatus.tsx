import { useState } from 'react'
import { useConnection, useSession } from '../../engine/react'
import { ConnectionState } from '../../ui/clinical'
import { paths } from '../../ui/paths'
import { useLate } from '../../ui/time'

/**
 * The connection in words; pressed, it opens the sync centre. 'Live' is for an open realtime
 * channel; what is known by asking says when it was last asked. A share link keeps nothing on the
 * device: there is nowhere to go. What is saved before anybody could read 'saving' is not drawn as
 * that: the words of the form would wait for it.
 */
export function ConnectionStatus() {
  const now = useConnection()
  const [before, setBefore] = useState(now)
  if (now.state !== 'saving' && now !== before) setBefore(now)
  const isLate = useLate(now.state === 'saving')
  const { state, isTold, lastContactAt, waiting, refused } =
    now.state === 'saving' && !isLate && before.state !== 'saving' ? before : now
  const { principal } = useSession()
  return (
    <ConnectionState
      state={state === 'live' && !isTold ? 'checked' : state}
      lastContactAt={lastContactAt}
      waiting={waiting}
      refused={refused}
      {...(principal?.kind === 'user' ? { to: paths.sync() } : {})}
    />
  )
}
