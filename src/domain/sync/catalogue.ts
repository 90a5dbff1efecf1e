import { acknowledgeAlert, setAlertStatus } from '../alerts/commands'
import { sendChatMessage } from '../chat/commands'
import { markNotificationsRead } from '../notification/commands'
import { addPatientNote } from '../note/commands'
import { recordObservations, strikeOutCheckup } from '../observation/commands'
import {
  addToWatchList,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
} from '../patient/commands'

/** Every command that may wait. */
export const waitingCommands = [
  acknowledgeAlert,
  addPatientNote,
  addToWatchList,
  markNotificationsRead,
  recordObservations,
  strikeOutCheckup,
  removeFromWatchList,
  sendChatMessage,
  setAlertStatus,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
] as const
