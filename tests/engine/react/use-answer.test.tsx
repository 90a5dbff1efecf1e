// @vitest-environment jsdom
import { focusManager, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DataProvider, useAnswer, type Answer } from '../../../src/engine/react'
import {
  lists,
  source,
  type Call,
  type CallResult,
  type Connection,
  type Runtime,
  type SessionState,
} from '../../../src/engine/define'
import { problem, type ProblemKind } from '../../../src/domain/problem'
import { meOf, signedIn } from '../../app/fake-portal'
import '../../ui/waiting'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

interface Input {
  readonly page: number
}
const usersCall: Call<Input, string> = {
  kind: 'call',
  name: 'users',
  document: null,
  request: () => {
    throw new Error('not asked here')
  },
  wire: String,
}
const told = (value: string): CallResult<string> => ({ kind: 'done', value })
const refusal = (kind: ProblemKind): CallResult<string> => ({
  kind: 'refused',
  problem: problem(kind, `It was ${kind}`),
})
const online: Connection = {
  state: 'live',
  isTold: true,
  lastContactAt: null,
  waiting: 0,
  refused: 0,
}
const away: Connection = { ...online, state: 'offline', isOffline: true, isTold: false }

const stand = (start: Connection = online) => {
  const connection = source(start)
  const generation = source(1)
  const session = source<SessionState>(signedIn(meOf()))
  const stale = new Set<(names: readonly string[]) => void>()
  const asked: number[] = []
  const clock = { now: 1_000 }
  let next: (input: Input) => Promise<CallResult<string>> = async ({ page }) => told(`page ${page}`)
  const runtime = {
    connection,
    generation,
    session,
    now: () => clock.now,
    onInvalidated: (listener: (names: readonly string[]) => void) => {
      stale.add(listener)
      return () => void stale.delete(listener)
    },
    ask: (_call: unknown, input: Input) => {
      asked.push(input.page)
      return next(input)
    },
  } as unknown as Runtime
  const answers: Answer<string>[] = []
  const frames: string[] = []
  const Screen = ({
    page = 1,
    ...options
  }: {
    readonly page?: number
    readonly enabled?: boolean
    readonly secret?: boolean
  }) => {
    const answer = useAnswer(usersCall, { page }, options)
    answers.push(answer)
    frames.push(`${session.get().actingOrganizationId} ${page}: ${answer.value}`)
    return (
      <p>
        {answer.value ?? 'nothing'} at {answer.at ?? '-'} {answer.problem?.said}
        {answer.offline && ' offline'}
      </p>
    )
  }
  return {
    Screen,
    connection,
    generation,
    session,
    runtime,
    asked,
    clock,
    last: () => answers.at(-1),
    frames,
    answers: (with_: typeof next) => {
      next = with_
    },
    say: (...names: string[]) =>
      act(() => {
        for (const listener of stale) listener(names)
      }),
  }
}

describe('useAnswer', () => {
  test('of a call that keeps its answers the kept one is shown with its age until the server answers, and stays without a connection', async () => {
    const house = stand(away)
    const kept = { value: 'kept before', at: 400 }
    Object.assign(house.runtime, { kept: async () => kept })
    const keeping = { ...usersCall, keeps: true } as const
    const Screen = () => {
      const { value, at, offline } = useAnswer(keeping, { page: 1 })
      return <p>{`${value ?? 'nothing'} at ${at ?? '-'}${offline ? ' offline' : ''}`}</p>
    }
    house.answers(async () => refusal('network'))
    render(<Screen />, {
      wrapper: ({ children }) => <DataProvider runtime={house.runtime}>{children}</DataProvider>,
    })
    expect(await screen.findByText('kept before at 400 offline')).toBeTruthy()
    house.answers(async () => told('today'))
    act(() => house.connection.set(online))
    expect(await screen.findByText('today at 1000')).toBeTruthy()
  })

  test('what the server withdraws does not come back from what is kept', async () => {
    const house = stand()
    let open: (kept: unknown) => void = () => undefined
    Object.assign(house.runtime, {
      kept: () =>
        new Promise((resolve) => {
          open = resolve
        }),
    })
    const keeping = { ...usersCall, keeps: true } as const
    const Screen = () => {
      const { value, problem: refused } = useAnswer(keeping, { page: 1 })
      return <p>{`${value ?? 'nothing'} ${refused?.kind ?? 'well'}`}</p>
    }
    house.answers(async () => refusal('forbidden'))
    render(<Screen />, {
      wrapper: ({ children }) => <DataProvider runtime={house.runtime}>{children}</DataProvider>,
    })
    expect(await screen.findByText('nothing forbidden')).toBeTruthy()
    await act(async () => {
      open({ value: 'kept before', at: 400 })
      // What it would change is drawn in a later turn.
      for (let turn = 0; turn < 5; turn += 1)
        await new Promise((resolve) => {
          setTimeout(resolve)
        })
    })
    expect(screen.getByText('nothing forbidden')).toBeTruthy()
  })

  test('shows what the server answered, and when', async () => {
    const { runtime, Screen } = stand()
    render(<Screen />, {
      wrapper: ({ children }) => <DataProvider runtime={runtime}>{children}</DataProvider>,
    })
    expect(screen.getByText('nothing at -')).toBeTruthy()
    expect(await screen.findByText('page 1 at 1000')).toBeTruthy()
  })

  const open = (house: ReturnType<typeof stand>, children = <house.Screen />) => {
    const wrapped = (inner: typeof children | null) => (
      <DataProvider runtime={house.runtime}>{inner}</DataProvider>
    )
    const view = render(wrapped(children))
    return { show: (inner: typeof children | null) => view.rerender(wrapped(inner)) }
  }

  test('is asked again by a command that names it, and by no other name', async () => {
    const house = stand()
    open(house)
    await screen.findByText(/page 1/)
    house.say('wards')
    house.say('users')
    await waitFor(() => expect(house.asked).toEqual([1, 1]))
  })

  test('is asked again when the server says that a list changed', async () => {
    const house = stand()
    open(house)
    await screen.findByText(/page 1/)
    house.answers(async () => told('changed'))
    house.say(lists)
    expect(await screen.findByText(/changed/)).toBeTruthy()
  })

  test('pokes in quick succession do not starve a slow list: its answer is shown, and it is asked once more after the last', async () => {
    vi.useFakeTimers()
    const house = stand()
    house.answers(async () => {
      await new Promise((resolve) => setTimeout(resolve, 450))
      return told(`answer ${house.asked.length}`)
    })
    open(house)
    for (let poke = 0; poke < 15; poke += 1) {
      await act(() => vi.advanceTimersByTimeAsync(100))
      house.say(lists)
    }
    expect(screen.getByText(/answer 1/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(/answer 3/)).toBeTruthy()
    expect(house.asked).toHaveLength(3)
  })

  test('what is asked during a request is asked again: the running answer may be older', async () => {
    const house = stand()
    let first: (result: CallResult<string>) => void = () => undefined
    house.answers(
      () =>
        new Promise((resolve) => {
          first = resolve
        }),
    )
    open(house)
    await waitFor(() => expect(house.asked).toEqual([1]))
    house.answers(async () => told('after'))
    house.say('users')
    expect(await screen.findByText(/after/)).toBeTruthy()
    await act(async () => first(told('before')))
    expect(screen.queryByText(/before/)).toBeNull()
  })

  test('a failed refresh keeps the value and its time beside the problem', async () => {
    const house = stand()
    open(house)
    await screen.findByText(/page 1 at 1000/)
    house.clock.now = 9_000
    house.answers(async () => refusal('server'))
    house.say('users')
    expect(await screen.findByText('page 1 at 1000 It was server')).toBeTruthy()
  })

  test('the problem stays while it is asked again, and goes with the answer', async () => {
    const house = stand()
    house.answers(async () => refusal('server'))
    open(house)
    await screen.findByText(/It was server/)
    let answer: (result: CallResult<string>) => void = () => undefined
    house.answers(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    act(() => void house.last()?.refresh())
    await waitFor(() => expect(house.last()?.fetching).toBe(true))
    expect(screen.getByText(/It was server/)).toBeTruthy()
    await act(async () => answer(told('well')))
    expect(await screen.findByText('well at 1000')).toBeTruthy()
  })

  test.each(['forbidden', 'not-found'] as const)(
    'what the user may not see any more is withdrawn (%s), also after a later failure',
    async (kind) => {
      const house = stand()
      open(house)
      await screen.findByText(/page 1/)
      house.answers(async () => refusal(kind))
      house.say('users')
      expect(await screen.findByText(`nothing at - It was ${kind}`)).toBeTruthy()
      house.answers(async () => refusal('network'))
      house.say('users')
      expect(await screen.findByText('nothing at - It was network')).toBeTruthy()
    },
  )

  test('with another input nothing of the former one is shown, not for one frame', async () => {
    const house = stand()
    const { show } = open(house)
    await screen.findByText(/page 1/)
    show(<house.Screen page={2} />)
    await screen.findByText(/page 2/)
    expect(house.frames.filter((frame) => frame.includes('2: page 1'))).toEqual([])
  })

  test('another generation shows nothing of the former one', async () => {
    const house = stand()
    open(house)
    await screen.findByText(/page 1/)
    house.answers(() => new Promise(() => undefined))
    act(() => house.generation.set(2))
    expect(screen.getByText('nothing at -')).toBeTruthy()
  })

  test('what is asked before the session is that of the new organisation is not shown in it', async () => {
    const house = stand()
    open(house)
    await screen.findByText(/page 1/)
    const other = meOf({
      over: { actingOrganization: { ...meOf().actingOrganization, id: 'org-2' } },
    })
    house.answers(async () => told(`of ${house.session.get().actingOrganizationId}`))
    act(() => house.generation.set(2))
    await screen.findByText(/of org-1/)
    act(() => house.session.set(signedIn(other)))
    expect(await screen.findByText(/of org-2/)).toBeTruthy()
    expect(
      house.frames.filter((frame) => frame.startsWith('org-2') && /of org-1/.test(frame)),
    ).toEqual([])
  })

  test('offline it keeps the value and its age, and is asked again when the connection is back', async () => {
    const house = stand()
    open(house)
    await screen.findByText(/page 1/)
    act(() => house.connection.set(away))
    expect(screen.getByText('page 1 at 1000 offline')).toBeTruthy()
    house.clock.now = 5_000
    act(() => house.connection.set(online))
    expect(await screen.findByText('page 1 at 5000')).toBeTruthy()
    expect(house.asked).toEqual([1, 1])
  })

  test('opened offline it says so, and does not wait for that question when the connection is back', async () => {
    const house = stand(away)
    house.answers(() => new Promise(() => undefined))
    open(house)
    expect(screen.getByText('nothing at - offline')).toBeTruthy()
    house.answers(async () => told('well'))
    act(() => house.connection.set(online))
    expect(await screen.findByText('well at 1000')).toBeTruthy()
  })

  test('where no poke arrives it is asked again every minute, and at once when pokes are back', async () => {
    vi.useFakeTimers()
    const house = stand({ ...online, isTold: false })
    open(house)
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    expect(house.asked).toEqual([1])
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(house.asked).toEqual([1, 1])
    act(() => house.connection.set(online))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(house.asked).toEqual([1, 1, 1])
    await act(() => vi.advanceTimersByTimeAsync(180_000))
    expect(house.asked).toEqual([1, 1, 1])
  })

  test('while pokes reach it, it is asked again before it is five minutes old, also when nothing changed', async () => {
    vi.useFakeTimers()
    const house = stand()
    open(house)
    await act(() => vi.advanceTimersByTimeAsync(0))
    house.clock.now = 200_000
    await act(() => vi.advanceTimersByTimeAsync(299_000))
    expect(house.asked).toEqual([1, 1])
    expect(screen.getByText('page 1 at 200000')).toBeTruthy()
  })

  test('a page that nobody saw for a while is asked again when somebody looks at it', async () => {
    vi.useFakeTimers()
    const house = stand()
    open(house)
    const look = async () => {
      await act(async () => {
        focusManager.setFocused(false)
        focusManager.setFocused(true)
        await vi.advanceTimersByTimeAsync(0)
      })
    }
    onTestFinished(() => focusManager.setFocused(undefined))
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await look()
    expect(house.asked).toEqual([1])
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    await look()
    expect(house.asked).toEqual([1, 1])
  })

  test('a sign-out drops every answer at once, also one of a page that was left and one that was asked meanwhile', async () => {
    const house = stand()
    let cached: () => readonly unknown[] = () => []
    const Cache = () => {
      const client = useQueryClient()
      useEffect(() => {
        cached = () =>
          client
            .getQueryCache()
            .getAll()
            .flatMap(({ state }) => ((state.data as Answer<string>).value === null ? [] : [state]))
      }, [client])
      return null
    }
    const page = (shown: 1 | 2) => (
      <>
        <Cache />
        <house.Screen page={shown} />
      </>
    )
    const { show } = open(house, page(1))
    await screen.findByText(/page 1/)
    show(page(2))
    await screen.findByText(/page 2/)
    act(() => house.generation.set(2))
    await screen.findByText(/page 2/)
    expect(cached()).toHaveLength(1)
    show(<Cache />)
    expect(cached()).toHaveLength(1)
    act(() => house.session.set({ ...house.session.get(), me: null, actingOrganizationId: null }))
    expect(cached()).toEqual([])
  })

  test('nothing is asked while it is not enabled', async () => {
    const house = stand()
    const { show } = open(house, <house.Screen enabled={false} />)
    act(() => house.connection.set(away))
    act(() => house.connection.set(online))
    show(<house.Screen page={2} />)
    await screen.findByText(/page 2/)
    expect(house.asked).toEqual([2])
  })

  test('a secret is forgotten as soon as no screen shows it; another answer is shown while it is asked again', async () => {
    const house = stand()
    const { show } = open(house, <house.Screen secret />)
    await screen.findByText(/page 1/)
    show(null)
    await act(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
    })
    house.answers(() => new Promise(() => undefined))
    show(<house.Screen secret />)
    expect(screen.getByText('nothing at -')).toBeTruthy()
    show(null)
    house.answers(async ({ page }) => told(`page ${page}`))
    show(<house.Screen page={2} />)
    await screen.findByText(/page 2/)
    show(null)
    house.answers(() => new Promise(() => undefined))
    show(<house.Screen page={2} />)
    expect(screen.getByText(/page 2/)).toBeTruthy()
  })
})
