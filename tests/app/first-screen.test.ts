import { describe, expect, test, vi } from 'vitest'
import { createAfterFirstScreen } from '../../src/app/after-first-screen'
import { memberRouteAt } from '../../src/app/route-at'
import { source, type SessionState } from '../../src/engine/define'

describe('what a start fetches ahead', () => {
  test('is that of the page at the address, and nothing where nobody need be signed in', () => {
    expect(
      ['/', '/virtual-ward', '/virtual-ward/', '/patient/p1', '/patient/p1/notes', '/sync'].map(
        (path) => memberRouteAt(path)?.access.path,
      ),
    ).toEqual([
      '/virtual-ward',
      '/virtual-ward',
      '/virtual-ward',
      '/patient/:patientId/:tabName?',
      '/patient/:patientId/:tabName?',
      '/sync',
    ])
    expect(['/login', '/nowhere/at/all', '/virtual-ward/more'].map(memberRouteAt)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('what asks the server', () => {
  const begin = () => {
    const frames: (() => void)[] = []
    const timers: { readonly ms: number; readonly call: () => void }[] = []
    const page = {
      requestAnimationFrame: (call: () => void) => frames.push(call),
      setTimeout: (call: () => void, ms: number) => timers.push({ ms, call }),
    }
    const session = source({ status: 'starting' } as SessionState)
    const { follow, wait } = createAfterFirstScreen(page)
    follow(session)
    const answer = vi.fn(async (text: string) => `${text}, answered`)
    return {
      frames,
      timers,
      session,
      answer,
      asking: wait(answer),
      soon: () =>
        new Promise((resolve) => {
          setTimeout(resolve)
        }),
    }
  }

  test('waits for the first screen of who is signed in, and for no later one', async () => {
    const { frames, timers, session, answer, asking, soon } = begin()
    expect(await asking('a key')).toBe('a key, answered')
    session.set({ status: 'signed-in' } as SessionState)
    const ward = asking('the ward')
    await soon()
    expect(answer).toHaveBeenCalledTimes(1)
    frames[0]?.()
    await soon()
    expect(answer).toHaveBeenCalledTimes(1)
    timers.find(({ ms }) => ms === 0)?.call()
    expect(await ward).toBe('the ward, answered')
    session.set({ status: 'signed-out' } as SessionState)
    session.set({ status: 'signed-in' } as SessionState)
    expect(await asking('another ward')).toBe('another ward, answered')
  })

  test('waits half a second for a page that draws nothing', async () => {
    const { timers, session, asking } = begin()
    session.set({ status: 'signed-in' } as SessionState)
    const ward = asking('the ward')
    timers.find(({ ms }) => ms === 500)?.call()
    expect(await ward).toBe('the ward, answered')
  })
})
