import type { Room } from '../../ui/room'

/** When internal staff signed in as users of the organisation: a tab of the settings. */
export const supportSignInsRoom: Room = {
  id: 'support-sign-ins',
  routes: [],
  settingsTabs: [
    {
      id: 'support-sign-ins',
      order: 46,
      label: (texts) => texts.doors.supportSignIns,
      action: 'support-sign-in.view',
      offline: 'answer',
      load: () => import('./SupportSignInsTab').then((module) => module.SupportSignInsTab),
    },
  ],
}
