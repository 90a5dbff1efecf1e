import type { CacheStore } from '../platform/store'
import { virtualWard } from './virtual-ward'

/** Cards opened at once: a page does something else in between. */
const cardsAtOnce = 10

/** Patients on the user's watch list, by id, of the cards that this device holds and can read. */
export const watchedOf = async (store: CacheStore): Promise<ReadonlySet<string>> => {
  const rows = await store.rows('virtualWardPatient', { by: 'all' })
  const watched = new Set<string>()
  for (let from = 0; from < rows.length; from += cardsAtOnce) {
    await Promise.all(rows.slice(from, from + cardsAtOnce).map(async (row) => {
      const card = await store.openRow('virtualWardPatient', row).then((value) => virtualWard.row(value)).catch(() => null)
      if (card?.onWatchList === true) watched.add(card.id)
    }))
  }
  return watched
}
