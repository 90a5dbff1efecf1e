import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problem, ProblemError, type Problem } from '../../../src/domain/problem'
import type { Permission } from '../../../src/domain/access/permissions'
import type { SentAs } from '../../../src/domain/sync/sent-as'
import { defineCommand, type CommandResult, type SessionState } from '../../../src/engine/define'
import { createDispatch } from '../../../src/engine/outbox/dispatch'
import type { Me } from '../../../src/domain/user/me'

const command = defineCommand({
  name: 'createIntegrationApiKey',
  document: { name: 'Create', text: '' } as never,
  input: z.object({}),
  action: 'api-key.create',
  variables: () => ({}),
  wire: (answer) => ({ value: z.object({ id: z.string() }).parse(answer).id }),
})
const right: Permission = 'create_integration_api_keys'
const signedIn = (held: readonly Permission[]): SessionState => ({
  status: 'signed-in',
  me: { id: 'nurse' } as Me,
  principal: {
    kind: 'user',
    userId: 'nurse',
    organizationId: 'w',
    isInternalStaff: false,
    isSelfCare: false,
    acceptedTerms: true,
    permissions: new Set(held),
    features: new Set(['integrationApi'] as const),
  },
  actingOrganizationId: 'w',
  ended: null,
  locked: null,
})

/** A dispatch over a server that answers `next`; a Problem is thrown. */
const stand = () => {
  const sent: string[] = []
  let held: readonly Permission[] = [right]
  let next: unknown = { id: 'key-1' }
  let ids = 0
  const run = createDispatch({
    session: () => signedIn(held),
    sender: {
      send: async ({ idempotencyKey }: { readonly idempotencyKey?: string }) => {
        sent.push(idempotencyKey ?? '')
        if (next instanceof ProblemError) throw next
        return next
      },
    } as never,
    write: async () => undefined,
    now: () => 5,
    newId: () => `id-${(ids += 1)}`,
    saving: () => undefined,
    saved: () => undefined,
    settle: async () => undefined,
    unkept: null,
    report: () => undefined,
  })
  return {
    sent,
    run: (again?: SentAs) => run(command, {}, null, again),
    hold: (permissions: readonly Permission[]) => {
      held = permissions
    },
    answer: (given: unknown) => {
      next = given
    },
    fail: (given: Problem) => {
      next = new ProblemError(given)
    },
  }
}
const unknownOf = (result: CommandResult<unknown>): SentAs | undefined =>
  result.kind === 'refused' ? result.unknown : undefined

describe('a command that is done at once', () => {
  test('whoever lost the right sends nothing new, and is still told what became of what was sent', async () => {
    const house = stand()
    house.fail(problem('timeout'))
    const as = unknownOf(await house.run())
    expect(as).toMatchObject({ id: 'id-1', capturedAt: 5 })
    house.hold([])
    house.answer({ id: 'key-1' })
    expect(await house.run()).toEqual({ kind: 'refused', problem: problem('forbidden') })
    expect(house.sent).toEqual(['id-1'])
    expect(await house.run(as)).toEqual({ kind: 'done', value: 'key-1' })
    expect(house.sent).toEqual(['id-1', 'id-1'])
  })

  test('a repeat of what was done and may not be seen any more is no refusal', async () => {
    const house = stand()
    house.fail(problem('timeout'))
    const as = unknownOf(await house.run())
    house.fail(problem('not-found:done-unseen'))
    expect(await house.run(as)).toEqual({ kind: 'unseen' })
    house.fail(problem('not-found'))
    expect(await house.run()).toMatchObject({ kind: 'refused', problem: { code: 'not-found' } })
  })

  test.each<[string, () => unknown]>([
    ['of another shape', () => ({ key: 1 })],
    [
      'that is no answer of a server of ours',
      () => new ProblemError(problem('server:unreadable-answer')),
    ],
  ])(
    'an answer %s is asked for again under the same key, three times in all; then the outcome is told as unknown',
    async (_what, answer) => {
      const house = stand()
      house.answer(answer())
      const first = await house.run()
      const second = await house.run(unknownOf(first))
      expect([unknownOf(first)?.id, unknownOf(second)?.id]).toEqual(['id-1', 'id-1'])
      const third = await house.run(unknownOf(second))
      expect(third).toEqual({
        kind: 'refused',
        problem: { ...problem('server:outcome-unread'), byServer: true },
      })
      expect(house.sent).toEqual(['id-1', 'id-1', 'id-1'])
    },
  )

  test('no answer at all is asked for without end', async () => {
    const house = stand()
    house.fail(problem('timeout'))
    let as: SentAs | undefined
    for (let n = 0; n < 9; n += 1) as = unknownOf(await house.run(as))
    expect(as?.id).toBe('id-1')
  })
})
