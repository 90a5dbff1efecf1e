import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import type { CacheStore } from '../../engine/store'

/**
 * Takes the waveforms that this person may not see any more from their store, and what was found in
 * them. The server sends these by name: it keeps no cursor of them, and no pull says that they go.
 * `principal` null: nobody is signed in, and nothing is known.
 */
export const forgetUnauthorised = async (
  store: Pick<CacheStore, 'remove'>,
  principal: Principal | null,
): Promise<void> => {
  if (principal === null) return
  const tables = [
    ...(may(principal, 'monitoring.view') ? [] : (['waveformSpan', 'waveform'] as const)),
    ...(may(principal, 'waveform-event.view') ? [] : (['waveformEvent'] as const)),
  ]
  await Promise.all(tables.map((table) => store.remove(table, { by: 'all' })))
}
