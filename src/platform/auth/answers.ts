import type { Failed, Succeeded } from './auth'
import {
  problem,
  ProblemError,
  type EndedSignIn,
  type Problem,
  type ProblemCode,
  type ProblemKind,
} from '../../domain/problem'

export const success: Succeeded = { kind: 'success' }
export const failed = (value: Problem): Failed => ({ kind: 'problem', problem: value })

/** The SDK's error code without its `auth/` prefix; empty for what is not an SDK error. */
export const codeOf = (thrown: unknown): string => {
  if (
    typeof thrown !== 'object' ||
    thrown === null ||
    !('code' in thrown) ||
    typeof thrown.code !== 'string'
  )
    return ''
  return thrown.code.replace(/^auth\//u, '')
}

/** The provider's answers to a wrong email or password. One result, so that neither is revealed. */
export const wrongCredentialCodes: ReadonlySet<string> = new Set([
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'invalid-email',
  'missing-password',
  'missing-email',
  'user-mismatch',
])

/** The one-time step is over: its time ran out, or the provider no longer knows it. */
export const challengeOverCodes: ReadonlySet<string> = new Set([
  'totp-challenge-timeout',
  'code-expired',
  'invalid-multi-factor-session',
  'missing-multi-factor-session',
])

/** A mailed code that cannot be used (any more). */
export const badActionCodes: ReadonlySet<string> = new Set([
  'expired-action-code',
  'invalid-action-code',
  'user-not-found',
  'user-token-expired',
])

const kinds: Readonly<Record<string, ProblemKind>> = {
  'network-request-failed': 'network',
  'too-many-requests': 'too-many',
  'user-token-expired': 'unauthorized',
  'user-disabled': 'unauthorized',
  'invalid-user-token': 'unauthorized',
  'user-signed-out': 'unauthorized',
  'null-user': 'unauthorized',
  'weak-password': 'invalid-arguments',
  'password-does-not-meet-requirements': 'invalid-arguments',
  'invalid-custom-token': 'unauthorized',
  'custom-token-mismatch': 'unauthorized',
  'admin-restricted-operation': 'forbidden',
  'operation-not-allowed': 'forbidden',
  'internal-error': 'server',
}

/**
 * Only an ended session is refused early (an expired one is `invalid-user-token` at our server).
 */
const endedByCode: Readonly<Record<string, EndedSignIn>> = {
  'user-disabled': 'disabled',
  'user-token-expired': 'revoked',
}

/** Kinds of which our own text says more than the provider's. */
const codes: Readonly<Partial<Record<ProblemKind, ProblemCode>>> = {
  network: 'network:sign-in',
  'too-many': 'too-many:sign-in',
  unauthorized: 'unauthorized',
  server: 'server:sign-in',
}

/** FirebaseError writes `Firebase: sentence (auth/code).`; only the sentence is for people. */
const sentenceOf = (thrown: unknown): string => {
  const message = (thrown instanceof Error ? thrown.message : '').replace(/^Firebase: /u, '')
  const at = message.lastIndexOf('(auth/')
  return at === -1 ? message : message.slice(0, at).trimEnd()
}

/** A failure of the SDK as a Problem. A failed import of the SDK is a network problem. */
export const problemOf = (thrown: unknown): Problem => {
  if (thrown instanceof ProblemError) return thrown.problem
  const code = codeOf(thrown)
  const kind =
    code === '' && thrown instanceof TypeError
      ? 'network'
      : (kinds[code] ?? (code === '' ? 'unknown' : 'server'))
  const ended = endedByCode[code]
  const own = ended === 'disabled' ? 'unauthorized:account-disabled' : codes[kind]
  const found = own === undefined ? problem(kind, sentenceOf(thrown) || null) : problem(own)
  return ended === undefined ? found : { ...found, ended }
}

export const failure = (thrown: unknown): Failed => failed(problemOf(thrown))
