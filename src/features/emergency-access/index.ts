import type { Room } from '../../ui/room'

/** What was opened in an emergency, to review: a tab of the settings. */
export const emergencyAccessRoom: Room = {
  id: 'emergency-access',
  routes: [],
  settingsTabs: [
    {
      id: 'emergency-access',
      order: 45,
      label: (texts) => texts.doors.emergencyAccess,
      action: 'emergency-access.review',
      offline: 'answer',
      load: () => import('./EmergencyAccessTab').then((module) => module.EmergencyAccessTab),
    },
  ],
}
