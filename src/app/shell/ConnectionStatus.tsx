import { useConnection } from '../../data/hooks'
import { ConnectionState } from '../../ui/clinical'

/** The connection in words. 'Live' is for an open realtime channel; what is known by asking says when it was last asked. */
export function ConnectionStatus() {
  const { state, lastContactAt, waiting, refused } = useConnection()
  return <ConnectionState state={state === 'live' ? 'checked' : state} lastContactAt={lastContactAt} waiting={waiting} refused={refused} />
}
