import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /admin, for internal staff. */
const enGB = {
  subtitle: 'Unsent emails, and the users of an organisation',
  mails: {
    heading: 'Unsent emails',
    lead: 'This installation has no email server. The emails it would have sent are listed here, newest first. Their links work for an hour, then their code is hidden.',
    empty: 'No emails yet. A password reset creates one.',
    to: 'To',
    failed: 'The emails could not be loaded',
  },
  users: {
    heading: 'Users',
    organization: 'Organisation',
    includeDeleted: 'Include deleted users',
    search: 'Search by name or email',
    list: 'List of users',
    empty: 'This organisation has no users.',
    name: 'Name',
    email: 'Email',
    roles: 'Roles',
    jobRole: 'Job role',
    lastLogin: 'Last login',
    deleted: 'Deleted',
    failed: 'The users could not be loaded',
    never: 'Never',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  subtitle: 'Unsent emails, and the users of an organization',
  users: { organization: 'Organization', empty: 'This organization has no users.' },
}

export type InternalTexts = typeof enGB

export const internalTexts = inEditions(enGB, enUS)
