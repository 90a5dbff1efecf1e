import type { Room } from '../../ui/room'

export const signInRoom: Room = {
  id: 'sign-in',
  routes: [
    {
      access: { path: '/login', access: 'public-only' },
      layout: 'card',
      offline: 'answer',
      title: (texts) => texts.signIn.heading,
      load: () => import('./LoginScreen').then((module) => module.LoginScreen),
    },
    {
      access: { path: '/forgot-password', access: 'public' },
      layout: 'card',
      offline: 'nothing',
      title: (texts) => texts.signIn.forgot.heading,
      load: () => import('./ForgotPasswordScreen').then((module) => module.ForgotPasswordScreen),
    },
    {
      access: { path: '/account-action', access: 'public' },
      layout: 'card',
      offline: 'nothing',
      title: (texts) => texts.signIn.action.heading,
      load: () => import('./AccountActionScreen').then((module) => module.AccountActionScreen),
    },
  ],
}
