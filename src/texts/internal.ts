import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /admin, for internal staff. */
const enGB = {
  subtitle: 'Mails that were not sent, and the users of an organisation',
  mails: {
    heading: 'Outbox',
    lead: 'This installation has no mail server: what it would send stands here, newest first. Links in it work.',
    empty: 'No mail has been written yet. A password reset writes one.',
    to: 'To',
    failed: 'The mails could not be loaded',
    refresh: 'Refresh',
  },
  users: {
    heading: 'Users',
    organization: 'Organisation',
    includeDeleted: 'Deleted users too',
    show: 'Show users',
    list: 'List of users',
    empty: 'This organisation has no users.',
    name: 'Name',
    email: 'E-mail',
    roles: 'Roles',
    jobRole: 'Job role',
    lastLogin: 'Last login',
    deleted: 'Deleted',
    failed: 'The users could not be loaded',
    never: 'Never',
  },
}

/** What the US edition says differently. */
const enUS: DeepPartial<typeof enGB> = {
  subtitle: 'Mails that were not sent, and the users of an organization',
  users: { organization: 'Organization', empty: 'This organization has no users.' },
}

export type InternalTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const internalTexts = inEditions(enGB, enUS)
