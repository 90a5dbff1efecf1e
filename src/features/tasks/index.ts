import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

const asks = { feature: 'referrals' } as const

export const tasksRoom: Room = {
  id: 'tasks',
  routes: [
    {
      // Whatever comes after it that is no list leads to the active ones.
      access: { path: '/tasks/*', access: 'member', ...asks },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.tasks,
      load: () => import('./TasksScreen').then((module) => module.TasksScreen),
    },
  ],
  nav: [
    {
      to: paths.tasks(),
      label: (texts) => texts.doors.tasks,
      order: 30,
      ...asks,
      loadCount: () => import('./TaskCount').then((module) => module.TaskCount),
    },
  ],
}
