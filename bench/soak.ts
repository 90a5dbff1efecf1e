// Case: the board left open for 2,000 refreshes and 10,000 pokes: heap, detached nodes, listeners
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { deteriorating, graphql, postCheckup, riverside, tokenOf } from '../tests/e2e/portal'
import { option } from './engines'
import { openLiveBoard } from './live-board'
import { declareBars, measured } from './report'

// The board of 50 cards left open: so many refreshes by hand, each until it is answered, and so
// many changes of a patient that the page is told of (an alert taken and let go, so that what there
// is to hold stays the same: readings would rightly grow the day's trend), five of them in a burst
// with each refresh. After each round the heap is collected by force and counted, with the nodes
// that are in no document any more and the listeners. What a page holds may not grow with how long
// it was open. `--warm` rounds come first and count for nothing: until then code is compiled, and
// caches that end fill up.
const refreshes = Number(option('refreshes', '2000'))
const pokes = Number(option('pokes', '10000'))
const rounds = Number(option('rounds', '20'))
const warm = Number(option('warm', '5'))
const dist = resolve(option('dist', process.env['E2E_DIST'] ?? 'dist'))
const bars = {
  heap: 'heap grown over the soak',
  detached: 'detached nodes more',
  listeners: 'listeners more',
}
declareBars([
  { name: bars.heap, unit: '%', atMost: 2 },
  { name: bars.detached, unit: 'nodes', atMost: 50 },
  { name: bars.listeners, unit: 'listeners', atMost: 20 },
])

interface Count {
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  readonly detached: number
}

/** Nodes that a script still holds and that are in no document. */
const detachedNodes = async (session: CDPSession): Promise<number> => {
  const group = { objectGroup: 'soak' }
  const { result: prototype } = await session.send('Runtime.evaluate', {
    expression: 'Node.prototype',
    ...group,
  })
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId ?? '',
    ...group,
  })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '', // Among them are the prototypes, which have no place to ask for.
    functionDeclaration:
      'function () { return this.filter((node) => { try { return !node.isConnected && node.ownerDocument === document } catch { return false } }).length }',
    returnByValue: true,
  })
  await session.send('Runtime.releaseObjectGroup', group)
  return Number(result.value)
}

const count = async (session: CDPSession): Promise<Count> => {
  const detached = await detachedNodes(session)
  // Thrice: what a finaliser lets go is free only the next time.
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string): number =>
    metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return {
    heap: value('JSHeapUsedSize'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    detached,
  }
}
const show = ({ heap, nodes, listeners, detached }: Count): string =>
  `heap ${(heap / 1_048_576).toFixed(2)} MB, nodes ${nodes}, ${detached} of them detached, listeners ${listeners}`
const middle = (counts: readonly Count[], of: keyof Count): number =>
  counts.map((one) => one[of]).toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ??
  Number.NaN

/**
 * Presses Refresh once it can be pressed, and waits until that refresh is answered. In the page, so
 * that no pointer of the test's has to find it.
 */
const refresh = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const button = (label: RegExp): HTMLElement | undefined =>
      [...document.querySelectorAll('button')].find((one) =>
        label.test(one.getAttribute('aria-label') ?? ''),
      )
    const until = async (label: RegExp): Promise<void> => {
      for (const began = performance.now(); button(label) === undefined;) {
        if (performance.now() - began > 60_000)
          throw new Error(`No button ${String(label)} for a minute, at ${location.pathname}`)
        await new Promise((done) => {
          setTimeout(done, 5)
        })
      }
    }
    await until(/^Refresh now/)
    button(/^Refresh now/)?.click()
    await until(/^Refreshing/)
    await until(/^Refresh now/)
  })

const board = await openLiveBoard({ patients: 50, watched: false, pageSize: 50, dist })
try {
  const { page, request, ids } = board
  const gone = (what: string) => () => console.log(`${what} at ${new Date().toISOString()}`)
  page.on('crash', gone('the page crashed'))
  page.context().browser()?.on('disconnected', gone('the browser went'))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const token = await tokenOf(request, 'nurse@riverside.example')
  for (const id of ids) {
    const reading = deteriorating(id)
    await postCheckup(request, riverside, reading).catch(() =>
      postCheckup(request, riverside, reading),
    )
  }
  const { virtualWardPatients } = await graphql<{
    virtualWardPatients: { patients: readonly { alerts: readonly { id: string }[] }[] }
  }>(
    request,
    token,
    '{ virtualWardPatients(take: 50, skip: 0, sort: []) { patients { alerts { id } } } }',
  )
  const alerts = virtualWardPatients.patients.flatMap((one) => one.alerts.map(({ id }) => id))
  // By Node's own client: Playwright's takes a line that the server has just closed, and the run
  // ends.
  const acknowledge = async (id: string, isAcknowledged: boolean): Promise<void> => {
    const ask = (): Promise<Response> =>
      fetch(new URL('/Prod/graphql', page.url()), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          query:
            'mutation($id: ID!, $isAcknowledged: Boolean!) { acknowledgeAlert(id: $id, isAcknowledged: $isAcknowledged) { id } }',
          variables: { id, isAcknowledged },
        }),
      })
    // Said again, which changes nothing more, where the line was closed while it was idle.
    const answer = await ask().catch(ask)
    const { errors } = (await answer.json()) as { readonly errors?: readonly unknown[] }
    if (errors !== undefined) throw new Error(JSON.stringify(errors))
  }
  let [sent, refreshed] = [0, 0]
  const round = async (turns: number, changes: number): Promise<Count> => {
    const between = Math.max(1, Math.round(changes / turns))
    // Somebody is there: after 20 min without a hand the portal locks itself, and a page's own
    // click is none.
    await page.mouse.move(5 + (refreshed % 2), 5)
    for (let turn = 0; turn < turns; turn += 1) {
      const burst = Array.from({ length: between }, async () => {
        const [id, isAcknowledged] = [
          alerts[sent % alerts.length],
          Math.floor(sent / alerts.length) % 2 === 0,
        ]
        sent += 1
        await acknowledge(id ?? '', isAcknowledged)
      })
      await Promise.all([...burst, refresh(page)])
      refreshed += 1
    }
    // What the last poke has the page fetch is over then; a count in the middle of it would be of
    // work, not of what is kept.
    await page.waitForTimeout(3_000)
    return count(session)
  }
  const [turns, changes] = [Math.ceil(refreshes / rounds), Math.ceil(pokes / rounds)]
  const began = performance.now()
  const minutes = (): string => ((performance.now() - began) / 60_000).toFixed(1)
  let last = await count(session)
  for (let turn = 1; turn <= warm; turn += 1) {
    last = await round(turns, changes)
    console.log(
      `warming up, ${turn} of ${warm} (${sent} pokes, ${minutes()} min): ${show(last)}; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  const counts = [last]
  ;[sent, refreshed] = [0, 0]
  for (let turn = 1; turn <= rounds; turn += 1) {
    counts.push(await round(turns, changes))
    console.log(
      `round ${turn} of ${rounds} (${refreshed} refreshes, ${sent} pokes, ${minutes()} min): ${show(counts.at(-1) ?? last)}; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  // Of three counts the middle one, at either end: a single collection leaves up to 1 % more or
  // less.
  const [before, after] = [counts.slice(0, 3), counts.slice(-3)]
  const grown = (of: keyof Count): number => middle(after, of) - middle(before, of)
  console.log(
    `${refreshed} refreshes and ${sent} pokes with 50 cards in ${minutes()} min, after ${warm} rounds of warming up: heap ${(middle(before, 'heap') / 1_048_576).toFixed(2)} → ${(middle(after, 'heap') / 1_048_576).toFixed(2)} MB, nodes ${grown('nodes') >= 0 ? '+' : ''}${grown('nodes')}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  measured(bars.heap, (grown('heap') / middle(before, 'heap')) * 100)
  measured(bars.detached, grown('detached'))
  measured(bars.listeners, grown('listeners'))
} finally {
  await board.close()
}
process.exit(0)
