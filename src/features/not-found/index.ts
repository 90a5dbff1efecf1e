import type { Room } from '../../ui/room'

export const notFoundRoom: Room = {
  id: 'not-found',
  routes: [
    {
      access: { path: '/quicksilva-error', access: 'public' },
      layout: 'card',
      offline: 'kept',
      title: (texts) => texts.shell.quicksilvaError.title,
      load: () => import('./QuicksilvaErrorScreen').then((module) => module.QuicksilvaErrorScreen),
    },
    {
      access: { path: '*', access: 'public' },
      layout: 'card',
      offline: 'kept',
      title: (texts) => texts.shell.notFound.title,
      load: () => import('./NotFoundScreen').then((module) => module.NotFoundScreen),
    },
  ],
}
