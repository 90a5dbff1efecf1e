import { expect, test } from 'vitest'
import { createOwnToken } from '../../../src/engine/network'

const tokenOf = (sub: string): string => `header.${btoa(JSON.stringify({ sub }))}.signature`

test.each([
  ['her own goes with her session', tokenOf('nurse'), 'nurse', tokenOf('nurse')],
  [
    'a colleague\u2019s, which a restored tab still holds, does not',
    tokenOf('colleague'),
    'nurse',
    null,
  ],
  ['whoever signs in has no session yet', tokenOf('nurse'), undefined, tokenOf('nurse')],
  ['there is none', null, 'nurse', null],
])('the credential of a session: %s', async (_case, held, owner, given) => {
  expect(await createOwnToken({ idToken: () => Promise.resolve(held) }, () => owner)()).toBe(given)
})
