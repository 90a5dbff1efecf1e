import { setAlertStatus } from '../alerts/commands'
import { addPatientNote } from '../note/commands'
import {
  addToWatchList,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
} from '../patient/commands'

/** Every command that may wait. */
export const waitingCommands = [
  addPatientNote,
  addToWatchList,
  removeFromWatchList,
  setAlertStatus,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
] as const
