import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLeader, heartbeatMs, silenceMs } from '../../../src/engine/outbox/leader'
import { browserDevice } from '../../../src/platform/device'
import { jsonCodec, openOutbox } from '../../../src/engine/store'
import { manualClock, type ManualClock } from '../manual-clock'

interface Claim {
  readonly enter: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
  lost: boolean
}
/**
 * Web Locks as the specification has them: a queue by name, `signal` while waiting, `steal` over
 * the holder.
 */
const webLocks = () => {
  let holder: Claim | null = null
  const queue: Claim[] = []
  const grant = (): void => {
    const claim = holder === null ? queue.shift() : undefined
    if (claim === undefined) return
    holder = claim
    claim
      .enter()
      .then(
        (value) => {
          if (!claim.lost) claim.resolve(value)
        },
        (thrown: unknown) => {
          if (!claim.lost) claim.reject(thrown)
        },
      )
      .finally(() => {
        if (holder === claim) {
          holder = null
          grant()
        }
      })
  }
  return {
    request: (
      _name: string,
      how: { readonly signal?: AbortSignal; readonly steal?: boolean },
      enter: () => Promise<unknown>,
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const claim: Claim = { enter, resolve, reject, lost: false }
        how.signal?.addEventListener('abort', () => {
          const at = queue.indexOf(claim)
          if (at >= 0) {
            queue.splice(at, 1)
            reject(new DOMException('Aborted', 'AbortError'))
          }
        })
        if (how.steal === true) {
          if (holder !== null) {
            holder.lost = true
            holder.reject(new DOMException('Stolen', 'AbortError'))
          }
          holder = null
          queue.unshift(claim)
        } else queue.push(claim)
        grant()
      }),
  }
}

let clock: ManualClock
let visible: boolean
const open: { close(): void }[] = []
beforeEach(() => {
  clock = manualClock()
  visible = true
  vi.stubGlobal('navigator', { locks: webLocks(), onLine: true })
  vi.stubGlobal('document', {
    get visibilityState() {
      return visible ? 'visible' : 'hidden'
    },
  })
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  vi.unstubAllGlobals()
})

const indexedDB = () => new IDBFactory()
/** A tab of one device; a frozen one runs none of its timers. */
const openTab = (disk: IDBFactory, name: string) => {
  const outbox = openOutbox({ codec: jsonCodec, indexedDB: disk, IDBKeyRange })
  open.push(outbox)
  const tab = { frozen: false }
  const leader = createLeader({
    device: browserDevice(),
    outbox,
    newId: () => name,
    report: () => undefined,
    clock: {
      monotonic: clock.monotonic,
      after: (ms, call) =>
        clock.after(ms, () => {
          if (!tab.frozen) call()
        }),
    },
  })
  return { tab, lead: leader.lead }
}
/** Work that goes on until it is let go, or taken from. */
const work = () => {
  let finish: () => void = () => undefined
  const state = { began: false, lost: false }
  return {
    state,
    finish: () => finish(),
    run: (lost: AbortSignal) =>
      new Promise<void>((resolve) => {
        state.began = true
        finish = resolve
        lost.addEventListener('abort', () => {
          state.lost = true
          resolve()
        })
      }),
  }
}

describe('the one tab that sends', () => {
  test('a second waits for its turn, however long the first takes, as long as the first says that it lives', async () => {
    const disk = indexedDB()
    const [one, two] = [openTab(disk, 'one'), openTab(disk, 'two')]
    const [first, second] = [work(), work()]
    const leading = one.lead(first.run)
    const waiting = two.lead(second.run)
    await clock.advance(6 * silenceMs)
    expect([first.state.lost, second.state.began]).toEqual([false, false])
    first.finish()
    await leading
    await clock.advance(1)
    expect(second.state.began).toBe(true)
    second.finish()
    await waiting
  })

  test('one that fell silent loses it after ten seconds to a visible tab, hears of it when it wakes, and its call rejects, so that it asks again', async () => {
    const disk = indexedDB()
    const [one, two] = [openTab(disk, 'one'), openTab(disk, 'two')]
    const [first, second] = [work(), work()]
    const leading = one.lead(first.run).then(
      () => 'done',
      () => 'asks again',
    )
    await clock.advance(2 * heartbeatMs)
    one.tab.frozen = true
    const taking = two.lead(second.run)
    await clock.advance(silenceMs - heartbeatMs)
    expect(second.state.began).toBe(false)
    await clock.advance(3 * heartbeatMs)
    expect([first.state.lost, second.state.began]).toEqual([true, true])
    expect(await leading).toBe('asks again')
    second.finish()
    await taking
  })

  test('a hidden tab takes nothing over', async () => {
    const disk = indexedDB()
    const [one, two] = [openTab(disk, 'one'), openTab(disk, 'two')]
    const [first, second] = [work(), work()]
    const leading = one.lead(first.run)
    one.tab.frozen = true
    visible = false
    const waiting = two.lead(second.run)
    await clock.advance(3 * silenceMs)
    expect(second.state.began).toBe(false)
    first.finish()
    await Promise.all([leading, clock.advance(1)])
    second.finish()
    await waiting
  })
})
