// @vitest-environment jsdom
import '../../flow/browser-globals'
import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  DataProvider,
  useCommand,
  useConnection,
  useOffline,
  useRecordsKept,
  useResource,
} from '../../../src/engine/react'
import { addPatientNote } from '../../../src/data/note'
import { updateMe } from '../../../src/data/session'
import {
  source,
  type Connection,
  type Resource,
  type Runtime,
  type SessionState,
  type Source,
  type ViewState,
} from '../../../src/engine/define'
import type { Principal } from '../../../src/domain/access/principal'
import { problem, ProblemError } from '../../../src/domain/problem'
import '../../ui/waiting'

afterEach(cleanup)

interface Row {
  readonly id: string
  readonly revision: number
  readonly name: string
}
const resource: Resource<{ readonly patientId: string }, Row> = {
  kind: 'resource',
  name: 'thing',
  table: 'patient',
  document: { name: 'Thing', operation: 'query', text: '' },
  staleAfterMs: 60_000,
  request: () => {
    throw new Error('not asked here')
  },
  wire: () => {
    throw new Error('not asked here')
  },
  row: (value) => z.object({ id: z.string(), revision: z.number(), name: z.string() }).parse(value),
  index: () => ({ subjectId: '', at: 0 }),
  select: ({ patientId }) => ({ by: 'id', id: patientId }),
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  gone: () => [],
  olderParams: () => null,
  entity: null,
}

const stand = () => {
  const views = new Map<string, Source<ViewState<Row>>>()
  const empty: ViewState<Row> = {
    ready: false,
    rows: [],
    total: null,
    arrangedBy: 'server',
    asOf: null,
    checkedAt: null,
    problem: null,
  }
  const viewOf = (id: string): Source<ViewState<Row>> => {
    const view = views.get(id) ?? source(empty)
    views.set(id, view)
    return view
  }
  const connection = source<Connection>({
    state: 'checking',
    lastContactAt: null,
    waiting: 0,
    refused: 0,
  })
  let refreshed: () =>
    | Promise<never>
    | Promise<{ ids: string[]; total: number; asOf: number; checkedAt: number }> = () =>
    Promise.resolve({ ids: [], total: 0, asOf: 0, checkedAt: 0 })
  const stale = new Set<(names: readonly string[]) => void>()
  const session = source<Pick<SessionState, 'principal'>>({ principal: null })
  const asked: string[] = []
  const runtime = {
    seen: () => Promise.resolve(null),
    connection,
    session,
    generation: source(1),
    now: () => 1_000_000,
    watch: (_resource: unknown, params: { readonly patientId: string }) => viewOf(params.patientId),
    refresh: (_resource: unknown, params: { readonly patientId: string }) => {
      asked.push(params.patientId)
      return refreshed()
    },
    onInvalidated: (listener: (names: readonly string[]) => void) => {
      stale.add(listener)
      return () => void stale.delete(listener)
    },
  } as unknown as Runtime
  return {
    viewOf,
    connection,
    session,
    runtime,
    asked,
    stale,
    answer: (how: typeof refreshed) => {
      refreshed = how
    },
    fail: (thrown: unknown) => {
      refreshed = () => Promise.reject(thrown as Error)
    },
    empty,
  }
}

const frames: string[] = []
const Age = () => {
  const { freshness } = useResource(resource, { patientId: 'a' })
  return <p>{freshness.stale ? 'old' : 'new'}</p>
}
const Screen = ({ patientId }: { readonly patientId: string }) => {
  const reading = useResource(resource, { patientId })
  frames.push(`${patientId}: ${reading.rows.map((row) => row.name).join()}`)
  return (
    <p>
      {reading.ready ? reading.rows.map((row) => row.name).join() : 'skeleton'}{' '}
      {reading.problem?.said}
    </p>
  )
}

describe('useResource', () => {
  test('C3 rows that are of before what the server did are stale, however lately they were read', async () => {
    const { runtime, viewOf, empty } = stand()
    viewOf('a').set({ ...empty, ready: true, asOf: 999_000 })
    render(
      <DataProvider runtime={runtime}>
        <Age />
      </DataProvider>,
    )
    expect(await screen.findByText('new')).toBeTruthy()
    act(() => viewOf('a').set({ ...empty, ready: true, asOf: 999_000, isOfBefore: true }))
    expect(await screen.findByText('old')).toBeTruthy()
  })

  test('shows no frame of the previous patient when the parameters change', async () => {
    const { runtime, viewOf, empty } = stand()
    viewOf('one').set({ ...empty, ready: true, rows: [{ id: 'one', revision: 1, name: 'Ada' }] })
    frames.length = 0
    const { rerender } = render(
      <DataProvider runtime={runtime}>
        <Screen patientId="one" />
      </DataProvider>,
    )
    expect(screen.getByText(/Ada/)).toBeTruthy()
    rerender(
      <DataProvider runtime={runtime}>
        <Screen patientId="two" />
      </DataProvider>,
    )
    expect(screen.getByText(/skeleton/)).toBeTruthy()
    act(() =>
      viewOf('two').set({ ...empty, ready: true, rows: [{ id: 'two', revision: 1, name: 'Ben' }] }),
    )
    expect(screen.getByText(/Ben/)).toBeTruthy()
    await waitFor(() => expect(frames.length).toBeGreaterThan(2))
    expect(
      frames.filter((frame) => frame.includes('two: Ada') || frame.includes('one: Ben')),
    ).toEqual([])
  })

  test('keeps the rows beside the problem of a failed refresh', async () => {
    const { runtime, viewOf, empty, fail } = stand()
    fail(new ProblemError(problem('network', 'The network request failed')))
    viewOf('one').set({ ...empty, ready: true, rows: [{ id: 'one', revision: 1, name: 'Ada' }] })
    render(
      <DataProvider runtime={runtime}>
        <Screen patientId="one" />
      </DataProvider>,
    )
    await screen.findByText('Ada The network request failed')
  })

  test('C553 asks again when a command says that a resource changed', async () => {
    const { runtime, asked, stale } = stand()
    render(
      <DataProvider runtime={runtime}>
        <Screen patientId="one" />
      </DataProvider>,
    )
    await waitFor(() => expect(asked).toEqual(['one']))
    act(() => {
      for (const listener of stale) listener(['another'])
    })
    act(() => {
      for (const listener of stale) listener(['thing'])
    })
    await waitFor(() => expect(asked).toEqual(['one', 'one']))
  })

  test('and does not wait for its first question, which was asked before', async () => {
    const { runtime, asked, stale, answer } = stand()
    answer(() => new Promise(() => undefined))
    render(
      <DataProvider runtime={runtime}>
        <Screen patientId="one" />
      </DataProvider>,
    )
    await waitFor(() => expect(asked).toEqual(['one']))
    act(() => {
      for (const listener of stale) listener(['thing'])
    })
    await waitFor(() => expect(asked).toEqual(['one', 'one']))
  })
})

describe('useConnection', () => {
  test('follows the runtime', () => {
    const { runtime, connection } = stand()
    const State = () => <p>{useConnection().state}</p>
    render(
      <DataProvider runtime={runtime}>
        <State />
      </DataProvider>,
    )
    expect(screen.getByText('checking')).toBeTruthy()
    act(() => connection.set({ state: 'offline', lastContactAt: 1, waiting: 2, refused: 0 }))
    expect(screen.getByText('offline')).toBeTruthy()
  })

  test('a component that only asks whether there is a connection is not drawn again for a command that is being written, connected or not', () => {
    const { runtime, connection } = stand()
    const drawn: boolean[] = []
    const Offline = () => {
      const offline = useOffline()
      drawn.push(offline)
      return null
    }
    render(
      <DataProvider runtime={runtime}>
        <Offline />
      </DataProvider>,
    )
    const known = { isOffline: true, lastContactAt: 1, refused: 0 }
    act(() => connection.set({ ...known, state: 'offline', waiting: 2 }))
    act(() => connection.set({ ...known, state: 'saving', waiting: 2 }))
    act(() => connection.set({ ...known, state: 'offline', waiting: 3 }))
    expect(drawn).toEqual([false, true])
  })
})

/** Sees patients and changes nothing. */
const readOnly: Principal = {
  kind: 'user',
  userId: 'u',
  organizationId: 'o',
  isInternalStaff: false,
  isSelfCare: false,
  acceptedTerms: true,
  permissions: new Set(['view_patients']),
  features: new Set(),
}

describe('useCommand', () => {
  test('binds the patient when the form is opened: what is shown later, while it is open, does not count', async () => {
    const { runtime } = stand()
    const ada = { name: 'Ada Byron', birthDate: '1944-03-02', identifierLast4: null, revision: 1 }
    let shown = ada
    const sent: unknown[] = []
    Object.assign(runtime, {
      seen: () => Promise.resolve(shown),
      run: (_command: unknown, _input: unknown, seen: unknown) => {
        sent.push(seen)
        return Promise.resolve({ kind: 'saved', id: 'k' })
      },
    })
    const Form = () => {
      const { run } = useCommand(addPatientNote, { about: 'p1' })
      return <button onClick={() => void run({ patientId: 'p1', text: 'x' })}>Save</button>
    }
    const { rerender } = render(
      <DataProvider runtime={runtime}>
        <Form />
      </DataProvider>,
    )
    shown = { ...ada, name: 'Ben Other' }
    rerender(
      <DataProvider runtime={runtime}>
        <Form />
      </DataProvider>,
    )
    act(() => screen.getByText('Save').click())
    await waitFor(() => expect(sent).toEqual([ada]))
  })

  test('offline, what needs the server is blocked, and what may wait is not', () => {
    const { runtime, connection } = stand()
    const Buttons = () => (
      <p>
        {String(useCommand(updateMe).blocked)} {String(useCommand(addPatientNote).blocked)}
      </p>
    )
    render(
      <DataProvider runtime={runtime}>
        <Buttons />
      </DataProvider>,
    )
    expect(screen.getByText('null null')).toBeTruthy()
    act(() => connection.set({ state: 'offline', lastContactAt: 1, waiting: 0, refused: 0 }))
    expect(screen.getByText('offline null')).toBeTruthy()
  })

  test('what this user may not do is forbidden; before anybody is signed in nothing is', () => {
    const { runtime, session } = stand()
    const Buttons = () => (
      <p>
        {String(useCommand(updateMe).forbidden)} {String(useCommand(addPatientNote).forbidden)}
      </p>
    )
    render(
      <DataProvider runtime={runtime}>
        <Buttons />
      </DataProvider>,
    )
    expect(screen.getByText('false false')).toBeTruthy()
    act(() => session.set({ principal: readOnly }))
    expect(screen.getByText('false true')).toBeTruthy()
  })

  test('sends again as what was sent before, and reads an input as the command does', async () => {
    const { runtime } = stand()
    const sent: unknown[] = []
    Object.assign(runtime, {
      run: (_command: unknown, ...rest: unknown[]) => {
        sent.push(rest)
        return Promise.resolve({ kind: 'done', value: null })
      },
    })
    const as = { id: 'key-1', capturedAt: 5 }
    const me = { firstName: 'Ada', lastName: null, jobRole: null }
    const parsed: unknown[] = []
    const Form = () => {
      const { run, parse } = useCommand(updateMe)
      parsed.push(parse({ ...me, firstName: ' ' }))
      return <button onClick={() => void run(me, as)}>Check</button>
    }
    render(
      <DataProvider runtime={runtime}>
        <Form />
      </DataProvider>,
    )
    act(() => screen.getByText('Check').click())
    await waitFor(() => expect(sent).toEqual([[me, null, as]]))
    expect(parsed[0]).toEqual({ ok: true, input: { ...me, firstName: null } })
  })
})

describe('useRecordsKept', () => {
  const Kept = () => <p>{String(useRecordsKept())}</p>
  const openStore = async (name: string, rows: number) => {
    // A file played before this one in the process may have loaded Dexie where there is no database.
    Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
    const store = new Dexie(name)
    store.version(1).stores({ cursor: 'id' })
    await store.table('cursor').bulkAdd(Array.from({ length: rows }, (_none, id) => ({ id })))
    return store
  }

  test('follows the store by itself, and never shows the number of another one', async () => {
    const [first, second] = [await openStore('first', 2), await openStore('second', 5)]
    const { runtime } = stand()
    const generation = source(1)
    let answer: () => void = () => undefined
    let held: Promise<void> | null = null
    Object.assign(runtime, {
      generation,
      recordsKept: async () => {
        if (held !== null) await held
        return (generation.get() === 1 ? first : second).table('cursor').count()
      },
    })
    render(
      <DataProvider runtime={runtime}>
        <Kept />
      </DataProvider>,
    )
    expect(await screen.findByText('2')).toBeTruthy()
    await first.table('cursor').add({ id: 9 })
    expect(await screen.findByText('3')).toBeTruthy()
    held = new Promise((resolve) => {
      answer = resolve
    })
    act(() => generation.set(2))
    expect(screen.getByText('null')).toBeTruthy()
    act(() => answer())
    expect(await screen.findByText('5')).toBeTruthy()
    first.close()
    second.close()
  })

  test('a store that cannot be read is not known, and breaks no screen', async () => {
    const { runtime } = stand()
    Object.assign(runtime, { recordsKept: () => Promise.reject(new Error('closed')) })
    render(
      <DataProvider runtime={runtime}>
        <Kept />
      </DataProvider>,
    )
    await act(async () => undefined)
    expect(screen.getByText('null')).toBeTruthy()
  })
})
