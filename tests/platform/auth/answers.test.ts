import { describe, expect, test } from 'vitest'
import { problem, ProblemError } from '../../../src/domain/problem'
import { problemOf } from '../../../src/platform/auth/answers'

const thrownBySdk = (code: string, message: string) =>
  Object.assign(new Error(message), { code, name: 'FirebaseError' })

describe('what the SDK throws, as a problem', () => {
  test('each kind of failure has its own kind', () => {
    for (const [code, kind] of [
      ['auth/network-request-failed', 'network'],
      ['auth/too-many-requests', 'too-many'],
      ['auth/user-token-expired', 'unauthorized'],
      ['auth/user-disabled', 'unauthorized'],
      ['auth/weak-password', 'invalid-arguments'],
      ['auth/internal-error', 'server'],
      ['auth/never-heard-of', 'server'],
    ] as const)
      expect(problemOf(thrownBySdk(code, 'x')).kind).toBe(kind)
  })

  test('an account that is switched off, and a session that was ended, are told apart from one that is over', () => {
    expect(problemOf(thrownBySdk('auth/user-disabled', 'x'))).toMatchObject({
      ended: 'disabled',
      code: 'unauthorized:account-disabled',
      said: null,
    })
    expect(problemOf(thrownBySdk('auth/user-token-expired', 'x'))).toMatchObject({
      ended: 'revoked',
    })
    expect(problemOf(thrownBySdk('auth/invalid-user-token', 'x'))).not.toHaveProperty('ended')
  })

  test('the provider’s own sentence comes through without the SDK’s wrapping', () => {
    expect(
      problemOf(
        thrownBySdk(
          'auth/weak-password',
          'Firebase: Password is too easy to guess (auth/weak-password).',
        ),
      ).said,
    ).toBe('Password is too easy to guess')
  })

  test('a chunk that could not be fetched is a network problem, anything else thrown is unknown, ours stays ours', () => {
    expect(problemOf(new TypeError('Failed to fetch dynamically imported module')).kind).toBe(
      'network',
    )
    expect(problemOf('nonsense')).toEqual(problem('unknown'))
    const ours = problem('maintenance', 'later')
    expect(problemOf(new ProblemError(ours))).toBe(ours)
  })
})
