import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /account without its title. Strings of P sections 2 and 8 verbatim. */
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
  invitations: {
    heading: 'Invitations',
    lead: 'Each of these organisations asks you to be one of its users. Nothing changes unless you accept. If you do, its users see your name, and administrators can no longer reset your password or your two-factor authentication: you then do that yourself.',
    about: (by: string | null, roles: readonly string[], jobRole: string | null): string =>
      [
        ...(by === null ? [] : [`Asked by ${by}.`]),
        `${roles.length === 1 ? 'Role' : 'Roles'}: ${roles.join(', ')}.`,
        ...(jobRole === null ? [] : [`Job role: ${jobRole}.`]),
      ].join(' '),
    leadNowhere:
      'You belong to no organisation yet. Each of these asks you to be one of its users. Nothing changes unless you accept.',
    none: 'This account has no access now. If you were invited, ask for the invitation to be sent again.',
    until: (time: string): string => `Open until ${time}.`,
    expired: (time: string): string =>
      `Expired on ${time}. Ask the organisation to send it again, if you want to accept.`,
    accept: 'Accept',
    acceptNamed: (organization: string): string => `Accept the invitation of ${organization}`,
    decline: 'Decline',
    declineNamed: (organization: string): string => `Decline the invitation of ${organization}`,
    accepted: (organization: string): string =>
      `You are now a user of ${organization}. Change to it under your name at the top.`,
    declined: (organization: string): string =>
      `You declined the invitation of ${organization}. Nothing has changed.`,
    gone: 'This invitation is no longer open. Ask the organisation to send it again.',
    failed: 'Your invitations could not be read.',
    offline: 'This is shown when the connection is back.',
  },
  security: {
    heading: 'Security',
    twoFactor: 'Two-factor authentication',
    duty: {
      title: 'Set up two-factor authentication to go on',
      text: (organization: string): string =>
        `Everyone who works with ${organization} signs in with a code as well. Turn on two-factor authentication below: you need a phone with an authenticator app. Until then nothing else opens.`,
      again: 'Sign in with your code to go on',
      againText:
        'Two-factor authentication is on, but you signed in without a code. Sign out, and sign in again with your code. If you are not asked for one, turn it on again below.',
      help: 'If you have no phone for it, ask an administrator of your organisation.',
      signOut: 'Sign out',
    },
    lead: 'After your password you also enter a code from an authenticator app on your phone.',
    on: 'On',
    off: 'Off',
    onBody:
      'Two-factor authentication is on. To remove it, contact an admin user within your organisation.',
    lost: 'Have you lost your phone or its authenticator app? An administrator of your organisation takes it off; you then turn it on again with the new one.',
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
  sessions: {
    heading: 'Where you are signed in',
    lead: 'If you do not know one of these, sign it out and change your password.',
    thisOne: 'this device',
    unknownDevice: 'Unknown device',
    times: (started: string, used: string): string => `Signed in ${started}. Last active ${used}.`,
    end: 'Sign out',
    endNamed: (device: string, used: string): string => `Sign out ${device}, last active ${used}`,
    endQuestion: (device: string): string => `Sign out ${device}?`,
    endOthers: 'Sign out everywhere else',
    endOthersQuestion: 'Sign out everywhere else?',
    endMeans:
      'It then opens only with a connection and your password. Work saved there is not lost.',
    ended: 'The device has been signed out.',
    endedOthers: 'You are signed out everywhere else.',
    failed: 'The device could not be signed out.',
    offline: 'This is shown when the connection is back.',
    unread: 'The list could not be read.',
    onlyThisOne: 'You are signed in on this device only.',
    devices: {
      heading: 'Devices that still send your work',
      lead: 'You are no longer signed in there. What was written there under your name is sent until the time shown. Sign out a device that you do not know.',
      times: (started: string, used: string, until: string): string =>
        `Used since ${started}. Last connected ${used}. Sends until ${until}.`,
      means:
        'What has not arrived from there is not entered automatically. A supervisor can enter it.',
    },
  },
}

const enUS: DeepPartial<typeof enGB> = {
  invitations: {
    lead: 'Each of these organizations asks you to be one of its users. Nothing changes unless you accept. If you do, its users see your name, and administrators can no longer reset your password or your two-factor authentication: you then do that yourself.',
    leadNowhere:
      'You belong to no organization yet. Each of these asks you to be one of its users. Nothing changes unless you accept.',
    expired: (time: string): string =>
      `Expired on ${time}. Ask the organization to send it again, if you want to accept.`,
    gone: 'This invitation is no longer open. Ask the organization to send it again.',
  },
  security: {
    duty: { help: 'If you have no phone for it, ask an administrator of your organization.' },
    onBody:
      'Two-factor authentication is on. To remove it, contact an admin user within your organization.',
    lost: 'Have you lost your phone or its authenticator app? An administrator of your organization takes it off; you then turn it on again with the new one.',
  },
}

export type AccountTexts = typeof enGB

export const accountTexts = inEditions(enGB, enUS)
