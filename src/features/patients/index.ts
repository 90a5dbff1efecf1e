import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

const asks = { permission: 'view_patient_archive' } as const

export const patientsRoom: Room = {
  id: 'patients',
  routes: [
    {
      access: { path: '/patients/:tab?', access: 'member', ...asks },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.patients,
      load: () => import('./PatientsScreen').then((module) => module.PatientsScreen),
    },
  ],
  nav: [{ to: paths.patients(), label: (texts) => texts.doors.patients, order: 20, ...asks }],
}
