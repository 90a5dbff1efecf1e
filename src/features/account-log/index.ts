import type { Room } from '../../ui/room'

/** What was done with the accounts of the organisation's users: a tab of the settings. */
export const accountLogRoom: Room = {
  id: 'account-log',
  routes: [],
  settingsTabs: [
    {
      id: 'sign-in-log',
      order: 47,
      label: (texts) => texts.doors.accountLog,
      action: 'account-log.view',
      offline: 'answer',
      load: () => import('./AccountLogTab').then((module) => module.AccountLogTab),
    },
  ],
}
