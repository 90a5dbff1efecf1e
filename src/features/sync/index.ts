import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

/**
 * What this device has not handed over yet. Everybody who is signed in can look after their own,
 * also before terms are accepted anew.
 */
export const syncRoom: Room = {
  id: 'sync',
  routes: [
    {
      access: { path: paths.sync(), access: 'member', withoutTerms: true },
      layout: 'standard',
      title: (texts) => texts.shell.syncCentre,
      load: () => import('./SyncScreen').then((module) => module.SyncScreen),
    },
  ],
}
