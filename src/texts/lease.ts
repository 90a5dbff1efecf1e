import { inEditions } from './overlay'

const enGB = {
  title: (time: string): string => `This device locks at ${time} unless it is connected.`,
  body: 'After that the patients on it can be read only after a sign-in with a connection. Connect it before, or print what you need. What you saved stays, and is sent when it is connected.',
}

/** When a device without a connection locks. */
export const leaseTexts = inEditions(enGB, {})
