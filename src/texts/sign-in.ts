import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/**
 * The pages before sign-in: /login, /forgot-password and /account-action. Strings of specification
 * P section 2 verbatim.
 */
const enGB = {
  heading: 'Sign in',
  lead: 'Watch over the patients you cannot see.',
  starting: 'Starting…',
  signingInWithLink: 'Signing you in…',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  forgotPassword: 'Forgot your password',
  emailMissing: 'Type your e-mail address',
  emailMalformed: 'Type an e-mail address such as name@organisation.example',
  passwordMissing: 'Type your password',
  incorrectPassword: 'The e-mail or the password is not right',
  timedOut: 'Verification timed out. Sign in again to get a new code step.',
  tokenFailed: 'The sign-in link did not work. Sign in with your e-mail and password.',
  sessionEnded: 'You were signed out.',
  /** Why a session was ended on purpose. */
  ended: {
    disabled: {
      title: 'Your account is switched off',
      text: 'Its screens were closed on this device. What you wrote before is kept and sent under your name. Ask your administrator.',
    },
    revoked: {
      title: 'You have to sign in again',
      text: 'Your password or second step was changed, or your sign-in was ended for you. What you wrote is kept. If it was not you, tell your administrator now.',
    },
    removed: {
      title: 'You are no longer a member of this organisation',
      text: 'Its patients were taken off this device. What you wrote before is kept and sent under your name. Sign in to go on in another one.',
    },
  },
  offline:
    'This device is offline. Signing in needs a connection; it is tried again when you press Sign in.',
  waitingHere: (count: number): string =>
    `${count === 1 ? '1 record waits' : `${count} records wait`} on this device to be sent. ${count === 1 ? 'It is' : 'They are'} safe, and nobody can read ${count === 1 ? 'it' : 'them'} here.`,
  /** What became of work that waits on this device while nobody is signed in. */
  idle: {
    byItself: (count: number): string =>
      count === 1
        ? 'It is sent without a sign-in as soon as there is a connection.'
        : 'They are sent without a sign-in as soon as there is a connection.',
    needSignIn: (count: number, all: boolean): string =>
      all
        ? count === 1
          ? 'The server takes it after the next sign-in on this device.'
          : 'The server takes them after the next sign-in on this device.'
        : `The server takes ${count} of them after the next sign-in on this device, the others as soon as there is a connection.`,
    sent: (count: number): string =>
      count === 1
        ? '1 record that waited on this device is with the server now.'
        : `${count} records that waited on this device are with the server now.`,
    undecided: (count: number): string =>
      count === 1
        ? '1 record on this device waits for its author to decide, after signing in.'
        : `${count} records on this device wait for their authors to decide, after signing in.`,
  },
  cannotSignIn: 'You could not be signed in',
  noKeyTitle: 'Signed in, but this device could not be opened',
  noKey:
    'The server knows you, but the key for what this device keeps did not arrive. Nothing is lost. Sign in again in a moment.',
  unlock: {
    heading: 'This device is locked',
    who: 'It keeps work of',
    offline:
      'There is no connection. The password opens what this device kept; each screen says how old that is.',
    password: 'Password',
    submit: 'Unlock',
    wrong: 'The password is not right',
    waitTitle: 'Too many wrong passwords',
    wait: (seconds: number): string =>
      seconds < 60
        ? `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
        : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    leashOverTitle: 'Too long without a connection',
    leashOver:
      'What this device keeps opens again once it is connected and you sign in. Nothing that you saved is lost.',
    notPossibleTitle: 'Only opens with a connection',
    notPossible:
      'This device cannot check your password by itself. Connect it and sign in. Nothing that you saved is lost.',
    nothingKept:
      'The password is right, and this device keeps nothing that could be shown. Connect it and sign in.',
    failed: 'The device could not be unlocked. Try again.',
    waiting: (count: number): string =>
      count === 1
        ? '1 record of somebody waits on this device to be sent. It is safe.'
        : `${count} records wait on this device to be sent. They are safe.`,
    somebodyElse: 'Sign in as somebody else',
    back: (email: string): string => `Unlock as ${email}`,
  },
  codeHeading: 'Check it is you',
  codeLead: 'Type the code that your authenticator app shows now.',
  code: '6-digit code',
  codeMalformed: 'The code is 6 digits',
  codeWrong: 'That code is not right. Wait for the next one and try again.',
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
    lead: 'Type your e-mail address. We send a link with which you choose a new password.',
    send: 'Send password reset email',
    sent: 'Check your e-mail',
    sentBody: (email: string): string =>
      `If ${email} has an account, a message with a link is on its way. It can take a few minutes: look in your inbox and in your spam folder.`,
    failed: 'The e-mail could not be asked for',
    cancel: 'Cancel',
    returnToLogin: 'Return to login',
  },
  action: {
    checking: 'Checking your link…',
    heading: 'Choose a new password',
    lead: (email: string): string => `For ${email}. Keep these three words, or ask for others.`,
    generated: 'Your new password',
    refresh: 'Suggest other words',
    copy: 'Copy password',
    helpLink: 'Why three words?',
    helpHeading: 'Why three random words',
    help: [
      'Three words chosen at random are easy to remember and to type with gloves on, and hard to guess: there are more than a hundred thousand million combinations.',
      'The hyphens belong to the password: type them too.',
      'Do not change a word to one you like better: the strength comes from chance. Write it down only where nobody else reads it, or keep it in a password manager.',
    ],
    helpClose: 'Close',
    save: 'Save Password',
    saved: 'Your password has been saved',
    savedBody: 'Sign in with it. This page goes to the login by itself after 5 minutes.',
    returnToLogin: 'Return to login',
    cancel: 'Cancel',
    expired: 'Password reset code has expired. Try resetting your password again.',
    checkFailed: 'Your link could not be checked',
    tryAgain: 'Try again',
    resetAgain: 'Reset Password',
    wordsFailed: 'The words could not be loaded. Check the connection and try again.',
    unknownFailure: 'An unknown error occurred while attempting to reset the password.',
    reverting: 'Removing two-factor authentication…',
    reverted: 'Two-factor authentication removed',
    revertedBody: 'You can re-enable two-factor authentication on the Account page.',
    revertHeading: 'Two-factor authentication',
    revertFailed: 'Two-factor authentication was not removed. The link may have expired.',
  },
}

/** What the US edition says differently. */
const enUS: DeepPartial<typeof enGB> = {
  emailMalformed: 'Type an e-mail address such as name@organization.example',
  ended: { removed: { title: 'You are no longer a member of this organization' } },
  contactAdmin:
    "If you can't access your authenticator app, please contact an admin user within your organization",
}

export type SignInTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const signInTexts = inEditions(enGB, enUS)
