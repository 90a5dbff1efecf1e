import { expect, onTestFinished, test } from 'vitest'
import { openEventStream, quietMs, silenceMs, type Poke } from '../../../src/platform/realtime'
import { manualClock } from '../../engine/manual-clock'

/** A server whose streams the test writes to. `status` answers the next attempts. */
const stand = (status: () => number = () => 200, isSignedIn: () => boolean = () => true) => {
  const clock = manualClock()
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const asked: { readonly authorization: string | undefined }[] = []
  const said: string[] = []
  const pokes: Poke[] = []
  const fresh: boolean[] = []
  let cut = false
  const stream = openEventStream({
    url: 'https://ward.example/Prod/events',
    clock,
    random: () => 0.5,
    headers: (isFresh) => {
      fresh.push(isFresh)
      return Promise.resolve(isSignedIn() ? { Authorization: 'Bearer one' } : null)
    },
    fetch: (_url, init) => {
      asked.push({ authorization: new Headers(init.headers).get('authorization') ?? undefined })
      if (cut) return Promise.reject(new TypeError('Failed to fetch'))
      if (status() !== 200) return Promise.resolve(new Response('{}', { status: status() }))
      return Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => {
              streams.push(controller)
            },
          }),
          { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } },
        ),
      )
    },
    poked: (poke) => pokes.push(poke),
    live: (is) => said.push(is ? 'live' : 'not live'),
    lost: () => said.push('lost'),
    elsewhere: () => said.push('elsewhere'),
  })
  onTestFinished(() => stream.close())
  return {
    clock,
    streams,
    asked,
    said,
    pokes,
    fresh,
    stream,
    cut: (is: boolean) => {
      cut = is
    },
    write: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
  }
}
const poke = (patients: readonly string[]): string =>
  `data: ${JSON.stringify({ poke: { roster: true, me: false, patients } })}\n\n`

test('pokes are heard, also in pieces and several at once; a heartbeat is no poke', async () => {
  const { clock, write, pokes, said } = stand()
  await clock.advance(1)
  write('data: {"live":true}\n\n')
  await clock.advance(1)
  expect(said).toEqual(['live'])
  const both = poke(['a']) + ':\n\n' + poke(['b'])
  for (const piece of [both.slice(0, 7), both.slice(7, 30), both.slice(30)]) {
    write(piece)
    await clock.advance(1)
  }
  expect(pokes.map(({ subjects }) => subjects)).toEqual([['a'], ['b']])
  write('data: {"poke":{"roster":false,"me":false,"patients":[],"waveformEvents":["c"]}}\n\n')
  await clock.advance(1)
  expect(pokes.at(-1)).toEqual({ roster: false, me: false, subjects: [], found: ['c'] })
  write('data: {"poke":{"roster":false,"me":false,"patients":[],"lists":true}}\n\n')
  await clock.advance(1)
  expect(pokes.at(-1)).toEqual({ roster: false, me: false, subjects: [], lists: true })
})

test('a stream that says nothing for so long is not live any more, and another one is opened', async () => {
  const { clock, write, said, streams } = stand()
  await clock.advance(1)
  write('data: {"live":true}\n\n')
  await clock.advance(1)
  for (let beats = 0; beats < 8; beats += 1) {
    await clock.advance(2_500)
    write(':\n\n')
    await clock.advance(1)
  }
  expect(said).toEqual(['live'])
  await clock.advance(quietMs - 100)
  expect(said).toEqual(['live'])
  await clock.advance(100)
  expect(said).toEqual(['live', 'not live'])
  await clock.advance(silenceMs - quietMs + 100)
  expect(said).toEqual(['live', 'not live', 'lost'])
  await clock.advance(1_000)
  expect(streams).toHaveLength(2)
})

test('what ends silence ends being not live, unless the server said that it tells nothing', async () => {
  const { clock, write, said, streams } = stand()
  // The header is to end 'Live' within five seconds of the line.
  expect(quietMs).toBeLessThan(5_000)
  await clock.advance(1)
  write('data: {"live":true}\n\n')
  await clock.advance(quietMs + 100)
  write(':\n\n')
  await clock.advance(1)
  expect(said).toEqual(['live', 'not live', 'live'])
  write('data: {"live":false}\n\n')
  await clock.advance(quietMs + 100)
  write(':\n\n')
  await clock.advance(1)
  expect(said).toEqual(['live', 'not live', 'live', 'not live'])
  expect(streams).toHaveLength(1)
})

test('offline it reconnects with growing pauses, at once after a hint, and never again once it is closed', async () => {
  const { clock, asked, cut, stream, said } = stand()
  cut(true)
  await clock.advance(60_000)
  expect(asked.length).toBeGreaterThan(4)
  expect(asked.length).toBeLessThan(12)
  expect(said.every((word) => word === 'lost')).toBe(true)
  const before = asked.length
  stream.hint()
  await clock.advance(1)
  expect(asked).toHaveLength(before + 1)
  stream.close()
  await clock.advance(600_000)
  expect(asked).toHaveLength(before + 1)
})

test('refused, it asks once with a fresh credential and then rarely; where another service sends pokes, it says so and stops', async () => {
  let status = 401
  const { clock, fresh, asked } = stand(() => status)
  await clock.advance(10)
  expect(fresh).toEqual([false, true])
  await clock.advance(20_000)
  expect(asked).toHaveLength(2)
  status = 409
  const other = stand(() => status)
  await other.clock.advance(600_000)
  expect(other.said).toEqual(['elsewhere'])
  expect(other.asked).toHaveLength(1)
})

test('opened before the sign-in is done, it asks nothing and is there a second after it', async () => {
  let isSignedIn = false
  const { clock, asked } = stand(
    () => 200,
    () => isSignedIn,
  )
  await clock.advance(100)
  expect(asked).toEqual([])
  isSignedIn = true
  await clock.advance(1_000)
  expect(asked).toHaveLength(1)
})

test('what is not understood may have been a poke: everything is asked for', async () => {
  const { clock, write, pokes } = stand()
  await clock.advance(1)
  write('data: {"poke":{"wards":["x"]}}\n\ndata: <html>\n\n')
  await clock.advance(1)
  expect(pokes).toEqual([
    { roster: true, me: true, subjects: 'many', found: 'many', lists: true },
    { roster: true, me: true, subjects: 'many', found: 'many', lists: true },
  ])
})
