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
    {
      access: {
        path: '/link-identity',
        access: 'member',
        withoutTerms: true,
        permission: 'link_ehr_integration_identity',
        feature: 'ehrIntegrations',
      },
      layout: 'card',
      offline: 'answer',
      title: (texts) => texts.doors.linkIdentity,
      load: () => import('./LinkIdentityScreen').then((module) => module.LinkIdentityScreen),
    },
  ],
}
