/** /welcome, the first-use page. */
export const welcome = {
  title: 'Welcome',
  greeting: (organization: string): string => `Welcome to ${organization}`,
  greetingNamed: (name: string, organization: string): string =>
    `Welcome to ${organization}, ${name}`,
  lead: 'This is where you see who is getting worse, and how old each reading is.',
  toWard: 'Go to the virtual ward',
  toAccount: 'Set up your profile',
}
