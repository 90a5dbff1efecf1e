import type { Room } from '../../ui/room'

/** Calls and visits of a patient. */
export const contactsRoom: Room = {
  id: 'contacts',
  routes: [],
  patientActions: [
    {
      id: 'contacts',
      order: 5,
      label: (texts) => texts.doors.contacts,
      action: 'patient-work.view',
      look: () => 'first',
      offline: 'works',
      load: () => import('./ContactsDialog').then((module) => module.ContactsDialog),
    },
  ],
}
