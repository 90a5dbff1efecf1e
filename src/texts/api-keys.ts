import { inEditions } from './overlay'

const hoursLong = (hours: number): string =>
  hours === 1 ? '1 hour' : hours === 168 ? '168 hours (7 days)' : `${hours} hours`

const enGB = {
  title: 'Manage Api Keys',
  text: 'Devices and other systems sign what they send to this organisation with a key.',
  headings: {
    apiKey: 'Api Key',
    secret: 'HMAC Secret',
    createdBy: 'Created By',
    createdAt: 'Created At',
    expiresAt: 'Expires At',
  },
  expired: 'Expired',
  never: 'Never',
  secretHidden: 'Hidden: it was shown once, when the key was made',
  empty: { title: 'There are no API keys', text: 'Without one no device can send readings.' },
  loadFailed: 'An error occurred while loading API keys',
  noRows: 'Failed to API keys. Press retry to try again.',
  add: {
    action: 'Add key',
    title: 'Add an API key',
    text: 'A new key is made at once. Its secret is shown a single time.',
    failed: 'An error occurred while creating API key',
    made: 'The API key was made',
  },
  lost: {
    title: 'The secret of the new key was lost',
    text: (name: string) =>
      `The key ${name} was made, but its secret did not arrive, and nobody can show it again. Expire the key and add another.`,
    action: 'Expire it',
    keep: 'Keep it',
    toast: (name: string) =>
      `The key ${name} was made after you left, and its secret is lost. Expire the key and add another.`,
  },
  expire: {
    action: 'Expire key',
    title: 'Expire the API key',
    when: 'When',
    option: (hours: number) => (hours === 0 ? 'Immediately' : `In ${hoursLong(hours)}`),
    next: 'Continue',
    sure: (hours: number) =>
      hours === 0
        ? 'Are you sure you want to set this API key to expire immediately?'
        : `Are you sure you want to set this API key to expire in ${hoursLong(hours)}`,
    effect: 'What is signed with it is refused from then on. An expired key cannot be used again.',
    failed: 'An error occurred while expiring API key',
  },
  undo: {
    action: 'Undo expiry',
    title: 'Undo expiry',
    sure: 'Are you sure you want to undo expiry of this API key?',
    failed: 'The expiry of the API key was not undone',
  },
}

export const apiKeysTexts = inEditions(enGB, {
  text: 'Devices and other systems sign what they send to this organization with a key.',
})
