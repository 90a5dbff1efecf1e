import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test } from 'vitest'
import type { SyncedCommand } from '../../../src/engine/define'
import type { Handshake } from '../../../src/engine/session/handshake'
import { createPushClient } from '../../../src/engine/outbox/push'
import type { PushResult } from '../../../src/engine/protocol'
import { jsonCodec, openOutbox } from '../../../src/engine/store'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

/** Deliveries over a real outbox of one note, `a`; what the server says of it is given. */
const stand = async (
  given: {
    readonly expiresAt?: number
    readonly onHello?: () => void
    readonly answers?: Partial<PushResult>
  } = {},
) => {
  const outbox = openOutbox({ codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange })
  open.push(outbox)
  await outbox.add({
    id: 'a',
    lane: 'p',
    author: 'nurse',
    organization: 'o',
    n: 1,
    op: 'x',
    opVersion: 1,
    capturedAt: 0,
    sessionId: 's',
    seal: { sealed: 'c2VhbGVk', signature: 's' },
    value: {},
    expiresAt: given.expiresAt ?? null,
  })
  let said: Pick<PushResult, 'class' | 'code'> =
    given.answers === undefined
      ? { class: 'RETRY', code: 'BUSY' }
      : { class: 'APPLIED', code: null }
  let pushes = 0
  const handshake = {
    ensure: () => {
      given.onHello?.()
      return Promise.resolve({ epoch: 'e' })
    },
    group: () => Promise.resolve('group'),
    again: () => Promise.resolve(),
  } as unknown as Handshake
  const delivery = createPushClient({
    outbox,
    handshake,
    owner: () => ({ userId: 'nurse', organizationId: 'o' }),
    command: () =>
      ({
        settle: () => [{ resource: 'things', row: { id: 'a', revision: 1 } }],
      }) as unknown as SyncedCommand<unknown>,
    report: () => undefined,
    clientVersion: '3.15.0',
    isServerThere: () => Promise.resolve(true),
    needSignIn: () => undefined,
    server: {
      push: ({ epoch, mutations }) => {
        pushes += 1
        return Promise.resolve({
          epoch,
          results: mutations.map(({ id }) => ({
            id,
            ...said,
            retryAfterMs: null,
            argErrors: null,
            ...given.answers,
          })),
        })
      },
      outcomes: () => Promise.resolve([]),
      ack: () => Promise.resolve(true),
      deliverIdle: () => Promise.reject(new Error('somebody is signed in')),
      discard: () => Promise.resolve(true),
    },
  })
  return {
    outbox,
    pushes: () => pushes,
    deliver: delivery.deliver,
    /** One delivery; whether the server is said to have surely kept nothing. */
    send: async (answer: Pick<PushResult, 'class' | 'code'>, now: () => number = () => 0) => {
      said = answer
      const [verdict] = await delivery.deliver(await outbox.all(), now)
      return verdict === undefined
        ? 'left out'
        : verdict.outcome.kind === 'accepted' || verdict.outcome.kind === 'refused'
          ? verdict.outcome.kind
          : verdict.outcome.isKept === false
            ? 'kept nothing'
            : 'not known'
    },
  }
}
const answers = {
  sure: [
    ['RETRY', 'OUT_OF_ORDER'],
    ['RETRY', 'HELLO_FIRST'],
    ['UPGRADE', 'CLIENT_TOO_OLD'],
    ['UPGRADE', 'UNKNOWN_OP'],
    ['UPGRADE', 'UNKNOWN_OP_VERSION'],
    ['EPOCH', null],
  ],
  unsure: [
    ['RETRY', 'BUSY'],
    ['RETRY', 'SOMETHING_NEW'],
    ['RETRY', null],
    ['UPGRADE', 'SOMETHING_NEW'],
    ['SOMETHING_NEW', null],
  ],
} as const

describe('what the server kept of an attempt', () => {
  test.each(answers.sure)(
    'is surely nothing after %s %s, where no other attempt may still be running',
    async (name, code) => {
      const { send } = await stand()
      expect(await send({ class: name, code })).toBe('kept nothing')
    },
  )

  test.each(answers.sure)(
    'is not known after %s %s, where an earlier attempt was not answered for good',
    async (name, code) => {
      const { send } = await stand()
      expect(await send({ class: 'RETRY', code: 'BUSY' })).toBe('not known')
      expect(await send({ class: name, code })).toBe('not known')
    },
  )

  test.each(answers.unsure)(
    'is not known after %s %s: a commit whose acknowledgement was lost may be behind it',
    async (name, code) => {
      const { send, outbox } = await stand()
      expect(await send({ class: name, code })).toBe('not known')
      expect(await outbox.all()).toMatchObject([{ tries: 1, unsure: true }])
    },
  )
})

test.each([
  [false, 5_000],
  [true, undefined],
])(
  'what came of a command is kept as of the instant at which the server received it, unless it was decided before (%s)',
  async (replay, asOf) => {
    const { deliver, outbox } = await stand({
      answers: { replay, receivedAt: new Date(5_000).toISOString(), server: {} },
    })
    const [verdict] = await deliver(await outbox.all(), () => 0)
    expect(
      verdict?.outcome.kind === 'accepted' ? verdict.outcome.settled?.map((one) => one.asOf) : null,
    ).toEqual([asOf])
  },
)

describe('a delivery', () => {
  test('does not send what is over its time by the clock that its own hello corrected', async () => {
    let now = 0
    const { send, outbox, pushes } = await stand({
      expiresAt: 1_000,
      onHello: () => {
        now = 2_000
      },
    })
    expect(await send({ class: 'RETRY', code: 'BUSY' }, () => now)).toBe('left out')
    expect(pushes()).toBe(0)
    expect(await outbox.all()).toMatchObject([{ tries: 0, unsure: false }])
  })
})
