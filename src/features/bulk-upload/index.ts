import type { Room } from '../../ui/room'

export const bulkUploadRoom: Room = {
  id: 'bulk-upload',
  routes: [],
  patientListDialogs: [
    {
      id: 'bulk-add-patients',
      order: 20,
      label: (texts) => texts.doors.bulkAdd,
      action: 'patient.bulk-create',
      inMenu: true,
      load: () => import('./BulkUploadDialog').then((module) => module.BulkUploadDialog),
    },
  ],
}
