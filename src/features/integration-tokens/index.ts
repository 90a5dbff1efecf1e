import type { Room } from '../../ui/room'

export const integrationTokensRoom: Room = {
  id: 'integration-tokens',
  routes: [],
  settingsTabs: [
    {
      id: 'integration-tokens',
      order: 30,
      label: (texts) => texts.doors.integrationTokens,
      action: 'integration-token.view',
      offline: 'answer',
      load: () => import('./IntegrationTokensTab').then((module) => module.IntegrationTokensTab),
    },
  ],
}
