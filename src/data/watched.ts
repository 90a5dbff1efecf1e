import type { CacheStore } from '../engine/store'
import { virtualWard } from './virtual-ward'

/** Cards whose ciphers work at the same time. */
const cardsAtOnce = 10

/** Watched patients by id, of the readable cards. `breathe`: lets the page work in between. */
export const watchedOf = async (
  store: CacheStore,
  breathe: () => Promise<void> = () => Promise.resolve(),
): Promise<ReadonlySet<string>> => {
  const rows = await store.rows('virtualWardPatient', { by: 'all' })
  const watched = new Set<string>()
  for (let from = 0; from < rows.length; from += cardsAtOnce) {
    for (const body of await Promise.all(
      rows
        .slice(from, from + cardsAtOnce)
        .map((row) => store.openRow('virtualWardPatient', row).catch(() => null)),
    )) {
      try {
        const card = virtualWard.row(body)
        if (card.onWatchList) watched.add(card.id)
      } catch {
        /* what cannot be read is on no list */
      }
      await breathe()
    }
  }
  return watched
}
