import type { Room } from '../../ui/room'

export const refusedDeliveriesRoom: Room = {
  id: 'refused-deliveries',
  routes: [],
  settingsTabs: [
    {
      id: 'refused-deliveries',
      order: 21,
      label: (texts) => texts.doors.refusedDeliveries,
      action: 'api-key.view',
      offline: 'answer',
      load: () => import('./RefusedDeliveriesTab').then((module) => module.RefusedDeliveriesTab),
    },
  ],
}
