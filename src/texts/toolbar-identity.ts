import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /link-identity and the part of /account about it. Strings of P section 2 verbatim. */
const enGB = {
  signIn: {
    heading: (source: string): string => `You come from ${source}`,
    lead: (source: string): string => `Your user of ${source} is linked to the account of`,
    warning: 'Continue only if this is your own account. Nobody is signed in before you press.',
    continueAs: (name: string): string => `Continue as ${name}`,
    notMe: 'This is not me',
  },
  page: {
    lead: (source: string): string =>
      `You opened Lamplight from ${source}. Link your account, and from now on ${source} signs you in.`,
    source: (source: string): string => `Your user of the clinical toolbar ${source}`,
    user: (user: string, organization: string): string =>
      `${user}, of the organisation ${organization}`,
    account: 'Your Lamplight account',
    warning:
      'Link it only if this is your own user there: anyone signed in there as this user is signed in here as you.',
    undo: 'You can undo this at any time in your account settings.',
    others: (source: string): string => `This is not the account of your user of ${source}`,
    othersText:
      'That user is linked to another account. If you are not the user of the account below, sign out.',
    signOut: 'Sign out',
    link: 'Link Account',
    skip: 'Skip',
    linked: 'Identity linked successfully',
    failed: 'There was a problem linking your identity',
    over: 'The link you followed is over. Open Lamplight from the toolbar again.',
    unread: 'The link could not be checked',
    offline: 'This needs a connection.',
  },
  section: {
    heading: 'Clinical toolbar',
    lead: (source: string): string =>
      `Anyone signed in to ${source} as one of these users is signed in here as you.`,
    none: (source: string): string =>
      `No user of ${source} is linked to your account. To link yours, open Lamplight from the toolbar.`,
    user: (user: string, organization: string): string => `${user} (organisation ${organization})`,
    since: (source: string, time: string): string => `${source}. Linked ${time}.`,
    unlink: 'Unlink',
    unlinkNamed: (user: string): string => `Unlink ${user}`,
    unlinkQuestion: (user: string): string => `Unlink ${user}?`,
    unlinkMeans:
      'The toolbar then no longer signs you in: you sign in with your email and password. You can link it again.',
    unlinked: 'The user of the toolbar is no longer linked',
    unlinkFailed: 'The user of the toolbar was not unlinked',
    noRight: 'To change this you need the right to edit integrations.',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  page: {
    user: (user: string, organization: string): string =>
      `${user}, of the organization ${organization}`,
  },
  section: {
    user: (user: string, organization: string): string => `${user} (organization ${organization})`,
  },
}

export const toolbarIdentityTexts = inEditions(enGB, enUS)
