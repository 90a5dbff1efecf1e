import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

/** What is not sent yet. Every signed-in user sees their own, also before accepting new terms. */
export const syncRoom: Room = {
  id: 'sync',
  routes: [
    {
      access: { path: paths.sync(), access: 'member', withoutTerms: true },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.shell.syncCentre,
      load: () => import('./SyncScreen').then((module) => module.SyncScreen),
    },
  ],
}
