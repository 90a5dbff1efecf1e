import type { Room } from '../../ui/room'

/** Asking for a patient to be measured again, and what was asked for. */
export const repeatsRoom: Room = {
  id: 'repeats',
  routes: [],
  patientChips: [
    {
      id: 'repeats',
      order: 5,
      label: (texts) => texts.doors.repeat,
      action: 'patient.view',
      load: () => import('./RepeatChips').then((module) => module.RepeatChips),
    },
  ],
  patientActions: [
    {
      id: 'repeat',
      order: 66,
      label: (texts) => texts.doors.repeat,
      action: 'repeat.request',
      // Where nobody is admitted no schedule runs, and a repeat would be of no stay.
      suits: ({ wardAdmission }) => wardAdmission !== null,
      look: () => 'bedside',
      offline: 'works',
      load: () => import('./RepeatDialog').then((module) => module.RepeatDialog),
    },
  ],
}
