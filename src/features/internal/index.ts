import type { Room } from '../../ui/room'

export const internalRoom: Room = {
  id: 'internal',
  routes: [
    {
      access: { path: '/admin', access: 'member', internal: true, withoutTerms: true },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.admin,
      load: () => import('./AdminScreen').then((module) => module.AdminScreen),
    },
  ],
  nav: [{ to: '/admin', label: (texts) => texts.doors.admin, order: 90, internal: true }],
}
