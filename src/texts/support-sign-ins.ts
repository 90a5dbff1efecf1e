import { inEditions } from './overlay'

/** When internal staff signed in as users of the organisation. */
const enGB = {
  title: 'Support sign-ins',
  text: 'Each time that Lamplight support signed in as a user of this organisation in the last 90 days, for an hour at most. Since a reason is asked for, the user is told by email. What was done meanwhile is in the action logs under both names. The newest 200 are shown.',
  headings: { at: 'When', staff: 'Support', user: 'Signed in as', reason: 'Reason' },
  nobody: 'Unknown',
  noReason: 'None was asked for',
  none: {
    title: 'Nobody of support signed in',
    text: 'In the last 90 days, as a user of this organisation.',
  },
  failed: 'Support sign-ins could not be loaded',
}

export const supportSignInsTexts = inEditions(enGB, {
  text: 'Each time that Lamplight support signed in as a user of this organization in the last 90 days, for an hour at most. Since a reason is asked for, the user is told by email. What was done meanwhile is in the action logs under both names. The newest 200 are shown.',
  none: { text: 'In the last 90 days, as a user of this organization.' },
})
