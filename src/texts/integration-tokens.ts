import { inEditions } from './overlay'

const enGB = {
  title: 'Integration Tokens',
  text: 'With a token a care record system reads patients of this organisation who are admitted now, their check-ups and their alerts. It can change nothing.',
  card: 'Care record integration',
  none: {
    title: 'There is no active token.',
    text: 'No care record system can read from this organisation.',
  },
  active: {
    title: 'A token is active.',
    made: (when: string, who: string) =>
      who === '' ? `Generated on ${when}.` : `Generated on ${when} by ${who}.`,
    used: (when: string) => `Last used on ${when}.`,
    unused: 'It has not been used yet.',
  },
  failed: 'The token was not loaded',
  add: {
    action: 'Generate',
    title: 'Generate a token',
    text: 'The token is shown a single time. Until it is removed, any system that has it can read patients who are admitted.',
    made: 'The token was generated',
    label: 'Token',
  },
  lost: {
    title: 'The new token was lost',
    text: 'The token was generated, but it did not arrive, and it cannot be shown again. Remove it and generate another.',
    action: 'Remove it',
    keep: 'Keep it',
    toast: 'A token was generated after you left, and it is lost. Remove it and generate another.',
  },
  remove: {
    action: 'Remove',
    title: 'Remove the token',
    sure: 'The care record system that uses this token is refused from its next call on. A removed token cannot be used again.',
    done: 'The token was removed',
  },
}

export const integrationTokensTexts = inEditions(enGB, {
  text: 'With a token a care record system reads patients of this organization who are admitted now, their check-ups and their alerts. It can change nothing.',
  none: { text: 'No care record system can read from this organization.' },
})
