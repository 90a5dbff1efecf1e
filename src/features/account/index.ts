import type { Room } from '../../ui/room'

export const accountRoom: Room = {
  id: 'account',
  routes: [
    {
      access: { path: '/account', access: 'member' },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.shell.userMenu.account,
      load: () => import('./AccountScreen').then((module) => module.AccountScreen),
    },
  ],
}
