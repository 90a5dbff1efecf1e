import { useConnection, useSession } from '../../data/hooks'
import { ConnectionState } from '../../ui/clinical'
import { paths } from '../../ui/paths'

/**
 * The connection in words; pressed, it opens the sync centre. 'Live' is for an open realtime channel; what is known by asking
 * says when it was last asked. A share link keeps nothing on the device: there is nowhere to go.
 */
export function ConnectionStatus() {
  const { state, isTold, lastContactAt, waiting, refused } = useConnection()
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
