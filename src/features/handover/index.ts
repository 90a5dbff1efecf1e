import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

/** The handover of a ward at the change of a shift: read, written and printed also offline. */
export const handoverRoom: Room = {
  id: 'handover',
  routes: [
    {
      access: { path: paths.handover(), access: 'member', permission: 'view_patients' },
      layout: 'standard',
      offline: 'kept',
      title: (texts) => texts.doors.handover,
      load: () => import('./HandoverScreen').then((module) => module.HandoverScreen),
    },
  ],
}
