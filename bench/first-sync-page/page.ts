import '../../src/domain/without-eval'
import { createRuntime } from '../../src/data/runtime'
import { patientRecord } from '../../src/data/patient'
import { monitoringChunks } from '../../src/data/monitoring'
import { virtualWard } from '../../src/data/virtual-ward'

/** What one first sync came to, milliseconds. */
export interface FirstSyncFigures {
  readonly boardMs: number
  readonly wholeMs: number
  readonly patients: number
  /** Records of monitoring of one patient that this device then has. */
  readonly chunks: number
  readonly longTasks: readonly number[]
}

let signedInAs: string | null = null
const runtime = createRuntime({
  config: { origin: location.origin, basePath: '/Prod' },
  auth: { idToken: () => Promise.resolve(signedInAs), signOut: () => Promise.resolve() },
})
await runtime.start()

/**
 * The portal's data engine as it runs in a page, without its screens: signs in, shows the ward,
 * fetches it whole.
 */
const run = async (token: string): Promise<FirstSyncFigures> => {
  const longTasks: number[] = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push(entry.duration)
  }).observe({ type: 'longtask', buffered: false })
  signedInAs = token
  const began = performance.now()
  const signedIn = await runtime.session.completeSignIn()
  if (signedIn.kind !== 'done') throw new Error(JSON.stringify(signedIn))
  const view = runtime.watch(virtualWard, {
    take: 50,
    skip: 0,
    sort: [{ field: 'lastName', direction: 'ASC' }],
  })
  const total = await new Promise<number>((resolve) => {
    const look = (): void => {
      const state = view.get()
      if (state.ready && state.rows.length > 0) resolve(state.total ?? 0)
    }
    view.subscribe(look)
  })
  const boardMs = performance.now() - began
  const wholeMs = await new Promise<number>((resolve) => {
    let seen = false
    runtime.firstSync.subscribe(() => {
      if (runtime.firstSync.get() !== null) seen = true
      else if (seen) resolve(performance.now() - began)
    })
  })
  // One patient of many, read as a screen would.
  await runtime.refresh(patientRecord, { patientId: view.get().rows[0]?.id ?? '' })
  const chunks = await new Promise<number>((resolve) => {
    const monitored = runtime.watch(monitoringChunks, {
      patientId: 'm1',
      from: Date.now() - 30 * 86_400_000,
      to: Date.now(),
    })
    monitored.subscribe(() => {
      if (monitored.get().ready) resolve(monitored.get().rows.length)
    })
  })
  return { boardMs, wholeMs, patients: view.get().total ?? total, chunks, longTasks }
}
/** Tasks over 50 ms, milliseconds each, of a page that does nothing. */
const idle = async (ms: number): Promise<readonly number[]> => {
  const found: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.push(entry.duration)
  })
  observer.observe({ type: 'longtask', buffered: false })
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
  observer.disconnect()
  return found
}
Object.assign(window, { firstSync: run, idleTasks: idle })
