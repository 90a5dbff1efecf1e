// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { UnsavedGuard } from '../../src/app/UnsavedGuard'
import { problem } from '../../src/domain/problem'
import { EditionProvider } from '../../src/ui/edition'
import {
  CommandFormView,
  FormDialog,
  useCommandForm,
  useConfirmCommand,
  useSecretOnce,
  type KeptForm,
  type Submitted,
} from '../../src/ui/form-kit'
import { ThemeProvider } from '../../src/ui/theme'
import { show } from './screen'

afterEach(cleanup)

const user = userEvent.setup()
const done = (value: unknown = null) => ({ kind: 'done' as const, value })
const lost = {
  kind: 'refused' as const,
  problem: problem('timeout'),
  unknown: { id: 'key-1', capturedAt: 5 },
}
const run = vi.fn(async (_input: { readonly name: string }): Promise<Submitted<unknown>> => done())
beforeEach(() => {
  run.mockReset()
  run.mockImplementation(async () => done())
})
/** The server answers when the test says so. */
const held = () => {
  const answers: ((result: Submitted<unknown>) => void)[] = []
  return {
    run: () => new Promise<Submitted<unknown>>((resolve) => void answers.push(resolve)),
    answer: (n: number, result: Submitted<unknown>) => act(async () => answers[n]?.(result)),
  }
}

interface Given {
  readonly draft?: KeptForm<{ readonly name: string }>
  readonly onDone?: () => void | Promise<void>
}
const useExample = ({ draft, onDone }: Given) =>
  useCommandForm<{ readonly name: string }, { readonly name: string }, unknown>({
    command: { run },
    fields: [{ kind: 'text', name: 'name', label: 'Name' }],
    before: { name: '' },
    schema: z.object({ name: z.string() }),
    ...(draft === undefined ? {} : { draft }),
    ...(onDone === undefined ? {} : { onDone }),
  })
function Example({ goesTo, ...given }: Given & { readonly goesTo?: string }) {
  const navigate = useNavigate()
  const form = useExample({
    ...given,
    ...(goesTo === undefined ? {} : { onDone: () => void navigate(goesTo) }),
  })
  return <CommandFormView form={form} saved="Saved" />
}
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))

/** A form on /form of a portal that has other pages. */
const open = (page = <Example />) => {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <UnsavedGuard />
          </>
        ),
        children: [
          { path: '/form', element: page },
          { path: '/other', element: <p>Other page</p> },
        ],
      },
    ],
    { initialEntries: ['/form'] },
  )
  render(
    <EditionProvider edition="en-GB">
      <ThemeProvider theme="day">
        <RouterProvider router={router} />
      </ThemeProvider>
    </EditionProvider>,
  )
  return { go: (to: string) => act(() => router.navigate(to)), at: () => router.state.location }
}
const question = (title: string) => screen.findByRole('alertdialog', { name: title })
const discard = 'Discard what you typed?'
const unknown = 'Close without knowing whether this was saved?'
const isReloadAsked = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('leaving a page with unsaved work', () => {
  test('what was typed is asked about: kept on the page, or given up', async () => {
    const { go, at } = open()
    await user.type(name(), 'Kit')
    await go('/other')
    await user.click(within(await question(discard)).getByRole('button', { name: 'Keep editing' }))
    expect(name().value).toBe('Kit')
    await go('/other')
    await user.click(within(await question(discard)).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Other page')).toBeTruthy()
    expect(at().pathname).toBe('/other')
  })

  test('nothing is asked about an untouched form, of a search in the same page, or after it was saved', async () => {
    const { go, at } = open()
    await user.type(name(), 'Kit')
    await go('/form?search=a')
    expect(at().search).toBe('?search=a')
    await save()
    await screen.findByText('Saved')
    await go('/other')
    expect(screen.getByText('Other page')).toBeTruthy()
  })

  test('a form that goes on to another page when it is saved asks nothing', async () => {
    open(<Example goesTo="/other" />)
    await user.type(name(), 'Kit')
    await save()
    expect(await screen.findByText('Other page')).toBeTruthy()
  })

  test('a reload asks while something is typed or sent, and not otherwise', async () => {
    const server = held()
    run.mockImplementation(server.run)
    open()
    expect(isReloadAsked()).toBe(false)
    await user.type(name(), 'Kit')
    expect(isReloadAsked()).toBe(true)
    await save()
    expect(isReloadAsked()).toBe(true)
    await server.answer(0, done())
    expect(isReloadAsked()).toBe(false)
  })

  test('a kept draft is no reason to ask; one that is not kept yet only before a reload', async () => {
    const draft = (kept: boolean) => ({
      ready: true,
      fields: { name: '' },
      kept,
      set: () => undefined,
      clear: () => undefined,
    })
    const { go } = open(<Example draft={draft(false)} />)
    await user.type(name(), 'Kit')
    expect(isReloadAsked()).toBe(true)
    await go('/other')
    expect(screen.getByText('Other page')).toBeTruthy()
    cleanup()
    open(<Example draft={draft(true)} />)
    await user.type(name(), 'Kit')
    expect(isReloadAsked()).toBe(false)
  })

  test('what was sent is asked about until the answer comes, which takes the question away', async () => {
    const server = held()
    run.mockImplementation(server.run)
    const { go } = open()
    await user.type(name(), 'Kit')
    await save()
    await go('/other')
    await question(unknown)
    await server.answer(0, done())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByText('Saved')).toBeTruthy()
  })
})

describe('a form in a dialog', () => {
  function InDialog({ onClose, ...given }: Given & { readonly onClose: () => void }) {
    return <FormDialog form={useExample(given)} title="Add key" onClose={onClose} />
  }

  test('Close anyway deletes the draft, and a late answer changes nothing of what is typed next', async () => {
    const server = held()
    run.mockResolvedValueOnce(lost).mockImplementation(server.run)
    const clear = vi.fn()
    const onDone = vi.fn()
    const draft = {
      ready: true,
      fields: { name: '' },
      kept: true,
      set: () => undefined,
      clear,
    }
    const onClose = vi.fn()
    show(<InDialog draft={draft} onDone={onDone} onClose={onClose} />)
    await user.type(name(), 'Kit')
    await save()
    await user.click(await screen.findByRole('button', { name: 'Check now' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(clear).not.toHaveBeenCalled()
    await user.click(within(await question(unknown)).getByRole('button', { name: 'Close anyway' }))
    expect(clear).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(name().value).toBe('')
    await user.type(name(), 'Next')
    await server.answer(0, done())
    expect(onDone).not.toHaveBeenCalled()
    expect(name().value).toBe('Next')
  })

  test('the question goes away when the answer comes', async () => {
    const server = held()
    run.mockImplementation(server.run)
    show(<InDialog onClose={() => undefined} />)
    await user.type(name(), 'Kit')
    await save()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await question(unknown)
    await server.answer(0, { kind: 'refused', problem: problem('conflict') })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('It was changed elsewhere meanwhile')
  })
})

test('what comes after it was saved may fail: the form is not locked, and the failure is reported', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  onTestFinished(() => void vi.unstubAllGlobals())
  const thrown = new Error('The page could not be refreshed')
  show(<Example onDone={() => Promise.reject(thrown)} />)
  await user.type(name(), 'Kit')
  await save()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(name().readOnly).toBe(false)
  expect(reported).toHaveBeenCalledExactlyOnceWith(thrown)
})

describe('two attempts', () => {
  test('an answer that comes late closes its own question, not the next one', async () => {
    const server = held()
    function Keys() {
      const { ask, dialog } = useConfirmCommand<string, unknown>({ run: server.run }, (id) => ({
        title: `Expire ${id}?`,
        confirmLabel: 'Expire key',
        failed: 'No',
      }))
      return (
        <>
          <button onClick={() => ask('key 1')}>First</button>
          <button onClick={() => ask('key 2')}>Second</button>
          {dialog}
        </>
      )
    }
    show(<Keys />)
    fireEvent.click(screen.getByText('First'))
    await user.click(await screen.findByRole('button', { name: 'Expire key' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Close anyway' }))
    fireEvent.click(screen.getByText('Second'))
    await question('Expire key 2?')
    await server.answer(0, done())
    expect(await question('Expire key 2?')).toBeTruthy()
  })

  test('secrets of two keys are shown one after the other, each with its own name, and copied so', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      copied.push(text)
    })
    const finished = vi.fn()
    function Keys() {
      const { show: reveal, dialog } = useSecretOnce({ title: 'The key was made' }, finished)
      const key = (n: number) => () => void reveal({ Key: `key-${n}`, Secret: `secret-${n}` })
      return (
        <>
          <button onClick={key(1)}>First</button>
          <button onClick={key(2)}>Second</button>
          {dialog}
        </>
      )
    }
    show(<Keys />)
    fireEvent.click(screen.getByText('First'))
    fireEvent.click(screen.getByText('Second'))
    for (const n of [1, 2]) {
      const shown = await question('The key was made')
      expect(shown.textContent).toContain(`key-${n}`)
      expect(shown.textContent).toContain(`secret-${n}`)
      expect(shown.textContent).not.toContain(`secret-${3 - n}`)
      await user.click(within(shown).getByRole('button', { name: 'Copy Secret' }))
      await user.click(within(shown).getByRole('button', { name: 'I have copied it' }))
    }
    expect(copied).toEqual(['secret-1', 'secret-2'])
    expect(finished).toHaveBeenCalledTimes(2)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})
