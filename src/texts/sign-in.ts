import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** The pages before sign-in. Strings of P section 2 verbatim. */
const enGB = {
  heading: 'Sign in',
  starting: 'Starting…',
  storageSlow:
    'The storage of this device is slow to answer. Lamplight waits for it, up to half a minute: your session and unsent work may be in it.',
  goOnWithout: 'Go on without saved data',
  signingInWithLink: 'Signing you in…',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotPassword: 'Forgot your password',
  emailMissing: 'Enter your email address',
  emailMalformed: 'Enter an email address such as name@organisation.example',
  passwordMissing: 'Enter your password',
  incorrectPassword: 'Email or password is incorrect',
  timedOut: 'Verification timed out. Sign in again to get a new code step.',
  tokenFailed: 'The sign-in link did not work. Sign in with your email and password.',
  sessionEnded: 'You were signed out.',
  /** Why a session was ended on purpose. */
  ended: {
    disabled: {
      title: 'Your account is switched off',
      text: 'You were signed out on this device. Work that was not sent is kept for a supervisor, who enters it. Ask your administrator.',
    },
    revoked: {
      title: 'You have to sign in again',
      text: 'Your password or two-factor authentication was changed, or an administrator signed you out. Work that was not sent waits here: send it again after you sign in. If you did not do this, tell your administrator now.',
    },
    removed: {
      title: 'You are no longer a member of this organisation',
      text: 'Its patients were removed from this device. Work that was not sent is kept for a supervisor, who enters it. Sign in again to continue.',
    },
  },
  offline: 'You are offline. Signing in needs a connection. Press Sign in to try again.',
  waitingHere: (count: number): string =>
    `${count === 1 ? '1 record waits' : `${count} records wait`} on this device to be sent. ${count === 1 ? 'It is' : 'They are'} safe, and nobody can read ${count === 1 ? 'it' : 'them'} here.`,
  /** What became of work that waits on this device while nobody is signed in. */
  idle: {
    byItself: (count: number): string =>
      count === 1
        ? 'It will be sent when this device is connected. No sign-in is needed. If that is in more than 3 days, a supervisor may have to enter it.'
        : 'They will be sent when this device is connected. No sign-in is needed. If that is in more than 3 days, a supervisor may have to enter them.',
    needSignIn: (count: number, all: boolean): string =>
      all
        ? count === 1
          ? 'The server takes it after the next sign-in on this device.'
          : 'The server takes them after the next sign-in on this device.'
        : `The server takes ${count} of them after the next sign-in on this device, the others as soon as there is a connection.`,
    sent: (count: number): string =>
      count === 1
        ? '1 record that was waiting on this device has been sent.'
        : `${count} records that were waiting on this device have been sent.`,
    undecided: (count: number): string =>
      count === 1
        ? '1 record on this device needs a decision from its author, after signing in.'
        : `${count} records on this device need a decision from their authors, after signing in.`,
  },
  cannotSignIn: 'You could not be signed in',
  noKeyTitle: 'Signed in, but this device could not be opened',
  noKey:
    'You are signed in, but the key for the data on this device did not arrive. Nothing is lost. Sign in again in a moment.',
  unlock: {
    heading: 'This device is locked',
    who: 'It holds the work of',
    offline:
      'You are offline. Your password opens the data saved on this device; each screen shows how old it is.',
    password: 'Password',
    submit: 'Unlock',
    wrong: 'The password is incorrect',
    waitTitle: 'Too many wrong passwords',
    wait: (seconds: number): string =>
      seconds < 60
        ? `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
        : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    leaseOver:
      'This device was too long without a connection, or its clock was set back. Connect it and sign in to see its data again. Nothing you saved is lost.',
    notPossibleTitle: 'Only opens with a connection',
    notPossible:
      'This device cannot check your password offline. Connect it and sign in. Nothing you saved is lost.',
    nothingKept:
      'Your password is correct, but no data is saved on this device. Connect it and sign in.',
    failed: 'The device could not be unlocked. Try again.',
    waiting: (count: number): string =>
      count === 1
        ? '1 record is waiting on this device to be sent. It is safe.'
        : `${count} records wait on this device to be sent. They are safe.`,
    somebodyElse: 'Sign in as someone else',
    back: (email: string): string => `Unlock as ${email}`,
  },
  codeHeading: 'Enter your security code',
  codeLead: 'Enter the code that your authenticator app shows now.',
  code: '6-digit code',
  codeMalformed: 'The code is 6 digits',
  codeWrong: 'That code is incorrect. Wait for the next one and try again.',
  verify: 'Verify',
  otherAccount: 'Use another account',
  cannotAccess: "Can't access your authenticator app?",
  contactAdmin:
    "If you can't access your authenticator app, please contact an admin user within your organisation",
  consent:
    'To keep this product safe and improve it we use in-product support, error tracking and usage analytics. No patient data is part of it.',
  hideConsent: 'Hide this message',
  consentLabel: 'Analytics',
  forgot: {
    heading: 'Reset your password',
    lead: 'Enter your email address. We will send you a link to choose a new password.',
    send: 'Send password reset email',
    sent: 'Check your email',
    sentBody: (email: string): string =>
      `If ${email} has an account, a message with a link is on its way. It can take a few minutes: look in your inbox and in your spam folder.`,
    failed: 'The email could not be requested',
    cancel: 'Cancel',
    returnToLogin: 'Return to login',
  },
  action: {
    checking: 'Checking your link…',
    heading: 'Choose a new password',
    lead: (email: string): string => `For ${email}. Keep these three words, or get others.`,
    generated: 'Your new password',
    refresh: 'Suggest other words',
    copy: 'Copy password',
    helpLink: 'Why three words?',
    helpHeading: 'Why three random words',
    help: [
      'Three words chosen at random are easy to remember and to type with gloves on, and hard to guess: there are more than a hundred thousand million combinations.',
      'The hyphens are part of the password: type them too.',
      'Do not replace a word with one you prefer: a password chosen at random is stronger. Keep it in a password manager, or where nobody else can read it.',
    ],
    helpClose: 'Close',
    save: 'Save Password',
    saved: 'Your password has been saved',
    savedBody: 'Sign in with it. You will be taken to the sign-in page after 5 minutes.',
    returnToLogin: 'Return to login',
    cancel: 'Cancel',
    expired: 'Password reset code has expired. Try resetting your password again.',
    checkFailed: 'Your link could not be checked',
    tryAgain: 'Try again',
    resetAgain: 'Reset Password',
    wordsFailed: 'The password could not be generated. Check your connection and try again.',
    unknownFailure: 'An unknown error occurred while attempting to reset the password.',
    reverting: 'Removing two-factor authentication…',
    reverted: 'Two-factor authentication removed',
    revertedBody: 'You can re-enable two-factor authentication on the Account page.',
    revertHeading: 'Two-factor authentication',
    revertFailed: 'Two-factor authentication was not removed. The link may have expired.',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  emailMalformed: 'Enter an email address such as name@organization.example',
  ended: { removed: { title: 'You are no longer a member of this organization' } },
  contactAdmin:
    "If you can't access your authenticator app, please contact an admin user within your organization",
}

export type SignInTexts = typeof enGB

export const signInTexts = inEditions(enGB, enUS)
