import { inEditions } from './overlay'

/** /welcome, the first-use page. */
const enGB = {
  greeting: (organization: string): string => `Welcome to ${organization}`,
  greetingNamed: (name: string, organization: string): string =>
    `Welcome to ${organization}, ${name}`,
  lead: 'See who is getting worse, and how recent each reading is.',
  toWard: 'Go to the virtual ward',
  toAccount: 'Set up your profile',
  addPatients: 'Add Patients',
  template: 'Download Import Template',
}

export type WelcomeTexts = typeof enGB

export const welcomeTexts = inEditions(enGB, {})
