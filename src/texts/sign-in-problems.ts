import type { Edition } from '../domain/organization/organization'
import type { Problem, ProblemCode } from '../domain/problem'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** Problems before sign-in. The others are in problems.ts, which no sign-in page loads. */
const enGB = {
  'no-token': 'No token found',
  network: 'The network request failed',
  timeout: 'Request timed out',
  unauthorized: 'Your session is over. Sign in again.',
  forbidden: 'You do not have permission to do this',
  'not-found': 'It was not found',
  'invalid-arguments': 'Invalid input',
  conflict: 'It was changed elsewhere meanwhile',
  maintenance: 'Unknown error',
  'too-many': 'Unknown error',
  server: 'Unknown error',
  storage: 'Not saved',
  unknown: 'Unknown error',
  'network:answered-elsewhere':
    'Something between this device and the server answered in its place',
  'server:unreadable-answer': 'The server answered something that cannot be read',
  'server:answer-of-newer': 'The server answered something that this version cannot read',
  'network:sign-in': 'The sign-in service did not answer. Check your connection and try again.',
  'too-many:sign-in': 'Too many attempts. Wait 15 minutes and try again.',
  'server:sign-in': 'The sign-in service failed or is busy. Try again in a minute.',
  'unauthorized:account-disabled': 'This account is switched off. Ask your administrator.',
  'server:second-step-unknown': 'This account needs a second step that the portal does not know.',
  'forbidden:no-organization': 'This account belongs to no organisation',
  'no-token:session-changed': 'The session changed meanwhile',
  'timeout:key-late': 'The key for this device did not come in time',
  'storage:nothing-to-show': 'This device keeps nothing that could be shown',
  'storage:keys-unreadable': 'The keys of this device could not be read or kept',
} satisfies Partial<Record<ProblemCode, string>>

const enUS: DeepPartial<typeof enGB> = {
  'forbidden:no-organization': 'This account belongs to no organization',
}

export const signInProblemTexts = inEditions(enGB, enUS)

/**
 * What server or identity provider said, else the text of the code, else of the kind. A newer
 * version may have kept an unknown code.
 */
export const textOfProblem = (
  texts: Readonly<Partial<Record<string, string>>>,
  { code, kind, said }: Problem,
): string => (said ?? '') || (texts[code] ?? texts[kind] ?? texts['unknown'] ?? '')

/** What a person who is not signed in is told of a problem. */
export const signInProblemText = (edition: Edition, problem: Problem): string =>
  textOfProblem(signInProblemTexts(edition), problem)
