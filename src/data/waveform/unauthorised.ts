import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import type { CacheStore } from '../../engine/store'

/**
 * Removes waveforms and events that the user may no longer see: pulls do not cover them.
 * `principal` null: nobody is signed in.
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
