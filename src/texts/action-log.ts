import { inEditions } from './overlay'

/** The action log of a record. */
const enGB = {
  heading: 'Action Log',
  text: 'What was done about this patient in this organisation, newest first.',
  empty: {
    title: 'Nothing was done yet',
    text: 'What is done about this patient appears here.',
  },
  failed: 'The action log could not be loaded',
  offline: 'The action log is shown only while you are online.',
  more: 'Load more',
  moreFailed: 'Older entries could not be loaded',
  system: 'Lamplight',
  stranger: 'Someone in another organisation',
  support: 'Lamplight support',
  by: (who: string, organization: string): string => `${who}, ${organization}`,
  loggedInAs: (who: string): string => `Signed in as this user: ${who}`,
  signs: { alert: 'Alert', 'alert-closed': 'Alert closed' },
}

export const actionLogTexts = inEditions(enGB, {
  text: 'What was done about this patient in this organization, newest first.',
  stranger: 'Someone in another organization',
})
