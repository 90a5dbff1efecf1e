import { setAlertStatus } from '../alerts/commands'
import { sendChatMessage } from '../chat/commands'
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
  sendChatMessage,
  setAlertStatus,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
] as const
