import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

export const shareLinksRoom: Room = {
  id: 'share-links',
  routes: [
    {
      access: { path: paths.share(), access: 'public' },
      layout: 'card',
      offline: 'kept',
      title: (texts) => texts.shell.product,
      load: () => import('./ShareScreen').then((module) => module.ShareScreen),
    },
    {
      access: { path: paths.expiredShareToken(), access: 'public' },
      layout: 'card',
      offline: 'kept',
      title: (texts) => texts.doors.expiredLink,
      load: () => import('./ExpiredScreen').then((module) => module.ExpiredScreen),
    },
  ],
  settingsTabs: [
    {
      id: 'patient-sharing',
      order: 22,
      label: (texts) => texts.doors.patientSharing,
      action: 'share-token.view',
      offline: 'answer',
      load: () => import('./PatientSharingTab').then((module) => module.PatientSharingTab),
    },
  ],
  patientActions: [
    {
      id: 'share',
      order: 65,
      label: (texts) => texts.doors.shareRecord,
      action: 'share-token.change',
      load: () => import('./ShareDialog').then((module) => module.ShareDialog),
    },
  ],
}
