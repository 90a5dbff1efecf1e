import { expect, onTestFinished, test } from 'vitest'
import { openAblyStream, type AblyLineListener, type Poke } from '../../../src/platform/realtime'
import { manualClock } from '../../engine/manual-clock'

interface Line {
  readonly channels: readonly string[]
  readonly listener: AblyLineListener
  closed: boolean
  connects: number
}

/**
 * Ably as the test plays it: a line opens when the test says so. `status` answers the requests for
 * a token.
 */
const stand = () => {
  const clock = manualClock()
  const lines: Line[] = []
  const said: string[] = []
  const pokes: Poke[] = []
  const asked: {
    readonly url: string
    readonly authorization: string | null
    readonly organization: string | null
  }[] = []
  const state = { status: 200, fresh: [] as boolean[] }
  const stream = openAblyStream({
    authUrl: 'https://ward.example/Prod/ably/auth',
    clock,
    random: () => 0.5,
    organizationId: () => 'w',
    headers: (isFresh) => {
      state.fresh.push(isFresh)
      return Promise.resolve({
        Authorization: `Bearer ${isFresh ? 'two' : 'one'}`,
        'X-Acting-Organization-Id': 'w',
      })
    },
    fetch: (url, init) => {
      const headers = new Headers(init.headers)
      asked.push({
        url,
        authorization: headers.get('authorization'),
        organization: headers.get('x-acting-organization-id'),
      })
      const status =
        state.status === 401 && headers.get('authorization') === 'Bearer two' ? 200 : state.status
      return Promise.resolve(
        new Response(
          JSON.stringify({
            clientId: 'nurse',
            capability: '{"organization:w":["subscribe"],"user:nurse":["subscribe"]}',
          }),
          { status },
        ),
      )
    },
    poked: (poke) => pokes.push(poke),
    live: (is) => said.push(is ? 'live' : 'not live'),
    lost: () => said.push('lost'),
    notHere: () => said.push('not here'),
    openLine: async (channels, authorize, listener) => {
      const request = await authorize()
      const line: Line = {
        channels: channels(String(request['clientId'])),
        listener,
        closed: false,
        connects: 0,
      }
      lines.push(line)
      return {
        connect: () => {
          line.connects += 1
        },
        close: () => {
          line.closed = true
        },
      }
    },
  })
  onTestFinished(() => stream.close())
  const line = (): Line => {
    const last = lines.at(-1)
    if (last === undefined) throw new Error('No line')
    return last
  }
  return { clock, lines, line, said, pokes, asked, state, stream }
}

test('asks for a token as the user, listens to their organisation’s channel and their own, and is live once both are heard', async () => {
  const { clock, line, said, asked } = stand()
  await clock.advance(1)
  expect(asked).toEqual([
    { url: 'https://ward.example/Prod/ably/auth', authorization: 'Bearer one', organization: 'w' },
  ])
  expect(line().channels).toEqual(['organization:w', 'user:nurse'])
  expect(said).toEqual([])
  line().listener.open(true)
  expect(said).toEqual(['live'])
})

test('a poke is heard; what is not understood may have been one', async () => {
  const { clock, line, pokes } = stand()
  await clock.advance(1)
  line().listener.open(true)
  line().listener.heard(JSON.stringify({ poke: { roster: true, me: false, patients: 'many' } }))
  line().listener.heard({ of: 'a later server' })
  expect(pokes).toEqual([
    { roster: true, me: false, subjects: 'many' },
    { roster: true, me: true, subjects: 'many', found: 'many', lists: true },
  ])
})

test('a connection that breaks is not live at once and is looked at again within 15 s; open again, what was missed is asked for', async () => {
  const { clock, line, said, pokes } = stand()
  await clock.advance(1)
  line().listener.open(true)
  line().listener.broken()
  expect(said).toEqual(['live', 'lost', 'not live'])
  await clock.advance(15_000)
  expect(line().connects).toBeGreaterThan(0)
  line().listener.open(false)
  expect(said.at(-1)).toBe('live')
  line().listener.open(false)
  expect(pokes).toEqual([{ roster: true, me: true, subjects: 'many', found: 'many', lists: true }])
})

test('a connection that never opens says within 15 s that it is lost, and never that it is live', async () => {
  const { clock, said } = stand()
  await clock.advance(15_000)
  expect(said).toContain('lost')
  expect(said).not.toContain('live')
})

test('a refused credential is asked for anew once; one that stays refused is tried again later', async () => {
  const { clock, lines, state, asked } = stand()
  state.status = 401
  await clock.advance(1)
  expect(state.fresh).toEqual([false, true])
  expect(lines).toHaveLength(1)
  lines[0]?.listener.refused()
  expect(lines[0]?.closed).toBe(true)
  const before = asked.length
  await clock.advance(76_000)
  expect(asked.length).toBeGreaterThan(before)
  expect(lines).toHaveLength(2)
})

test('where the server has no Ably any more, it says so and stops', async () => {
  const { clock, said, state, asked, lines } = stand()
  state.status = 404
  await clock.advance(1)
  expect(said).toEqual(['not here'])
  expect(lines).toEqual([])
  const before = asked.length
  await clock.advance(600_000)
  expect(asked).toHaveLength(before)
})

test('closed, it closes its connection and hears nothing more', async () => {
  const { clock, line, said, pokes, stream } = stand()
  await clock.advance(1)
  line().listener.open(true)
  stream.close()
  expect(line().closed).toBe(true)
  expect(said).toEqual(['live', 'not live'])
  line().listener.heard(JSON.stringify({ poke: { roster: true, me: false, patients: [] } }))
  line().listener.open(true)
  expect([said, pokes]).toEqual([['live', 'not live'], []])
})
