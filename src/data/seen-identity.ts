import type { SeenIdentity } from '../domain/sync/seen-identity'
import type { CacheStore } from '../engine/store'
import { patientRecord } from './patient'
import { virtualWard } from './virtual-ward'

/** How this device shows a patient at this moment; null: it does not. */
export const identityIn = async (
  cache: CacheStore,
  patientId: string,
): Promise<SeenIdentity | null> => {
  const [record] = await cache.rows('patient', { by: 'id', id: patientId })
  // On the board a patient is shown whose record this device does not hold yet.
  const [card] =
    record === undefined ? await cache.rows('virtualWardPatient', { by: 'id', id: patientId }) : []
  const shown =
    record !== undefined
      ? patientRecord.row(await cache.openRow('patient', record))
      : card !== undefined
        ? virtualWard.row(await cache.openRow('virtualWardPatient', card))
        : null
  if (shown === null) return null
  const { firstName, lastName, birthDate, nationalIdentifier, revision } = shown
  return {
    name: `${firstName} ${lastName}`,
    birthDate,
    identifierLast4: nationalIdentifier?.value.slice(-4) ?? null,
    revision,
  }
}
