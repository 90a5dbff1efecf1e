import type { CacheStore } from '../platform/store'
import { virtualWard } from './virtual-ward'

/** Patients on the user's watch list, by id, of the cards that this device holds and can read. */
export const watchedOf = async (store: CacheStore): Promise<ReadonlySet<string>> => {
  const cards = await Promise.all((await store.rows('virtualWardPatient', { by: 'all' })).map((row) =>
    store.openRow('virtualWardPatient', row).then((value) => virtualWard.row(value)).catch(() => null)))
  return new Set(cards.flatMap((card) => card?.onWatchList === true ? [card.id] : []))
}
