import type { Room } from '../../ui/room'

/** The record of one patient. */
export const patientRoom: Room = {
  id: 'patient',
  routes: [
    {
      access: {
        path: '/patient/:patientId/:tabName?',
        access: 'member',
        permission: 'view_patients',
      },
      layout: 'standard',
      title: (texts) => texts.doors.patient,
      load: () => import('./PatientScreen').then((module) => module.PatientScreen),
    },
  ],
}
