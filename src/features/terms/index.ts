import type { Room } from '../../ui/room'

export const termsRoom: Room = {
  id: 'terms',
  routes: [
    {
      access: { path: '/terms', access: 'terms' },
      layout: 'card',
      offline: 'kept',
      title: (texts) => texts.doors.terms,
      load: () => import('./TermsScreen').then((module) => module.TermsScreen),
    },
    {
      access: { path: '/platform-terms', access: 'public' },
      layout: 'card',
      offline: 'kept',
      title: (texts) => texts.doors.platformTerms,
      load: () => import('./PlatformTermsScreen').then((module) => module.PlatformTermsScreen),
    },
  ],
}
