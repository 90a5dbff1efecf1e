// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { takeOverMs, updateNow, type UpdateHost } from '../../src/app/service-worker'

const hostOf = (registration: unknown) => {
  let changed: () => void = () => undefined
  let late: () => void = () => undefined
  const reload = vi.fn()
  const host: UpdateHost = {
    registration: async () => registration as ServiceWorkerRegistration | undefined,
    onControllerChange: (listener) => {
      changed = listener
      return () => { changed = () => undefined }
    },
    reload,
    after: (ms, listener) => {
      expect(ms).toBe(takeOverMs)
      late = listener
      return () => { late = () => undefined }
    },
  }
  return { host, reload, controllerChanges: () => changed(), timePasses: () => late() }
}

describe('P153 C228 Update reloads the page', () => {
  test('it tells the waiting worker to take over, and reloads once, when it has', async () => {
    const postMessage = vi.fn()
    const { host, reload, controllerChanges, timePasses } = hostOf({ waiting: { postMessage } })
    await updateNow(host)
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' })
    expect(reload).not.toHaveBeenCalled()
    controllerChanges()
    controllerChanges()
    timePasses()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('a worker that is still being fetched is waited for', async () => {
    const postMessage = vi.fn()
    const installing = Object.assign(new EventTarget(), { state: 'installing' })
    const registration = { waiting: null as unknown, installing, update: async () => undefined }
    const { host } = hostOf(registration)
    const updating = updateNow(host)
    await new Promise((resolve) => setTimeout(resolve))
    expect(postMessage).not.toHaveBeenCalled()
    registration.waiting = { postMessage }
    installing.state = 'installed'
    installing.dispatchEvent(new Event('statechange'))
    await updating
    expect(postMessage).toHaveBeenCalledTimes(1)
  })

  test('without a worker it reloads at once; with one that never takes over, after 8 seconds', async () => {
    const none = hostOf(undefined)
    await updateNow(none.host)
    expect(none.reload).toHaveBeenCalledTimes(1)
    const stuck = hostOf({ waiting: { postMessage: () => undefined } })
    await updateNow(stuck.host)
    stuck.timePasses()
    stuck.controllerChanges()
    expect(stuck.reload).toHaveBeenCalledTimes(1)
  })
})
