import { createRuntime } from '../../../src/data/runtime'
import { patientRecord } from '../../../src/data/patient'
import { virtualWard } from '../../../src/data/virtual-ward'

/** What one first sync came to, milliseconds. */
export interface FirstSyncFigures {
  readonly boardMs: number
  readonly wholeMs: number
  readonly patients: number
  readonly longTasks: readonly number[]
}

/** The portal's data engine as it runs in a page, without its screens: signs in, shows the ward, fetches it whole. */
const run = async (token: string): Promise<FirstSyncFigures> => {
  const longTasks: number[] = []
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) longTasks.push(entry.duration) }).observe({ type: 'longtask', buffered: false })
  const runtime = createRuntime({
    config: { origin: location.origin, basePath: '/Prod' },
    auth: { idToken: () => Promise.resolve(token), signOut: () => Promise.resolve() },
  })
  await runtime.start()
  const began = performance.now()
  const signedIn = await runtime.session.completeSignIn()
  if (signedIn.kind !== 'done') throw new Error(JSON.stringify(signedIn))
  const view = runtime.watch(virtualWard, { take: 50, skip: 0, sort: [{ field: 'lastName', direction: 'ASC' }] })
  const total = await new Promise<number>((resolve) => {
    const look = (): void => { const state = view.get(); if (state.ready && state.rows.length > 0) resolve(state.total ?? 0) }
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
  return { boardMs, wholeMs, patients: view.get().total ?? total, longTasks }
}
Object.assign(window, { firstSync: run })
