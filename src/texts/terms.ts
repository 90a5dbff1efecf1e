import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /terms, and the platform terms it links to. */
const enGB = {
  lead: (organization: string): string =>
    `The platform terms must be accepted before ${organization} can use Lamplight.`,
  agreeBefore: 'On behalf of the licensee I agree to the ',
  platformTerms: 'platform terms',
  accept: 'I Accept',
  notSaved: 'Your acceptance was not saved. Try again.',
  askAdmin:
    'An organisation admin or manager must log in and accept the platform terms before you can continue.',
  contact: 'Questions? Contact support:',
  support: 'support@lamplight.example',
  signOut: 'Sign out',
  opensInNewTab: '(opens in a new tab)',
  document: {
    back: 'Close this tab to return to Lamplight.',
    /** In words that both editions spell alike: a list is not overlaid entry by entry. */
    paragraphs: [
      'Lamplight is licensed to a provider of care (the licensee). The licensee’s staff use it to watch over patients remotely; it supports clinical decisions and does not make them.',
      'The licensee decides who has an account, keeps those accounts to people who care for its patients, and removes them when they leave.',
      'The licensee is the controller of its patients’ data. Lamplight processes it on the licensee’s behalf, keeps it apart from that of other licensees, and records who read and changed it.',
      'Readings can arrive late or not at all. The age of every value is shown beside it; staff act on what is shown together with its age.',
      'This text is part of the demonstration. A production installation links to the terms agreed with its licensees.',
    ],
  },
}

const enUS: DeepPartial<typeof enGB> = {
  askAdmin:
    'An organization admin or manager must log in and accept the platform terms before you can continue.',
}

export type TermsTexts = typeof enGB

export const termsTexts = inEditions(enGB, enUS)
