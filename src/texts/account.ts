import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/**
 * /account but for its title, which is the menu's. Strings of specification P sections 2 and 8
 * verbatim.
 */
const enGB = {
  subtitle: 'Configure your profile and settings',
  profile: {
    heading: 'Your Profile',
    firstName: 'First name',
    lastName: 'Last name',
    jobRole: 'Job role',
    email: 'Email',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Your profile has been updated.',
    failed: 'An error occurred when trying to update your profile',
  },
  security: {
    heading: 'Security',
    twoFactor: 'Two-factor authentication',
    lead: 'After your password you also enter a code from an authenticator app on your phone.',
    on: 'On',
    off: 'Off',
    onBody:
      'Two-factor authentication is on. To remove it, contact an admin user within your organisation.',
    turnOn: 'Turn on two-factor authentication',
    starting: 'Preparing…',
    dialogHeading: 'Turn on two-factor authentication',
    scan: '1. Scan this code with your authenticator app.',
    qrLabel: 'QR code for your authenticator app',
    manual: 'Cannot scan it? Enter this key in the app instead:',
    copyKey: 'Copy key',
    enterCode: '2. Enter the code that the app shows.',
    code: '6-digit code',
    codeMalformed: 'The code is 6 digits',
    codeWrong: 'That code is incorrect. Wait for the next one and try again.',
    confirm: 'Turn on',
    cancel: 'Cancel',
    enrolled: 'Two-factor authentication is on. From now on you need your app when you sign in.',
    failed: 'Two-factor authentication could not be turned on',
    reauthHeading: 'Enter your password again',
    reauthLead: 'Enter your password again to continue.',
    reauthTimedOut: 'Verification timed out. Enter your password again.',
    password: 'Password',
    passwordMissing: 'Enter your password',
    passwordWrong: 'The password is incorrect',
    continue: 'Continue',
  },
}

/** What the US edition says differently. */
const enUS: DeepPartial<typeof enGB> = {
  security: {
    onBody:
      'Two-factor authentication is on. To remove it, contact an admin user within your organization.',
  },
}

/** Texts of /account. They come with that screen, not with the first load. */
export type AccountTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const accountTexts = inEditions(enGB, enUS)
