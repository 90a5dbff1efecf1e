import { acknowledgeAlert, setAlertStatus } from '../alerts/commands'
import { sendChatMessage } from '../chat/commands'
import {
  lookAtCriticalInformation,
  recordAllergy,
  recordCriticalInformation,
  strikeOutAllergy,
} from '../critical/commands'
import { markNotificationsRead } from '../notification/commands'
import { addPatientNote } from '../note/commands'
import { recordObservations, strikeOutCheckup } from '../observation/commands'
import { recordContact } from '../contact/contact'
import { writeHandover } from '../handover/text'
import { addTask, changeTask, endTask } from '../task/task'
import {
  addToWatchList,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
} from '../patient/commands'
import { cancelRepeat, requestRepeat } from '../repeat/commands'

/** Every command that may wait. */
export const waitingCommands = [
  acknowledgeAlert,
  addPatientNote,
  addTask,
  addToWatchList,
  changeTask,
  endTask,
  cancelRepeat,
  lookAtCriticalInformation,
  markNotificationsRead,
  recordAllergy,
  recordContact,
  recordCriticalInformation,
  recordObservations,
  strikeOutCheckup,
  removeFromWatchList,
  requestRepeat,
  sendChatMessage,
  setAlertStatus,
  setPatientAcuityScore,
  strikeOutAllergy,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
  writeHandover,
] as const
