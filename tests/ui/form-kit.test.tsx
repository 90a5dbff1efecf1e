// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  array,
  assert,
  constantFrom,
  nat,
  oneof,
  property,
  record,
  string,
  stringMatching,
} from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { problem, type Problem } from '../../src/domain/problem'
import { hideToast, Toasts } from '../../src/ui/feedback'
import {
  CommandFormView,
  FormDialog,
  useCommandForm,
  useConfirmCommand,
  useSecretOnce,
  type FieldSpec,
  type Submitted,
} from '../../src/ui/form-kit'
import { fieldOfPath, isBlank, sortFaults } from '../../src/ui/form-kit/field-spec'
import { checkDelayMs } from '../../src/ui/form-kit/submission'
import { openWork } from '../../src/ui/work'
import { show, wrapped } from './screen'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  hideToast('confirm Expire key 7?')
})

const as = { id: 'key-1', capturedAt: 5 }
const done = (value: unknown = null) => ({ kind: 'done' as const, value })
const refused = (over: Partial<Problem> = {}) => ({
  kind: 'refused' as const,
  problem: { ...problem('server', 'The server failed'), ...over },
})
const lost = {
  kind: 'refused' as const,
  problem: problem('timeout', 'Request timed out'),
  unknown: as,
}

interface Values extends Readonly<Record<string, string>> {
  readonly name: string
  readonly ward: string
}
interface Input {
  readonly name: string
  readonly wardId: string
}
const schema = z.object({
  name: z.string().trim().max(8, 'At most 8 characters'),
  wardId: z.string(),
})
const fields: readonly FieldSpec<'name' | 'ward'>[] = [
  { kind: 'text', name: 'name', label: 'Name', hint: 'As it is on the label', required: true },
  {
    kind: 'select',
    name: 'ward',
    label: 'Ward',
    required: true,
    options: [
      { value: 'w1', label: 'Cedar Ward' },
      { value: 'w2', label: 'Willow Ward' },
    ],
  },
]
const run = vi.fn(async (_input: Input, _again?: typeof as): Promise<Submitted<unknown>> =>
  done('ok'),
)
beforeEach(() => {
  run.mockReset()
  run.mockImplementation(async () => done('ok'))
})

const untouched: Values = { name: '', ward: '' }
function Example({
  blocked = null,
  before = untouched,
  onDone,
  onRefused,
}: {
  readonly blocked?: 'offline' | 'forbidden' | null
  readonly before?: Values
  readonly onDone?: (value: unknown) => void
  readonly onRefused?: (found: Problem) => boolean
}) {
  const form = useCommandForm<Values, Input, unknown>({
    command: {
      run,
      blocked: blocked === 'offline' ? 'offline' : null,
      forbidden: blocked === 'forbidden',
    },
    fields,
    before,
    schema,
    toInput: ({ name, ward }) => ({ name, wardId: ward }),
    paths: { wardId: 'ward' },
    ...(onDone === undefined ? {} : { onDone }),
    ...(onRefused === undefined ? {} : { onRefused }),
  })
  return <CommandFormView form={form} failed="The key was not made" saved="The key was made" />
}

const user = userEvent.setup()
const fill = async (name = 'Kit 7') => {
  await user.type(screen.getByLabelText(/^Name/), name)
  await user.selectOptions(screen.getByLabelText(/^Ward/), 'w2')
}
/** The same where the test moves the clock, which user-event would wait for. */
const fillAndSaveAtOnce = () =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Kit 7' } })
    fireEvent.change(screen.getByLabelText(/^Ward/), { target: { value: 'w2' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  })
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))

describe('a form over a command', () => {
  test('what is missing is told at each field and in a summary that links to it; the first has the focus; nothing is sent', async () => {
    show(<Example />)
    await save()
    expect(run).not.toHaveBeenCalled()
    const name = screen.getByLabelText(/^Name/)
    expect(document.activeElement).toBe(name)
    const summary = screen.getByRole('heading', { name: 'There is a problem' }).parentElement
    const links = within(summary ?? document.body).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Fill in “Name”', 'Choose “Ward”'])
    await user.click(links[1] ?? document.body)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Ward/))
    await user.type(name, 'K')
    expect(name.getAttribute('aria-invalid')).not.toBe('true')
  })

  test('the schema judges what is sent, and what it says of an input is told at the field of that path', async () => {
    show(<Example />)
    await fill('Much too long')
    await save()
    expect(screen.getAllByText('At most 8 characters').length).toBeGreaterThan(0)
    expect(run).not.toHaveBeenCalled()
    await user.clear(screen.getByLabelText(/^Name/))
    await user.type(screen.getByLabelText(/^Name/), '  Kit 7 ')
    await save()
    expect(run).toHaveBeenCalledExactlyOnceWith({ name: 'Kit 7', wardId: 'w2' }, undefined)
    expect(await screen.findByText('The key was made')).toBeTruthy()
  })

  test('argument errors of the server are shown at their fields by path, the others with the form', async () => {
    run.mockResolvedValue(
      refused({
        kind: 'invalid-arguments',
        fields: [
          { path: 'input.wardId', message: 'That ward was closed' },
          { path: 'input.quota', message: 'There are 10 keys already' },
        ],
      }),
    )
    show(<Example />)
    await fill()
    await save()
    const ward = await screen.findByLabelText(/^Ward/)
    await waitFor(() => expect(ward.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement?.textContent).toContain('There are 10 keys already')
    expect(screen.getByText('The key was not made').parentElement?.textContent).toContain(
      'There are 10 keys already',
    )
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Kit 7')
  })

  test('a failure keeps what was typed, says why, and has the focus; an edit takes it away', async () => {
    run.mockResolvedValue(refused())
    show(<Example />)
    await fill()
    await save()
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('The key was not made')
    expect(failure.textContent).toContain('The server failed')
    expect(document.activeElement?.contains(failure)).toBe(true)
    await user.type(screen.getByLabelText(/^Name/), '!')
    expect(screen.queryByText('The key was not made')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Kit 7!')
  })

  test('a refusal that the caller shows itself is not told here', async () => {
    run.mockResolvedValue(refused())
    const onRefused = vi.fn(() => true)
    show(<Example onRefused={onRefused} />)
    await fill()
    await save()
    expect(onRefused).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('The key was not made')).toBeNull()
  })

  test('while it is sent the fields are locked, and a second press sends nothing', async () => {
    let answer: (result: Submitted<unknown>) => void = () => undefined
    run.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    show(<Example />)
    await fill()
    await save()
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(true)
    expect(screen.getByLabelText<HTMLSelectElement>(/^Ward/).disabled).toBe(true)
    fireEvent.submit(screen.getByLabelText(/^Name/).closest('form') ?? document.body)
    expect(run).toHaveBeenCalledTimes(1)
    await act(async () => answer(done()))
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(false)
  })

  test.each([
    ['offline', 'This needs a connection. Try again when you are online.'],
    ['forbidden', 'Your role does not include this.'],
  ] as const)('blocked (%s) it says why at its button and sends nothing', async (blocked, why) => {
    show(<Example blocked={blocked} />)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(button.disabled).toBe(true)
    expect(
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe(why)
    await fill()
    fireEvent.submit(button.closest('form') ?? document.body)
    expect(run).not.toHaveBeenCalled()
  })

  test('what is typed is open work, and no longer when it was saved', async () => {
    show(<Example />)
    expect(openWork()).toBeNull()
    await fill()
    expect(openWork()).toBe('typing')
    await save()
    await screen.findByText('The key was made')
    expect(openWork()).toBeNull()
  })

  test('fields that nobody edited follow what is known; edited ones stay', async () => {
    function Follows() {
      const [before, setBefore] = useState<Values>({ name: 'Old', ward: 'w1' })
      return (
        <>
          <button onClick={() => setBefore({ name: 'New', ward: 'w2' })}>Refresh</button>
          <Example before={before} />
        </>
      )
    }
    show(<Follows />)
    await user.type(screen.getByLabelText(/^Name/), 'er')
    await user.click(screen.getByText('Refresh'))
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Older')
    expect(screen.getByLabelText<HTMLSelectElement>(/^Ward/).value).toBe('w2')
  })
})

describe('a lost answer', () => {
  test('is never a failure: it is asked for under the same key until somebody knows, and nothing can be changed meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    run
      .mockResolvedValueOnce(lost)
      .mockResolvedValueOnce(lost)
      .mockResolvedValueOnce({ ...refused({ kind: 'too-many' }) })
      .mockResolvedValueOnce(done('ok'))
    const onDone = vi.fn()
    show(<Example onDone={onDone} />)
    await fillAndSaveAtOnce()
    expect(screen.getByText('It is not known whether this was saved')).toBeTruthy()
    expect(screen.queryByText('The key was not made')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    for (const calls of [2, 3, 4]) {
      expect(run).toHaveBeenCalledTimes(calls - 1)
      await act(async () => vi.advanceTimersByTimeAsync(checkDelayMs(calls - 2)))
      expect(run).toHaveBeenCalledTimes(calls)
      expect(run).toHaveBeenLastCalledWith({ name: 'Kit 7', wardId: 'w2' }, as)
    }
    expect(onDone).toHaveBeenCalledExactlyOnceWith('ok')
    expect(screen.getByText('The key was made')).toBeTruthy()
  })

  test('what was done and may not be seen any more is told as done, never as a failure', async () => {
    run.mockResolvedValueOnce(lost).mockResolvedValueOnce({ kind: 'unseen' })
    const onDone = vi.fn()
    show(
      <>
        <Toasts />
        <Example onDone={onDone} />
      </>,
    )
    await fill()
    await save()
    await user.click(await screen.findByRole('button', { name: 'Check now' }))
    expect(
      await screen.findByText('It was done when it was first sent. It is no longer visible to you'),
    ).toBeTruthy()
    expect(screen.getByText('The key was made')).toBeTruthy()
    expect(screen.queryByText('The key was not made')).toBeNull()
    expect(onDone).toHaveBeenCalledExactlyOnceWith(null)
    hideToast('done-unseen')
  })

  test('says that it is checking, and can be checked at once', async () => {
    let answer: (result: Submitted<unknown>) => void = () => undefined
    run.mockResolvedValueOnce(lost).mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    show(<Example />)
    await fill()
    await save()
    await user.click(await screen.findByRole('button', { name: 'Check now' }))
    expect(screen.getByText('Checking whether this was saved…')).toBeTruthy()
    await act(async () => answer(refused(problem('conflict', 'The name is taken'))))
    expect(screen.getByRole('alert').textContent).toContain('The name is taken')
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(false)
  })

  test('without a connection it waits for one, and asks when it is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    run.mockResolvedValueOnce(lost)
    const { rerender } = show(<Example />)
    const again = (blocked: 'offline' | null) =>
      act(async () => rerender(wrapped(<Example blocked={blocked} />)))
    await fillAndSaveAtOnce()
    await again('offline')
    expect(screen.getByText(/Lamplight checks when you are online/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
    await act(async () => vi.advanceTimersByTimeAsync(600_000))
    expect(run).toHaveBeenCalledTimes(1)
    await again(null)
    await act(async () => vi.advanceTimersByTimeAsync(checkDelayMs(0)))
    expect(run).toHaveBeenCalledTimes(2)
    expect(screen.getByText('The key was made')).toBeTruthy()
  })

  test('the checks come at growing distances, never under 2 s and never over 30 s', () => {
    assert(
      property(nat(200), (checked) => {
        const ms = checkDelayMs(checked)
        expect(ms).toBeGreaterThanOrEqual(2_000)
        expect(ms).toBeLessThanOrEqual(30_000)
        expect(checkDelayMs(checked + 1)).toBeGreaterThanOrEqual(ms)
      }),
    )
  })
})

describe('a form in a dialog', () => {
  function InDialog({ onClose }: { readonly onClose: () => void }) {
    const form = useCommandForm<Values, Input, unknown>({
      command: { run },
      fields,
      before: { name: '', ward: '' },
      schema,
      toInput: ({ name, ward }) => ({ name, wardId: ward }),
    })
    return <FormDialog form={form} title="Add key" onClose={onClose} />
  }

  test('Escape closes it untouched, and asks before it takes what was typed; Cancel does not ask', async () => {
    const onClose = vi.fn()
    show(<InDialog onClose={onClose} />)
    const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    escape()
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.type(screen.getByLabelText(/^Name/), 'Kit')
    escape()
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Kit')
    escape()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalledTimes(2)
    await user.type(screen.getByLabelText(/^Name/), 'Kit')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledTimes(3)
  })

  test('while nobody knows what became of it, closing it asks and says to look first', async () => {
    run.mockResolvedValue(lost)
    const onClose = vi.fn()
    show(<InDialog onClose={onClose} />)
    await fill()
    await save()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByText(/Look for it before you enter it again/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close anyway' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe('a confirmation that does it', () => {
  const expire = vi.fn(async (_id: string): Promise<Submitted<unknown>> => done())
  beforeEach(() => expire.mockReset())
  function Keys({
    blocked = null,
    failure = 'dialog',
    onDone,
  }: {
    readonly blocked?: 'offline' | null
    readonly failure?: 'dialog' | 'toast'
    readonly onDone?: (value: unknown, id: string) => void
  }) {
    const { ask, dialog } = useConfirmCommand<string, unknown>(
      { run: expire, blocked },
      (id) => ({
        title: `Expire ${id}?`,
        text: 'Devices with it are refused.',
        confirmLabel: 'Expire key',
        danger: true,
        failed: 'An error occurred while expiring API key',
        failure,
      }),
      onDone === undefined ? {} : { onDone },
    )
    return (
      <>
        <button onClick={() => ask('key 7')}>Expire</button>
        {dialog}
        <Toasts />
      </>
    )
  }
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Expire' }))
    return screen.findByRole('alertdialog', { name: 'Expire key 7?' })
  }
  const confirm = () => user.click(screen.getByRole('button', { name: 'Expire key' }))

  test('has the focus on the careful answer, does it with what was asked about, and closes', async () => {
    expire.mockResolvedValue(done('expired'))
    const onDone = vi.fn()
    show(<Keys onDone={onDone} />)
    const dialog = await ask()
    expect(within(dialog).getByText('Devices with it are refused.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await confirm()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(expire).toHaveBeenCalledExactlyOnceWith('key 7', undefined)
    expect(onDone).toHaveBeenCalledExactlyOnceWith('expired', 'key 7')
  })

  test('a failure is shown in the dialog, which stays; or is a toast, and the dialog closes', async () => {
    expire.mockResolvedValue(refused())
    show(<Keys />)
    const dialog = await ask()
    await confirm()
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'An error occurred while expiring API key',
    )
    cleanup()
    show(<Keys failure="toast" />)
    await ask()
    await confirm()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('alert').textContent).toContain(
      'An error occurred while expiring API key',
    )
  })

  test('without a connection it says so and does nothing; a lost answer is followed, not told as a failure', async () => {
    show(<Keys blocked="offline" />)
    await ask()
    expect(screen.getByText(/^This needs a connection/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Expire key' }).disabled).toBe(
      true,
    )
    cleanup()
    expire.mockResolvedValueOnce(lost).mockResolvedValueOnce(done())
    show(<Keys failure="toast" />)
    await ask()
    await confirm()
    expect(await screen.findByText('It is not known whether this was saved')).toBeTruthy()
    expect(screen.queryByText('An error occurred while expiring API key')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Check now' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(expire.mock.calls[1]).toEqual(['key 7', as])
  })
})

describe('a secret that is shown once', () => {
  const secret = 'sk-4f9a-7b21-not-to-be-kept'
  function Shown({ onDone }: { readonly onDone?: () => void }) {
    const once = useSecretOnce({ title: 'Your new key' }, onDone)
    return (
      <>
        <button onClick={() => once.show({ 'HMAC secret': secret })}>Make</button>
        {once.dialog}
      </>
    )
  }
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Make' }))
    return screen.findByRole('alertdialog', { name: 'Your new key' })
  }

  test('neither Escape nor a press beside it closes it, and there is no close button', async () => {
    show(<Shown />)
    const dialog = await open()
    expect(within(dialog).getByText(secret)).toBeTruthy()
    fireEvent.keyDown(dialog, { key: 'Escape' })
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    expect(dialog.getAttribute('closedby')).toBe('none')
    expect(screen.getByText(secret)).toBeTruthy()
    expect(openWork()).toBe('typing')
  })

  test('is copied, and gone from page, elements and state after it was said to be', async () => {
    const onDone = vi.fn()
    const { container } = show(<Shown onDone={onDone} />)
    const dialog = await open()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(within(dialog).getByRole('button', { name: 'Copy HMAC secret' }))
    expect(writeText).toHaveBeenCalledExactlyOnceWith(secret)
    expect(await within(dialog).findByText('Copied')).toBeTruthy()
    const value = within(dialog).getByText(secret)
    expect(heldBy(container)).not.toContain(secret)
    await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }))
    expect(onDone).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(value.textContent).toBe('')
    expect(document.documentElement.outerHTML).not.toContain(secret)
    expect(heldBy(container)).not.toContain(secret)
    expect(openWork()).toBeNull()
  })

  test('is not told as copied where it could not be', async () => {
    show(<Shown />)
    const dialog = await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(within(dialog).getByRole('button', { name: 'Copy HMAC secret' }))
    expect(await within(dialog).findByText('Failed to copy to clipboard')).toBeTruthy()
    expect(within(dialog).getByText(secret)).toBeTruthy()
  })
})

/** Every text that React holds below an element: properties, state and refs, old and new. */
const heldBy = (container: HTMLElement): string => {
  const texts = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    if (typeof value !== 'object' || value === null || value instanceof Node || seen.has(value))
      return
    seen.add(value)
    for (const part of value instanceof Map ? [] : Object.values(value)) walk(part)
  }
  for (const [key, fiber] of Object.entries(container)) if (key.startsWith('__react')) walk(fiber)
  return [...texts].join('\n')
}

describe('paths of faults', () => {
  const names = ['name', 'wardIds', 'expiresAt'] as const
  const part = stringMatching(/^[a-z]{1,6}$/).filter((one) => !names.includes(one as 'name'))

  test('the field is the beginning of the path, after the argument that holds all; what lies below another name is never taken for it', () => {
    assert(
      property(
        constantFrom([], ['input']),
        constantFrom(...names),
        array(nat(20).map(String), { maxLength: 1 }),
        part,
        (above, name, below, other) => {
          expect(fieldOfPath([...above, name, ...below].join('.'), names)).toBe(name)
          expect(fieldOfPath([...above, other, name].join('.'), names)).toBeNull()
          expect(fieldOfPath([...above, other, name].join('.'), names, {}, 'user')).toBe(
            other === 'user' && above.length === 0 ? name : null,
          )
        },
      ),
    )
    expect(fieldOfPath('ward.name', ['name', 'ward'])).toBe('ward')
    expect(fieldOfPath('user.name', ['name'], {}, 'user')).toBe('name')
    expect(fieldOfPath('ward.id', ['place'], { 'ward.id': 'place' })).toBe('place')
  })

  test('no message is lost: each is at its field or among the rest, the first of a field wins', () => {
    const problems = array(record({ path: oneof(constantFrom(...names), part), message: string() }))
    assert(
      property(problems, (given) => {
        const { faults, rest } = sortFaults(given, names)
        expect(rest).toEqual(
          given.filter(({ path }) => !names.includes(path as 'name')).map(({ message }) => message),
        )
        for (const name of names)
          expect(faults[name]).toBe(given.find(({ path }) => path === name)?.message)
      }),
    )
  })

  test('blank is what nobody filled in; a switch that is off is an answer', () => {
    expect([undefined, '', ' \n', []].map((one) => isBlank(one))).toEqual([true, true, true, true])
    expect([false, true, '0', ['a']].map((one) => isBlank(one))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
