// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installed, installWaitsMs } from '../../src/app/kept-worker'
import { isNotLoaded, lookMs, reloadWaitsMs, useLoadAgain } from '../../src/app/load-again'
import { DataProvider } from '../../src/engine/react'
import { done, fakeRuntime, refused, signedOut } from './fake-portal'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T08:00:00Z') })
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['Failed to fetch dynamically imported module: https://x/a.js', true],
  ['error loading dynamically imported module: https://x/a.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/a.css', true],
  ["Cannot read properties of undefined (reading 'id')", false],
])('%s: the code did not arrive is %s', (message, is) => {
  expect(isNotLoaded(new TypeError(message))).toBe(is)
  expect(isNotLoaded(message)).toBe(false)
})

describe('a page whose code did not arrive', () => {
  const open = (path = '/patient/p1', isUnkept = false) => {
    const fake = fakeRuntime(signedOut)
    let isReached = false
    fake.ask.mockImplementation(async () => (isReached ? done(null) : refused('network')))
    const goOn = vi.fn()
    const pause = vi.fn(async () => goOn)
    const reload = vi.fn()
    const runtime = { ...fake.runtime, pause, unkept: () => isUnkept }
    const { result, unmount } = renderHook(() => useLoadAgain(path, reload), {
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <DataProvider runtime={runtime}>{children}</DataProvider>
      ),
    })
    return {
      result,
      reload,
      pause,
      goOn,
      unmount,
      pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
      reach: () => {
        isReached = true
      },
    }
  }

  test('is loaded again once the server answers, after what is typed was kept', async () => {
    const page = open()
    await page.pass(20 * lookMs)
    expect(page.reload).not.toHaveBeenCalled()
    expect(page.result.current.isReached).toBe(false)
    page.reach()
    await page.pass(lookMs)
    expect(page.result.current.isReached).toBe(true)
    expect(page.pause.mock.invocationCallOrder[0]).toBeLessThan(
      page.reload.mock.invocationCallOrder[0] ?? 0,
    )
  })

  test('at once where the browser says that the line is back', async () => {
    const page = open()
    await page.pass(1)
    page.reach()
    window.dispatchEvent(new Event('online'))
    await page.pass(1)
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('after growing waits where that does not help, and at once when the user asks', async () => {
    let lastAt = Number.NEGATIVE_INFINITY
    for (const wait of reloadWaitsMs) {
      const page = open()
      page.reach()
      while (page.reload.mock.calls.length === 0) await page.pass(lookMs)
      const waited = Date.now() - lastAt
      if (wait > 0) expect([waited >= wait, waited <= wait + lookMs]).toEqual([true, true])
      lastAt = Date.now()
      page.unmount()
    }
    const page = open()
    page.reach()
    await page.pass(lookMs)
    expect(page.reload).not.toHaveBeenCalled()
    await act(async () => page.result.current.now())
    await page.pass(1)
    expect(page.reload).toHaveBeenCalledTimes(1)
    page.unmount()
    // Another page has failed for the first time.
    const other = open('/wards')
    other.reach()
    await other.pass(lookMs)
    expect(other.reload).toHaveBeenCalled()
  })

  test('never where words would be lost, and sending goes on', async () => {
    const page = open('/patient/p1', true)
    page.reach()
    await page.pass(10 * lookMs)
    expect(page.reload).not.toHaveBeenCalled()
    expect(page.pause).toHaveBeenCalled()
    expect(page.goOn).toHaveBeenCalledTimes(page.pause.mock.calls.length)
  })
})

describe('the install of the service worker', () => {
  const registrationOf = (end: 'installed' | 'redundant', isActive = false) => {
    const installing = Object.assign(new EventTarget(), { state: 'installing' })
    queueMicrotask(() => {
      installing.state = end
      installing.dispatchEvent(new Event('statechange'))
    })
    return {
      installing,
      waiting: null,
      active: isActive ? {} : null,
    } as unknown as ServiceWorkerRegistration
  }

  test('is repeated until it holds, after growing waits', async () => {
    const holds = registrationOf('redundant', true)
    const waited: number[] = []
    const tries = [
      async () => registrationOf('redundant'),
      () => Promise.reject(new TypeError('The script did not arrive')),
      async () => registrationOf('redundant'),
      async () => registrationOf('redundant'),
      async () => registrationOf('redundant'),
      async () => holds,
    ]
    const found = await installed(
      () => (tries.shift() ?? (async () => null))(),
      async (ms) => void waited.push(ms),
    )
    expect(found).toBe(holds)
    expect(waited).toEqual([...installWaitsMs, installWaitsMs.at(-1)])
  })

  test('once where it holds at once, or where the browser refuses', async () => {
    const never = () => Promise.reject(new Error('waits'))
    const held = registrationOf('installed')
    expect(await installed(async () => held, never)).toBe(held)
    expect(await installed(async () => null, never)).toBeNull()
  })
})
