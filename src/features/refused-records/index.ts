import type { Room } from '../../ui/room'

/** Refused records: a tab of the settings. */
export const refusedRecordsRoom: Room = {
  id: 'refused-records',
  routes: [],
  settingsTabs: [
    {
      id: 'refused-records',
      order: 50,
      label: (texts) => texts.doors.refusedRecords,
      action: 'sync.supervise',
      offline: 'answer',
      load: () => import('./RefusedRecordsTab').then((module) => module.RefusedRecordsTab),
    },
  ],
}
