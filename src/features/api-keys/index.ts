import type { Room } from '../../ui/room'

export const apiKeysRoom: Room = {
  id: 'api-keys',
  routes: [],
  settingsTabs: [
    {
      id: 'api-keys',
      order: 20,
      label: (texts) => texts.doors.apiKeys,
      action: 'api-key.view',
      offline: 'answer',
      load: () => import('./ApiKeysTab').then((module) => module.ApiKeysTab),
    },
  ],
}
