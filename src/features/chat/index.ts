import type { Room } from '../../ui/room'

export const chatRoom: Room = {
  id: 'chat',
  routes: [],
  patientTabs: [
    {
      id: 'chat',
      order: 45,
      label: (texts) => texts.doors.chat,
      action: 'chat.use',
      offline: 'kept',
      load: () => import('./ChatTab').then((module) => module.ChatTab),
    },
  ],
}
