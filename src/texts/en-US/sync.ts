import type { sync as enGB } from '../en-GB/sync'
import type { DeepPartial } from '../types'

/** What the US edition words differently in the sync center. */
export const sync: DeepPartial<typeof enGB> = {
  access: {
    body: (roles) =>
      `${roles === '' ? 'You have no role here now.' : `Your role is now: ${roles}.`} What you wrote before is kept; where the server no longer takes it, it stands in the sync center.`,
  },
  title: 'Sync center',
  reasons: {
    NOT_FOUND: { what: 'This patient is not in your organization, or was never yours to open.' },
  },
  patient: { ending: (_label, last4) => `Patient number ending ${last4}` },
}
