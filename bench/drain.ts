// Case: back online with 100 waiting notes: how long until all are with the server
// Quick: --rounds 3 | 40 s
// Smallest: --rounds 1 --commands 10
import '../tests/flow/browser-globals'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { serve } from '@hono/node-server'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { addPatientNote } from '../src/data/note'
import { patientRecord } from '../src/data/patient'
import { createRuntime } from '../src/data/runtime'
import type { Device } from '../src/platform/device'
import { createTelemetry } from '../src/platform/telemetry'
import { startServer } from '../tests/flow/server'
import { until } from '../tests/flow/ward-tablet'
import { option, quantile } from './engines'
import { declareBars, figure, measured as measuredBar } from './report'

// Back online with so many notes waiting, of ten patients: how long until the server has them all
// and the device knows it. The portal's own data engine on fake-indexeddb, the real server in the
// same process, over HTTP on this machine.
const waiting = Number(option('commands', '100'))
const rounds = Number(option('rounds', '20'))
/** No round is begun after so long, seconds. */
const most = Number(option('most', '280'))

const bar = 'back online with 100 waiting: drained'
declareBars([{ name: bar, unit: 'ms', atMost: 3_000 }])
const server = await startServer()
const listening = serve({ fetch: server.app.fetch, port: 0 })
await new Promise((resolve) => {
  listening.once('listening', resolve)
})
const origin = `http://127.0.0.1:${String((listening.address() as AddressInfo).port)}`
const alone: Device = {
  persistStorage: () => Promise.resolve(true),
  isVisible: () => true,
  saysOffline: () => false,
  onHint: () => () => undefined,
  onLeave: () => () => undefined,
  exclusively: (_name, work) => work(new AbortController().signal),
  channel: () => ({ post: () => undefined, close: () => undefined }),
}

/**
 * CPU is of this process: the device and the server, PGlite included; on a busy machine it says
 * more than the clock.
 */
interface Measured {
  readonly ms: number
  readonly cpuMs: number
}

const measure = async (round: number): Promise<Measured> => {
  let up = true
  const token = `${server.uid('nurse@riverside.example')}~${round}`
  const tab = createRuntime({
    config: { origin, basePath: '/Prod' },
    auth: { idToken: () => Promise.resolve(token), signOut: () => Promise.resolve() },
    device: alone,
    indexedDB: new IDBFactory(),
    IDBKeyRange,
    telemetry: createTelemetry(() => undefined),
    fetch: (url, init) =>
      up ? fetch(url, init) : Promise.reject(new TypeError('Failed to fetch')),
  })
  await tab.start()
  if ((await tab.session.completeSignIn()).kind !== 'done') throw new Error('Nobody is signed in')
  const patients = Array.from(
    { length: 10 },
    (_none, at) => server.patient('Respiratory Ward', at).id,
  )
  for (const patientId of patients) await tab.refresh(patientRecord, { patientId })
  up = false
  await tab.session.refreshMe()
  await until(tab.connection, ({ state }) => state === 'offline')
  for (let at = 0; at < waiting; at += 1) {
    const result = await tab.run(addPatientNote, {
      patientId: patients[at % patients.length] ?? '',
      text: `Note ${at}`,
    })
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  }
  await until(tab.outbox, (items) => items.length === waiting)
  up = true
  const cpu = process.cpuUsage()
  const began = performance.now()
  void tab.session.refreshMe()
  await until(tab.outbox, (items) => items.length === 0)
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  await tab.close()
  return { ms, cpuMs: (user + system) / 1000 }
}

const measured: Measured[] = []
const began = performance.now()
for (let round = 0; round < rounds && performance.now() - began < most * 1_000; round += 1) {
  const one = await measure(round)
  measured.push(one)
  console.log(
    `  round ${round + 1} of ${rounds}: ${one.ms.toFixed(0)} ms, CPU ${one.cpuMs.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}, ${((performance.now() - began) / 1_000).toFixed(0)} s since the first began`,
  )
}
const series = measured.map(({ ms }) => ms)
const cpu = measured.map(({ cpuMs }) => cpuMs)
console.log(
  `${waiting} waiting notes: median ${quantile(series, 0.5).toFixed(0)} ms, p95 ${quantile(series, 0.95).toFixed(0)} ms, best ${Math.min(...series).toFixed(0)} ms; CPU of device and server, median ${quantile(cpu, 0.5).toFixed(0)}, least ${Math.min(...cpu).toFixed(0)} ms (${measured.length} rounds of ${rounds}, load ${loadavg()[0]?.toFixed(1)})`,
)
figure('CPU of device and server, least, ms', Math.min(...cpu))
figure('CPU of device and server, median, ms', quantile(cpu, 0.5))
figure('best, ms', Math.min(...series))
figure('rounds', series.length)
measuredBar(bar, quantile(series, 0.5))
listening.close()
await server.close()
process.exit(0)
