import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

const access = { access: 'member', permission: 'view_wards', feature: 'wards' } as const

export const wardsRoom: Room = {
  id: 'wards',
  routes: [
    {
      access: { path: '/wards', ...access },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.wards,
      load: () => import('./WardsScreen').then((module) => module.WardsScreen),
    },
    {
      access: { path: '/wards/activity', ...access },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.wardActivity,
      load: () => import('./ActivityScreen').then((module) => module.ActivityScreen),
    },
    {
      access: { path: '/wards/:wardId/:tab?', ...access },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.ward,
      load: () => import('./WardScreen').then((module) => module.WardScreen),
    },
  ],
  nav: [
    {
      to: paths.wards(),
      label: (texts) => texts.doors.wards,
      order: 40,
      permission: 'view_wards',
      feature: 'wards',
    },
  ],
}
