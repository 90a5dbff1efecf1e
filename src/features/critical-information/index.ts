import type { Room } from '../../ui/room'

export const criticalInformationRoom: Room = {
  id: 'critical-information',
  routes: [],
  patientActions: [
    {
      id: 'critical',
      order: 2,
      label: (texts) => texts.doors.critical,
      action: 'patient.view',
      offline: 'works',
      load: () => import('./CriticalDialog').then((module) => module.CriticalDialog),
    },
  ],
}
