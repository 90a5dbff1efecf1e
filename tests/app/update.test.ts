// @vitest-environment jsdom
import { source } from '../../src/engine/define'
import { createElement } from 'react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBrowserHost } from '../../src/app/service-worker'
import { answerMs, createTabs, prepareMs, type Tabs, type Work } from '../../src/app/update/tabs'
import { createUpdate, unattendedMs } from '../../src/app/update/update'
import {
  createUpdater,
  heldAgainMs,
  installMs,
  putAwayMs,
  takeOverMs,
  type UpdateHost,
  type Updater,
} from '../../src/app/update/updater'
import { openWork, useOpenWork } from '../../src/ui/work'

afterEach(cleanup)
const soon = () =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

const hostOf = (registration: unknown, isControlled = true) => {
  let changed: () => void = () => undefined
  const timers = new Map<number, () => void>()
  const reload = vi.fn()
  const host: UpdateHost = {
    worker: async () => {
      if (registration === undefined) return null
      const found = registration as ServiceWorkerRegistration
      return {
        registration: found,
        update: async () => void (await found.update()),
        letIn: () => found.waiting?.postMessage({ type: 'SKIP_WAITING' }),
      }
    },
    isControlled: () => isControlled,
    onControllerChange: (listener) => {
      changed = listener
      return () => {
        changed = () => undefined
      }
    },
    reload,
    after: (ms, listener) => {
      timers.set(ms, listener)
      return () => void timers.delete(ms)
    },
  }
  return {
    host,
    reload,
    controllerChanges: () => changed(),
    pass: (ms: number) => timers.get(ms)?.(),
  }
}

describe('P153 C228 Update reloads the page', () => {
  test('it tells the waiting worker to take over, and reloads once, when it has and what is typed is kept', async () => {
    const postMessage = vi.fn()
    const { host, reload, controllerChanges, pass } = hostOf({ waiting: { postMessage } })
    let kept: () => void = () => undefined
    const updater = createUpdater(
      host,
      () =>
        new Promise<void>((resolve) => {
          kept = resolve
        }),
    )
    await updater.update()
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' })
    controllerChanges()
    controllerChanges()
    await soon()
    expect(reload).not.toHaveBeenCalled()
    kept()
    await soon()
    pass(takeOverMs)
    pass(putAwayMs)
    await soon()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('a tab that did not ask reloads too, once, and not because of the very first worker of its life', async () => {
    const first = hostOf({}, false)
    createUpdater(first.host, async () => undefined)
    first.controllerChanges()
    await soon()
    expect(first.reload).not.toHaveBeenCalled()
    first.controllerChanges()
    first.controllerChanges()
    await soon()
    expect(first.reload).toHaveBeenCalledTimes(1)
  })

  test('a store that hangs holds the reload up for 2 seconds at most', async () => {
    const { host, reload, controllerChanges, pass } = hostOf({})
    createUpdater(host, () => new Promise(() => undefined))
    controllerChanges()
    await soon()
    expect(reload).not.toHaveBeenCalled()
    pass(putAwayMs)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('over words that could not be kept it does not reload: it says so, goes on, and reloads when they are safe', async () => {
    const { host, reload, controllerChanges, pass } = hostOf({})
    let isUnkept = true
    const held: boolean[] = []
    const goOn = vi.fn()
    createUpdater(host, async () => goOn, { isUnkept: () => isUnkept, held: (is) => held.push(is) })
    controllerChanges()
    await soon()
    pass(putAwayMs)
    expect(reload).not.toHaveBeenCalled()
    expect(goOn).toHaveBeenCalledTimes(1)
    expect(held).toEqual([true])
    isUnkept = false
    pass(heldAgainMs)
    await soon()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(held.at(-1)).toBe(false)
  })

  test('a worker that is still being fetched is waited for', async () => {
    const postMessage = vi.fn()
    const installing = Object.assign(new EventTarget(), { state: 'installing' })
    const registration = { waiting: null as unknown, installing, update: async () => undefined }
    const { host } = hostOf(registration)
    const updating = createUpdater(host, async () => undefined).update()
    await soon()
    expect(postMessage).not.toHaveBeenCalled()
    registration.waiting = { postMessage }
    installing.state = 'installed'
    installing.dispatchEvent(new Event('statechange'))
    await updating
    expect(postMessage).toHaveBeenCalledTimes(1)
  })

  test('it has arrived once it is installed; one that takes longer than two minutes has not', async () => {
    const slow = (isEnded: boolean) => {
      const installing = Object.assign(new EventTarget(), { state: 'installing' })
      const registration = { waiting: null as unknown, installing, update: async () => undefined }
      const { host, pass } = hostOf(registration)
      const arrived = createUpdater(host, async () => undefined).arrived()
      return soon().then(() => {
        if (isEnded) {
          registration.waiting = {}
          installing.state = 'installed'
          installing.dispatchEvent(new Event('statechange'))
        } else pass(installMs)
        return arrived
      })
    }
    expect(await slow(true)).toBe(true)
    expect(await slow(false)).toBe(false)
    expect(await createUpdater(hostOf(undefined).host, async () => undefined).arrived()).toBe(true)
  })

  test('without a worker it reloads at once; with one that never takes over, after 8 seconds', async () => {
    const none = hostOf(undefined)
    await createUpdater(none.host, async () => undefined).update()
    await soon()
    expect(none.reload).toHaveBeenCalledTimes(1)
    const stuck = hostOf({ waiting: { postMessage: () => undefined } })
    await createUpdater(stuck.host, async () => undefined).update()
    stuck.pass(takeOverMs)
    await soon()
    stuck.controllerChanges()
    await soon()
    expect(stuck.reload).toHaveBeenCalledTimes(1)
  })
})

describe('the service worker of a page', () => {
  const offering = (register: () => Promise<unknown>) => {
    vi.stubEnv('PROD', true)
    const container = Object.assign(new EventTarget(), {
      controller: null,
      register: vi.fn(register),
    })
    vi.stubGlobal('navigator', { serviceWorker: container })
    return container
  }
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  test('is registered once, looks for a new version, and lets the one in that waits', async () => {
    const waiting = { scriptURL: '/service-worker.js', postMessage: vi.fn() }
    const registration = Object.assign(new EventTarget(), {
      waiting,
      update: vi.fn(async () => {}),
    })
    const { register } = offering(async () => registration)
    const host = createBrowserHost()
    const [worker] = await Promise.all([host.worker(), host.worker()])
    expect(register.mock.calls).toEqual([['/service-worker.js', { type: 'classic', scope: '/' }]])
    expect(worker?.registration).toBe(registration)
    await worker?.update()
    expect(registration.update).toHaveBeenCalledTimes(1)
    worker?.letIn()
    expect(waiting.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'SKIP_WAITING' })
  })

  test('that a browser refuses counts as none, and a page hears of another one from its start', async () => {
    const container = offering(() => Promise.reject(new DOMException('no', 'SecurityError')))
    const host = createBrowserHost()
    const heard = vi.fn()
    const stop = host.onControllerChange(heard)
    container.dispatchEvent(new Event('controllerchange'))
    expect(heard).toHaveBeenCalledTimes(1)
    expect(await host.worker()).toBeNull()
    stop()
    container.dispatchEvent(new Event('controllerchange'))
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

/** A device's channel and a clock that is turned by hand. */
const device = () => {
  const listeners = new Set<(message: unknown) => void>()
  const timers: { readonly ms: number; readonly call: () => void }[] = []
  return {
    pass: (upTo: number) => {
      for (const timer of timers.splice(0))
        if (timer.ms <= upTo) timer.call()
        else timers.push(timer)
    },
    say: (message: unknown) => {
      for (const listener of listeners) listener(message)
    },
    tab: (
      id: string,
      work: () => Work | null,
      onPrepare: () => Promise<void> = async () => undefined,
    ): Tabs =>
      createTabs({
        id,
        work,
        onPrepare,
        title: () => `${id} · Lamplight`,
        channel: (listener) => {
          listeners.add(listener)
          return {
            post: (message) => {
              for (const other of listeners) if (other !== listener) other(message)
            },
            close: () => void listeners.delete(listener),
          }
        },
        after: (ms, call) => {
          const timer = { ms, call }
          timers.push(timer)
          return () => {
            const at = timers.indexOf(timer)
            if (at >= 0) timers.splice(at, 1)
          }
        },
      }),
  }
}

describe('the tabs of a device', () => {
  test('say what goes on in them; one that is frozen or knows no such question is not waited for', async () => {
    const tablet = device()
    const asking = tablet.tab('ward', () => null)
    tablet.tab('notes', () => 'typing')
    tablet.tab('account', () => null)
    const asked = asking.ask()
    tablet.say({ kind: 'work', from: 'old', words: 'of another version' })
    tablet.say('nonsense')
    tablet.pass(answerMs)
    expect(await asked).toEqual([
      { tab: 'notes', title: 'notes · Lamplight', work: 'typing' },
      { tab: 'account', title: 'account · Lamplight', work: null },
    ])
  })

  test('put away what they hold before the new version takes over; one that does not is waited for 3 seconds', async () => {
    const tablet = device()
    const asking = tablet.tab('ward', () => null)
    let keep: () => void = () => undefined
    tablet.tab(
      'notes',
      () => 'typing',
      () =>
        new Promise<void>((resolve) => {
          keep = resolve
        }),
    )
    const asked = asking.ask()
    tablet.pass(answerMs)
    await asked
    const ready = vi.fn()
    const first = asking.prepare().then(ready)
    await soon()
    expect(ready).not.toHaveBeenCalled()
    keep()
    await first
    const second = asking.prepare()
    tablet.pass(prepareMs)
    await second
  })
})

describe('an update over all tabs', () => {
  interface Case {
    readonly work?: Work
    readonly others?: readonly Work[]
    readonly unattended?: boolean
    readonly reached?: boolean
    readonly used?: number
    readonly ready?: boolean
    readonly unkept?: boolean
    readonly arrived?: boolean
  }
  const open = (over: Case = {}) => {
    const steps: string[] = []
    const others = [...(over.others ?? [])]
    const updater: Updater = {
      fetch: async () => undefined,
      isReady: async () => over.ready ?? true,
      arrived: async () => over.arrived ?? true,
      update: async () => {
        steps.push('update')
      },
      close: () => undefined,
    }
    const update = createUpdate({
      updater: () => updater,
      installed: source(true),
      isUnkept: () => over.unkept === true,
      tabs: {
        ask: async () => others.map((work, at) => ({ tab: String(at), title: `Tab ${at}`, work })),
        prepare: async () => {
          await soon()
          steps.push('others kept')
        },
        close: () => undefined,
      },
      work: () => over.work ?? null,
      isUnattended: () => over.unattended ?? true,
      isReached: () => over.reached ?? true,
      lastUsedAt: () => over.used ?? 0,
      now: () => unattendedMs,
      pause: async () => {
        await soon()
        steps.push('kept')
        return () => steps.push('went on')
      },
    })
    return { update, steps, others }
  }

  test('over words that could not be kept it does not begin: it says so, and work goes on', async () => {
    const { update, steps } = open({ work: 'typing', unkept: true })
    await update.apply()
    expect(steps.toSorted()).toEqual(['kept', 'others kept', 'went on'])
    expect(update.get()).toMatchObject({ applying: false, held: true })
  })

  test('while a slow network still fetches it nothing is paused, and Update can be pressed again', async () => {
    const { update, steps } = open({ arrived: false })
    await update.apply()
    expect(steps).toEqual([])
    expect(update.get().applying).toBe(false)
  })

  test('over what began while it was fetched it does not reload: it says so, and can be pressed again', async () => {
    const { update, steps, others } = open({ work: 'typing' })
    const applied = update.apply()
    others.push('dialog')
    await applied
    expect(steps).toEqual([])
    expect(update.get()).toMatchObject({
      applying: false,
      own: 'typing',
      busy: [{ work: 'dialog' }],
    })
    // It was told now.
    await update.apply()
    expect(steps.at(-1)).toBe('update')
  })

  test('on Update every tab keeps what is typed first, and it is asked for once', async () => {
    const { update, steps } = open({ work: 'typing' })
    await Promise.all([update.apply(), update.apply()])
    expect(steps.toSorted()).toEqual(['kept', 'others kept', 'update'])
    expect(steps.at(-1)).toBe('update')
    expect(update.get().applying).toBe(true)
  })

  test('a display on the wall updates itself when nobody is there and nothing goes on in any tab', async () => {
    const { update, steps } = open()
    await update.look()
    expect(steps.at(-1)).toBe('update')
  })

  test.each<readonly [string, Case]>([
    ['something is typed here', { work: 'typing' }],
    ['something goes on in another tab', { others: ['sending'] }],
    ['somebody touched it within 5 minutes', { used: 1 }],
    ['people sign in and out here', { unattended: false }],
    ['there is no line', { reached: false }],
    ['the new version is not installed yet', { ready: false }],
  ])('not while %s', async (_why, over) => {
    const { update, steps } = open(over)
    await update.look()
    expect(steps).toEqual([])
    expect(update.get()).toMatchObject({ own: over.work ?? null, applying: false })
  })

  test('what is open in this page is known while it is on the screen, the weightiest first', () => {
    const Piece = ({ kind }: { readonly kind: 'typing' | 'dialog' }) => {
      useOpenWork(kind)
      return null
    }
    expect(openWork()).toBeNull()
    const dialog = render(createElement(Piece, { kind: 'dialog' }))
    const field = render(createElement(Piece, { kind: 'typing' }))
    expect(openWork()).toBe('typing')
    field.unmount()
    expect(openWork()).toBe('dialog')
    dialog.unmount()
    expect(openWork()).toBeNull()
  })
})
