import { aboutRoom } from '../features/about'
import { accountRoom } from '../features/account'
import { actionLogRoom } from '../features/action-log'
import { admissionRoom } from '../features/admission'
import { apiKeysRoom } from '../features/api-keys'
import { bulkUploadRoom } from '../features/bulk-upload'
import { carePathwayRoom } from '../features/care-pathway'
import { refusedDeliveriesRoom } from '../features/refused-deliveries'
import { accountLogRoom } from '../features/account-log'
import { supportSignInsRoom } from '../features/support-sign-ins'
import { refusedRecordsRoom } from '../features/refused-records'
import { referralRoom } from '../features/referral'
import { repeatsRoom } from '../features/repeats'
import { reportsRoom } from '../features/reports'
import { criticalInformationRoom } from '../features/critical-information'
import { contactsRoom } from '../features/contacts'
import { toDoRoom } from '../features/to-do'
import { emergencyAccessRoom } from '../features/emergency-access'
import { chatRoom } from '../features/chat'
import { partRecordsRoom } from '../features/part-records'
import { integrationTokensRoom } from '../features/integration-tokens'
import { checkupRoom } from '../features/checkup'
import { handoverRoom } from '../features/handover'
import { integrationsRoom } from '../features/integrations'
import { internalRoom } from '../features/internal'
import { notFoundRoom } from '../features/not-found'
import { notesRoom } from '../features/notes'
import { observationsRoom } from '../features/observations'
import { pathwaysRoom } from '../features/pathways'
import { patientRoom } from '../features/patient'
import { patientsRoom } from '../features/patients'
import { settingsRoom } from '../features/settings'
import { shareLinksRoom } from '../features/share-links'
import { signInRoom } from '../features/sign-in'
import { stayRoom } from '../features/stay'
import { syncRoom } from '../features/sync'
import { tasksRoom } from '../features/tasks'
import { termsRoom } from '../features/terms'
import { usersRoom } from '../features/users'
import { videoCallRoom } from '../features/video-call'
import { virtualWardRoom } from '../features/virtual-ward'
import { wardsRoom } from '../features/wards'
import { welcomeRoom } from '../features/welcome'
import type { Room } from '../ui/room'

/** Every room of the portal. A new one is one line here. */
export const rooms: readonly Room[] = [
  signInRoom,
  termsRoom,
  welcomeRoom,
  virtualWardRoom,
  handoverRoom,
  patientRoom,
  carePathwayRoom,
  reportsRoom,
  observationsRoom,
  repeatsRoom,
  criticalInformationRoom,
  toDoRoom,
  contactsRoom,
  videoCallRoom,
  notesRoom,
  chatRoom,
  admissionRoom,
  bulkUploadRoom,
  actionLogRoom,
  stayRoom,
  checkupRoom,
  referralRoom,
  patientsRoom,
  tasksRoom,
  wardsRoom,
  pathwaysRoom,
  integrationsRoom,
  accountRoom,
  aboutRoom,
  settingsRoom,
  usersRoom,
  refusedRecordsRoom,
  emergencyAccessRoom,
  partRecordsRoom,
  apiKeysRoom,
  integrationTokensRoom,
  shareLinksRoom,
  refusedDeliveriesRoom,
  supportSignInsRoom,
  accountLogRoom,
  syncRoom,
  internalRoom,
  notFoundRoom,
]
