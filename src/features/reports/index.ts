import type { Room } from '../../ui/room'

export const reportsRoom: Room = {
  id: 'reports',
  routes: [],
  patientTabs: [
    {
      id: 'reports',
      order: 30,
      label: (texts) => texts.doors.reports,
      action: 'report.view',
      offline: 'kept',
      load: () => import('./ReportsTab').then((module) => module.ReportsTab),
    },
  ],
}
