import type { Room } from '../../ui/room'

/** What admissions by identifier open of records: a tab of the settings, and a mark on the record. */
export const partRecordsRoom: Room = {
  id: 'part-records',
  routes: [],
  patientChips: [
    {
      id: 'part-records',
      order: 20,
      label: (texts) => texts.doors.partRecords,
      action: 'part-record.open',
      load: () => import('./PartRecordChips').then((module) => module.PartRecordChips),
    },
  ],
  settingsTabs: [
    {
      id: 'part-records',
      order: 46,
      label: (texts) => texts.doors.partRecords,
      action: 'part-record.view',
      offline: 'answer',
      load: () => import('./PartRecordsTab').then((module) => module.PartRecordsTab),
    },
  ],
}
