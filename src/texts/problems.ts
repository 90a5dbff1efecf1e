import { tooManyKeysMessage } from '../domain/api-key/api-key'
import { tooManyLinksMessage } from '../domain/share-link/share-link'
import type { Edition } from '../domain/organization/organization'
import type { Problem, ProblemCode } from '../domain/problem'
import { inEditions } from './overlay'
import { signInProblemTexts, textOfProblem } from './sign-in-problems'
import type { DeepPartial } from './types'

/** What a person is told of each problem: a text for every code. */
const enGB: Readonly<Record<ProblemCode, string>> = {
  ...signInProblemTexts('en-GB'),
  'server:partial-answer': 'The answer is only a part',
  'network:no-answer': 'No answer came',
  'server:never-settled': 'The server did not settle on what this device should hold',
  'no-token:reauthenticate': 'Must be signed in to reauthenticate',
  'no-token:mfa': 'Must be signed in to setup MFA',
  'invalid-arguments:no-address': 'User must have an email address',
  'conflict:set-up-not-started': 'The set-up was not started. Start again.',
  'conflict:set-up-too-long': 'The set-up took too long. Start again.',
  'conflict:session-ended': 'This device has to sign in again',
  'no-token:switch': 'Cannot set actingOrganization, Firebase user not logged in',
  'forbidden:wrong-password': 'Incorrect password',
  'too-many:passwords': 'Too many wrong passwords',
  'no-token:lease-over': 'This device has been without the server for too long',
  'not-found:not-unlockable': 'This device cannot be unlocked without the server',
  'unknown:locked-meanwhile': 'It was locked again meanwhile',
  'not-found:nothing-locked': 'Nothing is locked here',
  'storage:locked': 'This device is locked',
  'storage:unreadable': 'It cannot be read on this device',
  'storage:rows-unreadable': 'Some of what this device keeps could not be read',
  'storage:store-closed': 'The store was closed before the answer was kept',
  'storage:evicted': 'The browser deleted what this device kept',
  'not-found:not-yours': 'This is no longer available to you',
  'network:needs-connection':
    'Not saved: this browser keeps nothing, so this works only while there is a connection',
  'network:outcome-unknown':
    'It is not known whether this was saved. Look at the record before you do it again',
  'storage:not-met':
    'Not saved: this device has not been connected since you signed in. Connect it once, then it works without a connection.',
  'storage:not-seen': 'Not saved: open the record of the patient on this device first',
  'storage:not-sent-elsewhere': 'Not sent: switch back to where it was written, and try again',
  'storage:text-lost': 'Not sent: its text cannot be read on this device any more',
  'storage:maybe-saved': 'Not changed: it may be saved already. Wait until that is known',
  'server:restored': 'The server was restored from a backup',
  'server:asked-again': 'The server asked to try again',
  'server:class-unknown': 'The server answered something that this version does not know',
  'server:outcome-not-said': 'The server did not say what became of it',
  'server:hello-first': 'The server asked this device to introduce itself first',
  'unknown:update-first': 'Waits for an update of this app',
  'invalid-arguments:refused': 'The server refused it',
  'forbidden:right-missing': 'You did not have permission to do this',
  'invalid-arguments:identity-changed':
    'The patient is no longer who you saw: check whose record this is',
  'not-found:subject-missing': 'The patient or what this is about is not there for you',
  'not-found:done-unseen': 'It was done when it was first sent. It is no longer visible to you',
  'invalid-arguments:session-revoked': 'Your sign-in on this device had ended before it arrived',
  'invalid-arguments:not-admitted': 'The patient is on no ward now',
  'invalid-arguments:too-old': 'It was written more than 90 days ago',
  'invalid-arguments:id-reused': 'The server has something else in its place',
  'invalid-arguments:expired':
    'It could not be sent in its time. Check whether it is still right before you send it',
  'invalid-arguments:stuck': 'The server failed at it each time it was sent',
  'conflict:not-waiting': 'It is not waiting here any more',
  'not-found:no-longer-waiting': 'It is not waiting here any more',
  'conflict:on-its-way': 'It is on its way to the server',
  'unknown:command-unknown': 'This version of the portal does not know it',
  'forbidden:written-elsewhere': 'Switch back to where it was written, and try again',
  'conflict:already-saved':
    'It is on the record already: it was saved when it was sent. Nothing was discarded',
  'conflict:answered-meanwhile':
    'The server has answered meanwhile. Look at what it says, and decide again',
  'conflict:api-key-limit': tooManyKeysMessage,
  'conflict:linked-elsewhere':
    'It is linked already, to another account or in another organisation.',
  'conflict:share-token-limit': tooManyLinksMessage,
  'conflict:lookup-too-many': 'Too many results. Please refine your search criteria',
  'conflict:lookup-no-field': 'Fill in at least one field',
  'conflict:ward-has-patients':
    'Patients are admitted to this ward. Discharge or transfer them first',
  'conflict:ward-has-staff': 'Staff are assigned to this ward. Remove them first',
  'conflict:already-admitted': 'The patient is already admitted',
  'conflict:has-login': 'This patient has a login already',
  'conflict:reason-again': 'Say again why you need this record now',
  'conflict:kept-elsewhere':
    'These details are changed where the patient is admitted, or was registered',
  'server:outcome-unread':
    'The server answered, but the answer cannot be read. It is not known whether this was saved. Look for it before you do it again',
}

/** The US edition says all of it in the same way. */
const enUS: DeepPartial<typeof enGB> = {
  ...signInProblemTexts('en-US'),
  'conflict:linked-elsewhere':
    'It is linked already, to another account or in another organization.',
}

export const problemTexts = inEditions(enGB, enUS)

/** What a person is told of a problem. */
export const problemText = (edition: Edition, problem: Problem): string =>
  textOfProblem(problemTexts(edition), problem)
