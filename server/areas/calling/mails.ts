import type { Mail } from '../../graphql/mailer'

/**
 * Mail to who is called. Neither a name, a number nor a ward is in it: mails are read on locked screens.
 * @param isStorm it is about alerts of one kind of several patients
 * @param minutes until the next in line is called
 */
export const callMail = (
  to: string,
  link: string,
  severity: number,
  isStorm: boolean,
  minutes: number,
): Mail => ({
  to,
  subject: 'Lamplight: you are called',
  text:
    (isStorm
      ? `You are on call, and several patients have alerts of one kind, of severity ${severity}, that need somebody now:\n\n${link}\n\n`
      : `You are on call, and an alert of severity ${severity} needs somebody now:\n\n${link}\n\n`) +
    `Say there that you deal with it. If nobody does within ${minutes} minutes, the next in line is called.\n`,
})

/** Mail to the administrators of an organisation where nobody can be reached. */
export const nobodyMail = (
  to: string,
  link: string,
  { hasPlan }: { readonly hasPlan: boolean },
): Mail => ({
  to,
  subject: 'Lamplight: nobody can be reached',
  text:
    `An alert needs somebody now, and nobody who is on call could be reached:\n\n${link}\n\n` +
    (hasPlan
      ? 'See to it that somebody deals with it, and look at who is on call on the page of the ward.\n'
      : 'The ward has no on-call plan. See to it that somebody deals with it, and make a plan on the page of the ward.\n'),
})
