import { setAlertStatus } from '../alerts/commands'
import { addPatientNote } from '../note/commands'
import {
  addToWatchList,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
} from '../patient/commands'

/** Every command that may wait. */
export const waitingCommands = [
  addPatientNote,
  addToWatchList,
  removeFromWatchList,
  setAlertStatus,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
] as const

/**
 * How long a command may wait before a person is asked, milliseconds after it was written; null: as
 * long as it has to. The device keeps to it; where nobody who answers for the device is signed in,
 * the server does too.
 */
export const lifetimeOf = (name: string): number | null => {
  const waits = waitingCommands.find((command) => command.name === name)?.waits
  return waits?.class === 'P' ? waits.ttlMs : null
}
