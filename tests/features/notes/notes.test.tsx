// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '../../../src/domain/problem'
import {
  act,
  answered,
  clinicalRuntime,
  fireEvent,
  noteOf,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const openNotes = async (
  notes: readonly object[] = [],
  options: Parameters<typeof openClinical>[1] = {},
) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientNotes').set(answered(notes as { id: string }[]))
  const opened = openClinical('/patient/p1/notes', { ...options, fake })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return { ...opened, fake }
}
const waiting = (state: 'waiting' | 'sending' | 'refused', message?: string) => ({
  ...noteOf('n1'),
  waiting: {
    state,
    commandId: 'k1',
    ...(message === undefined ? {} : { problem: problem('forbidden', message) }),
  },
})
const field = () => screen.getByRole('textbox', { name: /^Note/ }) as HTMLTextAreaElement

describe('the list', () => {
  test('C159 C276 a note shows its text, author, organisation, time and the check-up it speaks of, under its day', async () => {
    await openNotes([
      noteOf('n2', {
        text: 'Slept well',
        checkup: { id: 'c9', endedAt: '2026-01-05T09:30:00.000Z' },
      }),
      noteOf('n1', {
        capturedAt: '2026-01-04T22:15:00.000Z',
        createdAt: '2026-01-04T22:15:00.000Z',
        createdBy: { id: 'u2', firstName: null, lastName: null, email: 'sam@riverside.example' },
      }),
    ])
    expect(screen.getAllByRole('heading', { level: 3 }).map((day) => day.textContent)).toEqual([
      '05-Jan-2026',
      '04-Jan-2026',
    ])
    const [newest, unnamed] = screen.getAllByRole('listitem')
    expect(unnamed?.textContent).toContain('sam@riverside.example, Riverside Virtual Ward')
    if (newest === undefined) throw new Error('no note')
    expect(newest.textContent).toContain('Slept well')
    expect(newest.textContent).toContain('Nia Okafor, Riverside Virtual Ward')
    expect(newest.textContent).toContain('10:00')
    expect(
      within(newest)
        .getByRole('link', { name: 'Check-up of 05-Jan-2026 09:30' })
        .getAttribute('href'),
    ).toBe('/patient/p1/checkup/c9')
  })

  test('a note that the server has not got says Not sent yet', async () => {
    await openNotes([waiting('waiting')])
    expect(screen.getByText('Not sent yet')).toBeTruthy()
    expect(
      screen.getByRole('link', { name: 'See it in the sync centre' }).getAttribute('href'),
    ).toBe('/sync#k1')
  })

  test('a refused note stays with its reason, and what to do about it is decided in the sync centre', async () => {
    await openNotes([waiting('refused', 'You may not add notes here')])
    expect(screen.getByText(/You may not add notes here/)).toBeTruthy()
    expect(
      screen.getByRole('link', { name: 'Decide in the sync centre' }).getAttribute('href'),
    ).toBe('/sync#k1')
    expect(screen.queryByRole('button', { name: /Discard|Send again/ })).toBeNull()
  })

  test('a note that arrived late says when', async () => {
    await openNotes([noteOf('n1', { createdAt: '2026-01-05T11:40:00.000Z' })])
    expect(screen.getByText('received 05-Jan-2026 11:40')).toBeTruthy()
  })

  test('arrived late is a millisecond over five minutes, and not yet five minutes', async () => {
    const capturedAt = '2026-01-05T10:00:00.000Z'
    await openNotes([
      noteOf('n2', { capturedAt, createdAt: '2026-01-05T10:05:00.001Z' }),
      noteOf('n1', { capturedAt, createdAt: '2026-01-05T10:05:00.000Z' }),
    ])
    expect(
      screen
        .getAllByRole('listitem')
        .map((row) => /received.*/.exec(row.textContent)?.[0].slice(0, 26) ?? null),
    ).toEqual(['received 05-Jan-2026 10:05', null])
  })

  test('a note from a device whose clock was wrong says by how much, and by keyboard what that clock said', async () => {
    const { user } = await openNotes([
      noteOf('n3', { clockSkewMs: (3 * 60 + 5) * 60_000 }),
      noteOf('n2', { clockSkewMs: -2 * 86_400_000 }),
      noteOf('n1', { clockSkewMs: 120_000 }),
      noteOf('n0'),
    ])
    const flags = screen
      .getAllByRole('listitem')
      .map((row) => within(row).queryByRole('button')?.textContent ?? null)
    expect(flags).toEqual(['Device clock 3 h 5 min ahead', 'Device clock 2 d behind', null, null])
    const flag = screen.getByRole('button', { name: 'Device clock 3 h 5 min ahead' })
    act(() => screen.getByRole('button', { name: 'Add note' }).focus())
    await user.tab()
    const words = await screen.findByRole('tooltip')
    expect(words.textContent).toBe(
      "The clock of the device it was written on showed 05-Jan-2026 13:05. The time shown here is the server's, as that device knew it.",
    )
    expect(flag.getAttribute('aria-describedby')).toBe(words.id)
  })

  test('the US edition says the same in its own units and date', async () => {
    const { user } = await openNotes([noteOf('n1', { clockSkewMs: 3 * 3_600_000 })], {
      edition: 'en-US',
    })
    const flag = screen.getByRole('button', { name: 'Device clock 3 hr ahead' })
    await user.hover(flag)
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'showed Jan 5, 2026, 1:00 PM.',
    )
  })

  test('no notes is said only after an answer of the server; offline, for notes never read, it says that none is on this device', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientNotes', problem('network', 'No line'))
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    await openNotes([], { fake })
    expect(screen.getByRole('heading', { name: 'No notes yet' })).toBeTruthy()
    act(() =>
      fake.view('patientNotes').set(answered([], { asOf: null, checkedAt: null, total: null })),
    )
    expect(
      screen.getByRole('heading', {
        name: 'The notes of this patient are not saved on this device. They load when you are online.',
      }),
    ).toBeTruthy()
    expect(screen.queryByText(/No notes/)).toBeNull()
  })

  test('of a history that is not wholly on the device it never says that there are no notes, nor shows some as all', async () => {
    const fake = clinicalRuntime()
    const offline = { state: 'offline', lastContactAt: null, waiting: 0, refused: 0 } as const
    fake.connection.set(offline)
    await openNotes([], { fake })
    const partly = (notes: readonly { id: string }[], heldFrom: number | null) =>
      act(() => fake.view('patientNotes').set(answered(notes, { total: null, heldFrom })))
    partly([], null)
    expect(screen.queryByText(/No notes/)).toBeNull()
    expect(screen.getByRole('heading', { name: /^The notes of this patient are not/ })).toBeTruthy()
    partly([noteOf('n1')], Date.parse('2026-01-05T10:00:00.000Z'))
    expect(screen.getByText('Note n1')).toBeTruthy()
    const from =
      'This device has all notes from 05-Jan-2026 10:00 on only. Earlier ones may be missing.'
    expect(screen.getByText(`${from} The rest loads when you are online.`)).toBeTruthy()
    // What waits to be sent is nothing of the server's.
    partly([waiting('waiting')], null)
    expect(
      screen.getByText(
        /^This device does not have all notes of this patient\. Some may be missing/,
      ),
    ).toBeTruthy()
    act(() => fake.connection.set({ ...offline, state: 'live' }))
    partly([noteOf('n1')], Date.parse('2026-01-05T10:00:00.000Z'))
    expect(screen.getByText(`${from} The rest is loading.`)).toBeTruthy()
    partly([], null)
    expect(screen.queryByText(/No notes/)).toBeNull()
    partly([noteOf('n1')], -Infinity)
    expect(screen.queryByText(/missing/)).toBeNull()
  })

  test('a failure to fetch says so', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientNotes', serverDown)
    await openNotes([], { fake })
    expect(
      await screen.findByRole('heading', { name: 'An error occurred when fetching the notes' }),
    ).toBeTruthy()
  })
})

describe('adding', () => {
  test('a note takes text and is kept; the words leave the field only when they are safe', async () => {
    const { user, fake } = await openNotes()
    let answer: (value: unknown) => void = () => undefined
    fake.run.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await user.type(field(), '  Called the daughter ')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect(fake.run).toHaveBeenCalledWith('addPatientNote', {
      patientId: 'p1',
      text: 'Called the daughter',
    })
    expect(field().value).toContain('Called the daughter')
    expect(screen.queryByText(/Saved on this device/)).toBeNull()
    await act(async () => answer({ kind: 'saved', id: 'n1' }))
    expect(field().value).toBe('')
    expect(screen.getByText(/^Saved on this device/)).toBeTruthy()
    await act(async () =>
      fake.view('patientNotes').set(answered([waiting('waiting')] as { id: string }[])),
    )
    expect(screen.getByText(/^Saved on this device/)).toBeTruthy()
    await act(async () => fake.view('patientNotes').set(answered([noteOf('n1')])))
    expect(screen.getByText('Note saved')).toBeTruthy()
  })

  test('a note can speak of the latest check-up', async () => {
    const { user, fake } = await openNotes()
    await user.type(field(), 'After this one')
    await user.click(screen.getByRole('checkbox', { name: /^About the latest check-up/ }))
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith(
        'addPatientNote',
        expect.objectContaining({ checkupId: 'c9' }),
      ),
    )
  })

  test('the counter counts characters as the limit does: an emoji is one', async () => {
    await openNotes()
    fireEvent.change(field(), { target: { value: '😀'.repeat(3000) } })
    expect(screen.getByText('3,000 of 5,000 characters')).toBeTruthy()
  })

  test('an empty or too long note is refused beside the field, and nothing is sent or lost', async () => {
    const { user, fake } = await openNotes()
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect(screen.getByText('Required')).toBeTruthy()
    const long = 'x'.repeat(5001)
    fireEvent.change(field(), { target: { value: long } })
    expect(screen.getByText('5,001 of 5,000 characters')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    const error = screen.getByText('Must be 5,000 characters or fewer')
    expect(field().getAttribute('aria-describedby')?.split(' ')).toContain(error.id)
    expect(field().value).toBe(long)
    expect(fake.run).not.toHaveBeenCalled()
  })

  test('a note that could not be kept stays in the field, and it is said once', async () => {
    const { user, fake } = await openNotes()
    fake.run.mockResolvedValue({ kind: 'refused', problem: problem('storage', 'Not saved') })
    await user.type(field(), 'Keep me')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect((await screen.findByRole('alert')).textContent.trim()).toBe(
      'The note was not saved. Your text is still here.',
    )
    expect(field().value).toBe('Keep me')
  })

  test('unsent words wait for their patient while another page is looked at', async () => {
    const { user, router } = await openNotes()
    await user.type(field(), 'Half a sentence')
    await act(async () => router.navigate('/patient/p1/vitals'))
    await act(async () => router.navigate('/patient/p1/notes'))
    await screen.findByRole('heading', { level: 2, name: 'Notes' })
    expect(field().value).toBe('Half a sentence')
  })

  test('what this device kept of an unsent note is in the field again, and the form says that it is only a draft', async () => {
    const fake = clinicalRuntime()
    fake.draft('note p1').set('Typed before the crash')
    await openNotes([], { fake })
    expect(field().value).toBe('Typed before the crash')
    expect(
      screen.getByText(
        'Draft saved on this device until you add it or sign out. Only you can see it.',
      ),
    ).toBeTruthy()
    expect(fake.run).not.toHaveBeenCalled()
  })

  test('that the draft is saved is said under the button, which keeps its place while it is pressed', async () => {
    const fake = clinicalRuntime()
    fake.draft('note p1').set('Eats well')
    await openNotes([], { fake })
    const said = await screen.findByText(/Draft saved on this device/)
    const button = screen.getByRole('button', { name: 'Add note' })
    expect(button.compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('that it is about the latest check-up is kept too, and not given to a later check-up that was never meant', async () => {
    const fake = clinicalRuntime()
    const { user } = await openNotes([], { fake })
    await user.click(screen.getByRole('checkbox'))
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    const kept = fake.draft('note about p1').get().text
    expect(kept).not.toBe('')
    cleanup()
    const again = clinicalRuntime()
    again.draft('note about p1').set(kept)
    await openNotes([], { fake: again })
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    cleanup()
    const later = clinicalRuntime()
    later.draft('note about p1').set('another check-up')
    await openNotes([], { fake: later })
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })

  test('a user who may not add notes sees no form', async () => {
    await openNotes([noteOf('n1')], { permissions: { permissions: ['view_patients'] } })
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull()
  })
})
