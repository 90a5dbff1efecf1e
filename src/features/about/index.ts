import type { Room } from '../../ui/room'

export const aboutRoom: Room = {
  id: 'about',
  routes: [
    {
      access: { path: '/about', access: 'member' },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.about,
      load: () => import('./AboutScreen').then((module) => module.AboutScreen),
    },
  ],
}
