import type { Room } from '../../ui/room'

export const actionLogRoom: Room = {
  id: 'action-log',
  routes: [],
  patientTabs: [
    {
      id: 'action-log',
      order: 60,
      label: (texts) => texts.doors.actionLog,
      action: 'action-log.view',
      offline: 'answer',
      load: () => import('./ActionLogTab').then((module) => module.ActionLogTab),
    },
  ],
}
