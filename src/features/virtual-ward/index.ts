import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

/** The virtual ward: the first screen after signing in. The server decides who is seen on it. */
export const virtualWardRoom: Room = {
  id: 'virtual-ward',
  routes: [
    {
      // No permission here: a route that refuses leads to `/`, and `/` leads here. Who may not see
      // patients is told so.
      access: { path: paths.virtualWard(), access: 'member' },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.virtualWard,
      load: () => import('./VirtualWardScreen').then((module) => module.VirtualWardScreen),
      readsAhead: () => import('./reads-ahead').then((module) => module.boardReadsAhead),
    },
    {
      access: { path: '/called/:callId', access: 'member' },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.virtualWard,
      load: () => import('./CalledScreen').then((module) => module.CalledScreen),
    },
  ],
  nav: [{ to: paths.virtualWard(), label: (texts) => texts.doors.virtualWardEntry, order: 10 }],
}
