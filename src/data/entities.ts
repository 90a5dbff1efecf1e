import type { OpenScorer } from '../domain/ews'
import type { Entities } from '../engine/catalogue'
import {
  ackResults,
  deliverIdle,
  discard,
  endSession,
  hello,
  older,
  outcomes,
  pull,
  push,
  tellIdle,
} from './device-sync'
import { noteRecordReads } from './record-read'
import { commands, resources } from './registry'
import { identityIn } from './seen-identity'
import { tables } from './tables'
import { watchedOf } from './watched'
import { forgetUnauthorised } from './waveform/unauthorised'

export { provideScorer } from './patient/use-scorer'
export { createWaveforms } from './waveform-windows'

/** The worker of the early-warning scores; its code is fetched by the first edit. */
export const openScorer: OpenScorer = async (lost) =>
  (await import('../platform/compute/scorer')).openScorer(lost)

const boardTables: readonly string[] = ['virtualWardPatient', 'virtualWardFilter']
const ofPatients = resources
  .filter(({ table }) => !boardTables.includes(table))
  .map(({ name }) => `${name} `)

/** What the engine learns about the portal's entities when a store is opened. */
export const entities: Entities = {
  protocol: {
    ackResults,
    deliverIdle,
    discard,
    endSession,
    hello,
    outcomes,
    pull,
    older,
    push,
    tellIdle,
    looked: noteRecordReads,
  },
  tables,
  resources,
  commands,
  identityIn,
  watchedOf,
  forgetUnauthorised,
  isSubjectReceipt: (id) => ofPatients.some((name) => id.startsWith(name)),
}
