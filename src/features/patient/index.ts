import type { Room } from '../../ui/room'

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
      offline: 'kept',
      title: (texts) => texts.doors.patient,
      load: () => import('./PatientScreen').then((module) => module.PatientScreen),
    },
  ],
  patientListDialogs: [
    {
      id: 'emergency-access',
      order: 90,
      label: (texts) => texts.doors.emergencyAccess,
      action: 'emergency-access.open',
      load: () => import('./parts/EmergencyDialog').then((module) => module.EmergencyDialog),
    },
  ],
  // The order of C015: vitals, care pathway, reports, notes, chat, action log.
  patientTabs: [
    {
      id: 'vitals',
      order: 10,
      label: (texts) => texts.doors.vitals,
      action: 'checkup.view',
      offline: 'kept',
      load: () => import('./vitals/VitalsTab').then((module) => module.VitalsTab),
    },
  ],
}
