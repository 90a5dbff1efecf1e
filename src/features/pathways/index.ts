import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

const access = { access: 'member', permission: 'view_care_pathways' } as const

export const pathwaysRoom: Room = {
  id: 'pathways',
  routes: [
    {
      access: { path: '/pathways', ...access },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.pathways,
      load: () => import('./PathwaysScreen').then((module) => module.PathwaysScreen),
    },
    {
      access: {
        path: '/pathways/:pathwayId/edit',
        access: 'member',
        permission: 'edit_care_pathways',
      },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.editPathway,
      load: () => import('./EditPathwayScreen').then((module) => module.EditPathwayScreen),
    },
    {
      access: { path: '/pathways/:pathwayId/:tab?', ...access },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.pathway,
      load: () => import('./PathwayScreen').then((module) => module.PathwayScreen),
    },
  ],
  nav: [
    {
      to: paths.pathways(),
      label: (texts) => texts.doors.pathways,
      order: 50,
      permission: 'view_care_pathways',
    },
  ],
}
