import type { Room } from '../../ui/room'

export const observationsRoom: Room = {
  id: 'observations',
  routes: [],
  patientActions: [
    {
      id: 'observations',
      order: 3,
      label: (texts) => texts.doors.observations,
      action: 'observations.record',
      look: () => 'bedside',
      offline: 'works',
      load: () => import('./ObservationsDialog').then((module) => module.ObservationsDialog),
    },
  ],
}
