import { expect, onTestFinished, test } from 'vitest'
import { pokeStream } from '../../../src/engine/connection/poke-stream'
import type { AblyLineListener, Poke } from '../../../src/platform/realtime'
import { manualClock } from '../manual-clock'

/** A server that answers `/events` and `/ably/auth` as the test says; a signed-in user listens. */
const stand = () => {
  const clock = manualClock()
  const asked: string[] = []
  const said: string[] = []
  const pokes: Poke[] = []
  const reported: unknown[] = []
  const lines: { readonly listener: AblyLineListener; closed: boolean }[] = []
  const server = { events: 409, auth: 200 }
  let events: ReadableStreamDefaultController<Uint8Array> | null = null
  const answer = (url: string): Response => {
    if (url === '/Prod/ably/auth')
      return new Response(JSON.stringify({ clientId: 'nurse' }), { status: server.auth })
    if (server.events !== 200) return new Response('{}', { status: server.events })
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          events = controller
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  }
  const stream = pokeStream({
    api: '/Prod',
    clock,
    random: () => 0.5,
    token: () => Promise.resolve('token'),
    report: (thrown) => reported.push(thrown),
    lost: () => said.push('lost'),
    session: () => ({
      status: 'signed-in',
      me: null,
      principal: null,
      actingOrganizationId: 'w',
      ended: null,
      locked: null,
    }),
    fetch: (url, init) => {
      asked.push(`${url} ${new Headers(init.headers).get('x-acting-organization-id') ?? ''}`)
      return Promise.resolve(answer(url))
    },
    openLine: async (channels, authorize, listener) => {
      const { clientId } = await authorize()
      said.push(`channels ${channels(String(clientId)).join(' ')}`)
      const line = { listener, closed: false }
      lines.push(line)
      return {
        connect: () => undefined,
        close: () => {
          line.closed = true
        },
      }
    },
  })({ poked: (poke) => pokes.push(poke), live: (is) => said.push(is ? 'live' : 'not live') })
  onTestFinished(() => stream.close())
  // What reads a stream is fetched with the first one.
  const settled = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      await new Promise((resolve) => {
        setTimeout(resolve, 1)
      })
      await clock.advance(0)
    }
  }
  const tell = (data: unknown): void =>
    events?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`))
  return { asked, said, pokes, reported, lines, server, stream, settled, tell, clock }
}
const change = { poke: { roster: true, me: false, patients: 'many' } } as const
const changed = { roster: true, me: false, subjects: 'many' } as const

test('a server whose pokes come over Ably is listened to there, as the same user, and its own stream is not asked for again', async () => {
  const { asked, said, pokes, lines, settled, clock } = stand()
  await settled(() => lines.length === 1)
  expect(asked).toEqual(['/Prod/events w', '/Prod/ably/auth w'])
  expect(said).toEqual(['channels organization:w user:nurse'])
  lines[0]?.listener.open(true)
  lines[0]?.listener.heard(JSON.stringify(change))
  expect([said.at(-1), pokes]).toEqual(['live', [changed]])
  await clock.advance(10 * 60_000)
  expect(asked.filter((one) => one.startsWith('/Prod/events'))).toHaveLength(1)
})

test('a server that has Ably no more is listened to itself again, and servers that disagree are not asked without a pause', async () => {
  const { asked, said, pokes, lines, server, settled, tell, clock } = stand()
  server.auth = 404
  await settled(() => asked.length === 2)
  for (let turn = 0; turn < 20; turn += 1) await clock.advance(100)
  expect(asked).toEqual(['/Prod/events w', '/Prod/ably/auth w'])
  server.events = 200
  await clock.advance(31_000)
  await settled(() => asked.length === 3)
  expect(lines.every(({ closed }) => closed)).toBe(true)
  tell({ live: true })
  tell(change)
  await settled(() => pokes.length > 0)
  expect([said.at(-1), pokes]).toEqual(['live', [changed]])
})

test('once closed nothing is opened any more, whichever of the two was on its way', async () => {
  const { asked, lines, stream, settled, clock, reported } = stand()
  await settled(() => asked.length >= 1)
  stream.close()
  await clock.advance(10 * 60_000)
  expect(asked.length).toBeLessThanOrEqual(2)
  expect(lines.filter(({ closed }) => !closed)).toEqual([])
  expect(reported).toEqual([])
})
