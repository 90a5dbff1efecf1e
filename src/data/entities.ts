import type { Entities } from '../engine/catalogue'
import { commands, resources } from './registry'
import { identityIn } from './seen-identity'
import { tables } from './tables'
import { watchedOf } from './watched'
import { forgetUnauthorised } from './waveform/unauthorised'

export { createWaveforms } from './waveform-windows'

const boardTables: readonly string[] = ['virtualWardPatient', 'virtualWardFilter']
const ofPatients = resources
  .filter(({ table }) => !boardTables.includes(table))
  .map(({ name }) => `${name} `)

/** What the engine learns about the portal's entities when a store is opened. */
export const entities: Entities = {
  tables,
  resources,
  commands,
  identityIn,
  watchedOf,
  forgetUnauthorised,
  isSubjectReceipt: (id) => ofPatients.some((name) => id.startsWith(name)),
}
