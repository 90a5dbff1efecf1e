import type { Room } from '../../ui/room'

export const referralRoom: Room = {
  id: 'referral',
  routes: [],
  patientChips: [
    {
      id: 'referrals',
      order: 10,
      label: (texts) => texts.doors.referrals,
      action: 'referral.view',
      load: () => import('./ReferralChips').then((module) => module.ReferralChips),
    },
  ],
  patientActions: [
    {
      id: 'refer',
      order: 60,
      label: (texts) => texts.doors.refer,
      action: 'patient.refer',
      look: () => 'first',
      load: () => import('./ReferDialog').then((module) => module.ReferDialog),
    },
    {
      id: 'referrals',
      order: 65,
      label: (texts) => texts.doors.referrals,
      action: 'referral.view',
      load: () => import('./ReferralsDialog').then((module) => module.ReferralsDialog),
    },
  ],
}
