import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

export const settingsRoom: Room = {
  id: 'settings',
  routes: [
    {
      access: { path: '/settings/:tabName?', access: 'member' },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.settings,
      load: () => import('./SettingsScreen').then((module) => module.SettingsScreen),
    },
  ],
  nav: [
    {
      to: paths.settings(),
      label: (texts) => texts.doors.settings,
      order: 80,
      slot: 'settingsTabs',
    },
  ],
}
