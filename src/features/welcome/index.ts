import type { Room } from '../../ui/room'

/** The first-use page; opens before the terms are accepted (decisions, Terms guard). */
export const welcomeRoom: Room = {
  id: 'welcome',
  routes: [
    {
      access: { path: '/welcome', access: 'member', withoutTerms: true },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.welcome,
      load: () => import('./WelcomeScreen').then((module) => module.WelcomeScreen),
    },
  ],
}
