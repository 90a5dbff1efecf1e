// Case: readings that devices send while 200 portals load their ward from nothing, against quiet
// Smallest: --patients 20 --portals 5 --seconds 1
import { loadavg } from 'node:os'
import { fieldOf } from '../tests/reliability/line'
import { startServer } from '../tests/server/client'
import { newDeviceKey } from '../tests/server/sync/device'
import { onPostgres, option, quantile } from './engines'
import { startReadings } from './readings'
import { declareBars, figure, measured } from './report'

// The server as it is set up by default: ten connections, of which portals have six. So many portals
// ask for the board of a ward from its first page on, again and again, and come back when they are
// told to; two readings a second come meanwhile. Server and portals are one process.
const patients = Number(option('patients', '190'))
const portals = Number(option('portals', '200'))
const seconds = Number(option('seconds', '30'))
const bars = {
  ratio: 'a reading while 200 portals load their ward, p95, against a quiet server',
  stored: 'readings that were stored meanwhile',
}
declareBars([
  { name: bars.ratio, unit: 'times', atMost: 3 },
  { name: bars.stored, unit: '%', atLeast: 100 },
])

await onPostgres(10, async (database, owner) => {
  const readings = await startReadings(database, owner, { patients, batch: 1 })
  const server = await startServer(database)
  const ask = (query: string, group: string, input: Record<string, unknown>) =>
    server.ask(query, { as: 'nurse', variables: { in: { group, ...input } } })
  const groups: { readonly group: string; readonly epoch: string }[] = []
  for (let nth = 0; nth < portals; nth += 1) {
    const group = `portal-${nth}`
    const { publicKey } = await newDeviceKey()
    const { epoch } = fieldOf<{ epoch: string }>(
      await ask('query ($in: HelloIn!) { syncHello(in: $in) { epoch } }', group, {
        clientVersion: '3.15.0',
        schemaVersion: 1,
        devicePublicKey: publicKey,
        wallClock: new Date().toISOString(),
      }),
      'syncHello',
    )
    groups.push({ group, epoch })
  }

  /** Two readings a second, each sent when its time has come. */
  const send = async (): Promise<{ readonly p95: number; readonly share: number }> => {
    const began = performance.now()
    const all = Array.from({ length: Math.max(2, Math.round(seconds * 2)) }, async (_, nth) => {
      await new Promise((resolve) => setTimeout(resolve, nth * 500))
      return readings.send().catch(() => null)
    })
    const took = (await Promise.all(all)).flatMap((ms) => (ms === null ? [] : [ms]))
    figure('seconds of the readings', (performance.now() - began) / 1000)
    return { p95: quantile(took, 0.95), share: (took.length / all.length) * 100 }
  }
  await send()
  const quiet = await send()

  const over = new AbortController()
  const counts = { pages: 0, refused: 0 }
  const load = async ({ group, epoch }: (typeof groups)[number]): Promise<void> => {
    let cursor: string | null = null
    while (!over.signal.aborted) {
      const answer = await ask(
        'query ($in: PullIn!) { syncPull(in: $in) { more scopes { next put { __typename } } } }',
        group,
        { epoch, cursors: [{ scope: 'ROSTER:w', cursor }] },
      )
      if (answer.errors.length > 0 || answer.data === null) {
        counts.refused += 1
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        continue
      }
      counts.pages += 1
      const { more, scopes } = fieldOf<{
        readonly more: boolean
        readonly scopes: readonly { readonly next: string }[]
      }>(answer, 'syncPull')
      cursor = more ? (scopes[0]?.next ?? null) : null
    }
  }
  const loading = groups.map(load)
  await new Promise((resolve) => setTimeout(resolve, Math.min(2_000, seconds * 1_000)))
  const busy = await send()
  over.abort()
  await Promise.all(loading)
  console.log(
    `${portals} portals got ${counts.pages} pages and were told to come back ${counts.refused} times; a reading p95 ${quiet.p95.toFixed(1)} ms in a quiet server, ${busy.p95.toFixed(1)} ms beside them, load ${loadavg()[0]?.toFixed(1)}`,
  )
  measured(bars.stored, busy.share)
  measured(bars.ratio, busy.p95 / quiet.p95)
})
