import { inEditions } from './overlay'

/** What was done with the accounts of the organisation's users. */
const enGB = {
  title: 'Sign-in log',
  text: 'Sign-ins of the users of this organisation, refused ones (the first in 15 minutes from one address), lock-outs, and changes of passwords and two-factor authentication. Users cannot change or delete an entry.',
  headings: {
    at: 'When',
    user: 'Account',
    what: 'What happened',
    device: 'Device',
    address: 'Network address',
  },
  nobody: 'Unknown',
  actedBy: (name: string): string => `Support: ${name}`,
  none: { title: 'Nothing yet', text: 'When a user signs in, it appears here.' },
  failed: 'The sign-in log could not be loaded',
  more: 'Load more',
  moreFailed: 'Older entries could not be loaded',
}

export const accountLogTexts = inEditions(enGB, {
  text: 'Sign-ins of the users of this organization, refused ones (the first in 15 minutes from one address), lock-outs, and changes of passwords and two-factor authentication. Users cannot change or delete an entry.',
})
