import type { Room } from '../../ui/room'

export const checkupRoom: Room = {
  id: 'checkup',
  routes: [
    {
      access: {
        path: '/patient/:patientId/checkup/:checkupId',
        access: 'member',
        permission: 'view_patients',
      },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.checkup,
      load: () => import('./CheckupScreen').then((module) => module.CheckupScreen),
    },
  ],
}
