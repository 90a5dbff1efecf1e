import { admissionOperations } from './areas/admission'
import { alertOperations } from './areas/alert'
import { chatOperations, syncedChat } from './areas/chat'
import { syncedCheckups } from './areas/checkup'
import { syncedMonitoring } from './areas/monitoring'
import { contactOperations } from './areas/contact'
import { criticalInformationOperations } from './areas/critical-information'
import { handoverOperations } from './areas/handover-text'
import { taskOperations } from './areas/task'
import { notificationOperations } from './areas/notification'
import { noteOperations, syncedNotes } from './areas/note'
import { observationOperations } from './areas/observation'
import { patientOperations, syncedPatient } from './areas/patient'
import { repeatOperations } from './areas/repeat'
import { syncedUser } from './areas/user'
import { syncedBoard } from './areas/virtual-ward'
import { listScope } from './engine/list-scope'
import { ownScope } from './engine/own-scope'
import { subjectScope } from './engine/subject-scope'
import type { Synced } from './engine/synced'

/** All that devices hold and send: a new synced entity is an entry. */
export const synced: Synced = {
  scopes: [
    ownScope(syncedUser),
    listScope(syncedBoard),
    subjectScope({
      subject: syncedPatient,
      logged: [syncedCheckups, syncedNotes],
      counted: [syncedChat, syncedMonitoring],
    }),
  ],
  subject: syncedPatient,
  list: syncedBoard,
  operations: [
    ...admissionOperations,
    ...alertOperations,
    ...noteOperations,
    ...observationOperations,
    ...criticalInformationOperations,
    ...taskOperations,
    ...contactOperations,
    ...handoverOperations,
    ...repeatOperations,
    ...chatOperations,
    ...notificationOperations,
    ...patientOperations,
  ],
}
