import type { Room } from '../../ui/room'

export const carePathwayRoom: Room = {
  id: 'care-pathway',
  routes: [],
  patientTabs: [
    {
      id: 'care-pathway',
      order: 20,
      label: (texts) => texts.doors.carePathway,
      action: 'care-pathway.view',
      offline: 'kept',
      load: () => import('./CarePathwayTab').then((module) => module.CarePathwayTab),
    },
  ],
}
