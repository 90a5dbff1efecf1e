// @vitest-environment jsdom
import '../../flow/browser-globals'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OutboxItem } from '../../../src/engine/define'
import { problem, ProblemError } from '../../../src/domain/problem'
import { meOf, openPortal, signedIn } from '../../app/fake-portal'
import { conflictOf, itemOf, john } from './items'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const both = [
  { id: 'org-1', name: 'Riverside Virtual Ward', type: 'virtual_ward' },
  { id: 'org-2', name: 'Willowbank Care Home', type: 'care_home' },
]
const nurse = signedIn(meOf({ organizations: both }))
const noon = Date.parse('2026-01-05T14:32:00Z')

const open = async (
  items: readonly OutboxItem[] = [],
  options: {
    readonly at?: string
    readonly prepare?: Parameters<typeof openPortal>[1] extends infer Options
      ? NonNullable<Options extends { prepare?: infer Prepare } ? Prepare : never>
      : never
  } = {},
) => {
  const portal = openPortal(options.at ?? '/sync', {
    session: nurse,
    prepare: (fake) => {
      fake.items.set(items)
      fake.connection.set({ state: 'live', lastContactAt: noon, waiting: items.length, refused: 0 })
      options.prepare?.(fake)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Sync centre' })
  return portal
}
const section = (name: string) => screen.getByRole('region', { name })
const dialog = () => screen.getByRole('alertdialog')
const bar = () => within(screen.getByRole('banner'))

describe('the connection', () => {
  test('one sentence tells the connection and how many records wait; it also says when none does', async () => {
    const portal = await open()
    expect(screen.getByText('This device is up to date with the server.')).toBeTruthy()
    expect(screen.getByText('Last contact at 05-Jan-2026 14:32.')).toBeTruthy()
    expect(
      screen.getByRole('heading', { name: 'All your work on this device is sent' }),
    ).toBeTruthy()
    act(() => {
      portal.items.set([
        itemOf(),
        itemOf(),
        itemOf({ state: 'refused', code: 'FORBIDDEN' }),
        itemOf({ state: 'held-update' }),
      ])
      portal.connection.set({ state: 'offline', lastContactAt: noon, waiting: 3, refused: 1 })
    })
    expect(
      await screen.findByText('This device has been offline since 05-Jan-2026 14:32.'),
    ).toBeTruthy()
    expect(screen.getByText(/2 records are waiting to be sent\. 1 record is held\./)).toBeTruthy()
    expect(screen.getByText('1 record needs your attention.')).toBeTruthy()
    expect(screen.queryByText('This device is up to date with the server.')).toBeNull()
  })

  test.each([
    ['checking', 'Reconnecting…'],
    ['sending', 'Connected. Sending your unsent work.'],
    ['saving', 'Connected. Sending your unsent work.'],
    ['waiting', 'Connected. Your unsent work will be sent in a moment.'],
    ['refused', 'Connected to the server.'],
  ] as const)('%s says: %s', async (state, words) => {
    await open([itemOf()], {
      prepare: (fake) =>
        fake.connection.set({ state, lastContactAt: noon, waiting: 1, refused: 0 }),
    })
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('before the words are opened nothing is called empty', async () => {
    const portal = await open([], {
      prepare: (fake) =>
        fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 2, refused: 1 }),
    })
    expect(
      screen.queryByRole('heading', { name: 'All your work on this device is sent' }),
    ).toBeNull()
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(screen.getByText(/2 records are waiting to be sent\./)).toBeTruthy()
    act(() => portal.connection.set({ state: 'live', lastContactAt: noon, waiting: 0, refused: 0 }))
    expect(
      await screen.findByRole('heading', { name: 'All your work on this device is sent' }),
    ).toBeTruthy()
  })

  test('says how many patients this device keeps', async () => {
    await open([], {
      prepare: (fake) => fake.recordsKept.set({ whole: 24, missing: 0, hasRoster: true }),
    })
    expect(
      await screen.findByText(/^The records of 24 patients are kept on this device/),
    ).toBeTruthy()
    cleanup()
    await open([], {
      prepare: (fake) => fake.recordsKept.set({ whole: 0, missing: 0, hasRoster: true }),
    })
    expect(screen.queryByText(/kept on this device/)).toBeNull()
  })

  test('of colleagues only a count is shown', async () => {
    const portal = await open([], { prepare: (fake) => fake.othersWaiting.set(2) })
    expect(
      screen.getByText(/^2 records of colleagues are safe on this device and will be sent\./),
    ).toBeTruthy()
    act(() => portal.othersWaiting.set(1))
    expect(
      await screen.findByText(/^1 record of a colleague is safe on this device and will be sent\./),
    ).toBeTruthy()
    act(() => portal.othersWaiting.set(0))
    expect(screen.queryByText(/colleague/)).toBeNull()
  })

  test('what the browser took away is an alarm, and then nothing is called complete', async () => {
    await open([], {
      prepare: (fake) =>
        fake.storage.set({
          persisted: false,
          evicted: { waiting: 2 },
          full: true,
          crowded: false,
          unreadable: false,
          nothingKept: null,
        }),
    })
    const alarms = screen.getAllByRole('alert').map((alarm) => alarm.textContent)
    expect(alarms[0]).toContain(
      '2 records were deleted by the browser before we knew that they were saved.',
    )
    expect(alarms[1]).toContain('NOT SAVED: this device is full.')
    expect(
      screen.getByText('This browser may delete saved data when the disk is full.'),
    ).toBeTruthy()
    expect(screen.queryByText(/All your work on this device is sent/)).toBeNull()
    expect(
      screen.queryByRole('heading', { name: 'All your work on this device is sent' }),
    ).toBeNull()
  })

  test('the first sync says how far it is, once', async () => {
    const portal = await open([], {
      prepare: (fake) => fake.firstSync.set({ done: 1250, total: 5000, scope: 'ROSTER:org-1' }),
    })
    expect(
      screen.getByRole<HTMLProgressElement>('progressbar', {
        name: 'Saving for offline use: 1,250 of 5,000 patients.',
      }).value,
    ).toBe(1250)
    act(() => portal.firstSync.set(null))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })
})

describe('the items', () => {
  test('of an unknown outcome it says that it may be on the record, also where it is given up', async () => {
    const portal = await open([itemOf({ state: 'stuck', code: 'STUCK' })])
    const attention = section('Needs your attention')
    expect(attention.textContent).toContain('Some of these may be on the record')
    expect(attention.textContent).not.toContain('These are not on the record')
    await portal.user.click(within(attention).getByRole('button', { name: /^Discard/ }))
    const asked = screen.getByRole('alertdialog').textContent
    expect(asked).toContain('It may already be on the patient’s record')
    expect(asked).not.toContain('will not be')
  })

  test('of one without readable text it names patient (as far as the device knows), kind, time and reason; what is sealed can still be sent', async () => {
    const gone = { input: null, subject: null, about: { id: 'p2', name: 'John Smith' } }
    const portal = await open([
      itemOf({ ...gone, state: 'refused', code: 'IDENTITY_CHANGED' }),
      itemOf({ ...gone, op: 'updateExpectedDischargeDate', state: 'expired', code: 'EXPIRED' }),
    ])
    const attention = section('Needs your attention')
    expect(within(attention).getByRole('heading', { level: 3, name: 'John Smith' })).toBeTruthy()
    expect(attention.textContent).toContain('As saved on this device now')
    expect(attention.textContent).toContain(
      'The patient’s details have changed since you wrote this',
    )
    expect(attention.textContent).toContain('the server keeps it encrypted')
    expect(
      within(attention).getByRole('link', { name: 'Open record: John Smith' }).getAttribute('href'),
    ).toBe('/patient/p2')
    await portal.user.click(
      within(attention).getByRole('button', {
        name: 'Send anyway: Expected discharge date, John Smith',
      }),
    )
    expect(portal.outbox.retry).toHaveBeenCalledTimes(1)
    expect(within(attention).queryByRole('button', { name: /^Send again/ })).toBeNull()
  })

  test('of a patient whom its author may not see any more it shows kind, time and state, no name and no text; it can be given up, not edited, exported or sent again', async () => {
    const lost = { input: null, subject: null, about: { id: 'p2', name: null }, isLost: true }
    const portal = await open([
      itemOf({ ...lost, state: 'conflict', code: 'CHANGED', op: 'updateExpectedDischargeDate' }),
      itemOf({ ...lost, state: 'expired', code: 'EXPIRED', op: 'setAlertStatus' }),
      itemOf(lost),
    ])
    const attention = section('Needs your attention')
    expect(within(attention).getByRole('heading', { level: 3 }).textContent).toBe(
      'You no longer have access to this patient',
    )
    expect(attention.textContent).toContain(
      'Your text was removed from this device with your access to the patient',
    )
    expect(attention.textContent).toContain('You can only discard it here, with a reason.')
    expect(attention.textContent).not.toMatch(
      /Open the record|[Ee]xport|still true|could not be read/,
    )
    expect(within(attention).queryByRole('link')).toBeNull()
    expect(within(attention).queryByRole('table')).toBeNull()
    expect(
      within(attention)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual([
      'Discard: Expected discharge date, You no longer have access to this patient',
      'Discard: Alerts resolved, You no longer have access to this patient',
    ])
    expect(within(section('Waiting to be sent')).queryByRole('button')).toBeNull()
    expect(section('Waiting to be sent').textContent).toContain('Not sent yet')
    await portal.user.click(within(attention).getByRole('button', { name: /^Discard: Alerts/ }))
    expect(dialog().textContent).toContain('You no longer have access to this patient')
  })

  test('what the server keeps putting off is listed apart and says that it is not being sent', async () => {
    await open([itemOf({ state: 'checking', isPutOff: true })])
    const held = section('On hold')
    expect(held.textContent).toContain('The server is delaying this')
    expect(held.textContent).toContain('has not been able to save this for more than 15 minutes')
  })

  test('a decision that came too late is said, and not that it was done', async () => {
    const portal = await open([itemOf({ state: 'refused', code: 'FORBIDDEN' })])
    portal.outbox.retry.mockRejectedValueOnce(
      new ProblemError(problem('conflict', 'It is not waiting here any more')),
    )
    await portal.user.click(screen.getByRole('button', { name: /^Send again/ }))
    await waitFor(() =>
      expect(document.body.textContent).toContain('It is not waiting here any more'),
    )
    expect(document.body.textContent).not.toContain('Sending…')
  })

  test('what needs a decision comes first, each with the patient as seen, what was written, when, and why', async () => {
    await open([
      itemOf({ input: { patientId: 'p1', text: 'Slept well' } }),
      itemOf({ state: 'refused', code: 'FORBIDDEN', subject: john }, 190),
    ])
    expect(
      screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
    ).toEqual(['Needs your attention', 'Waiting to be sent'])
    const attention = section('Needs your attention')
    expect(within(attention).getByRole('heading', { level: 3, name: 'John Smith' })).toBeTruthy()
    expect(attention.textContent).toContain('Born 02-Mar-1944')
    expect(attention.textContent).toContain('No identifier seen')
    expect(attention.textContent).toContain('Walked to the kitchen')
    expect(attention.textContent).toContain('3 h 10 min ago')
    expect(attention.textContent).toContain('You were not allowed to do this when you wrote it.')
    expect(
      within(attention).getByRole('link', { name: 'Open record: John Smith' }).getAttribute('href'),
    ).toBe('/patient/p2')
    const quiet = section('Waiting to be sent')
    expect(quiet.textContent).toContain("Zoë O'Neill")
    expect(quiet.textContent).toContain('NHS No. ending 5919')
    expect(quiet.textContent).toContain('Not sent yet')
    expect(within(quiet).queryByRole('button', { name: /^Discard/ })).toBeNull()
  })

  test.each([
    ['sending', 'Sending…', 'Waiting to be sent'],
    ['checking', 'Checking whether this was saved…', 'Waiting to be sent'],
    ['held-sign-in', 'Held until you sign in', 'On hold'],
    ['held-update', 'Held for an update', 'On hold'],
    ['expired', 'Too late to send without asking you', 'Needs your attention'],
    ['stuck', 'Could not be saved', 'Needs your attention'],
  ] as const)('%s is said in words under its heading', async (state, words, heading) => {
    await open([itemOf({ state })])
    expect(within(section(heading)).getByText(words)).toBeTruthy()
  })

  test('what was written for another organisation says which, and cannot be read from here', async () => {
    await open([itemOf({ organizationId: 'org-2', input: null, subject: null })])
    expect(
      screen.getByText(
        'Written while you acted for Willowbank Care Home. Act for it again to read it and decide.',
      ),
    ).toBeTruthy()
    expect(
      screen.getByRole('heading', { name: 'Patient not readable on this device' }),
    ).toBeTruthy()
  })

  test('a link to one item leads the eye and the keyboard to it', async () => {
    const item = itemOf({ id: 'here' })
    const scrolled = vi.fn()
    Element.prototype.scrollIntoView = scrolled
    await open([itemOf(), item], { at: '/sync#here' })
    await waitFor(() => expect(document.activeElement?.id).toBe('item-here'))
    expect(scrolled).toHaveBeenCalled()
  })
})

describe('what can be done', () => {
  test('sending again asks the outbox; a failure is said at the item, which stays', async () => {
    const item = itemOf({ state: 'refused', code: 'FORBIDDEN' })
    const { user, outbox } = await open([item])
    outbox.retry.mockRejectedValueOnce(new ProblemError(problem('storage', 'This device is full')))
    await user.click(screen.getByRole('button', { name: "Send again: Note, Zoë O'Neill" }))
    expect(outbox.retry).toHaveBeenCalledExactlyOnceWith(item.id)
    expect((await screen.findByText(/This device is full/)).textContent).toContain('Not done.')
    expect(document.activeElement?.id).toBe(`item-${item.id}`)
    await user.click(screen.getByRole('button', { name: /^Send again/ }))
    await waitFor(() => expect(screen.queryByText(/This device is full/)).toBeNull())
  })

  test('what came too late is sent only when its author says that it still counts', async () => {
    const item = itemOf({ state: 'expired' })
    const { user, outbox } = await open([item])
    expect(outbox.retry).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: "Send anyway: Note, Zoë O'Neill" }))
    expect(outbox.retry).toHaveBeenCalledExactlyOnceWith(item.id)
  })

  test('a note is edited in a field of its own; the words leave the dialog only when they are safe', async () => {
    const item = itemOf({
      state: 'refused',
      code: 'INVALID',
      input: { patientId: 'p1', text: 'Half', checkupId: 'c9' },
    })
    const { user, outbox } = await open([item])
    await user.click(screen.getByRole('button', { name: /^Edit/ }))
    const field = within(screen.getByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox', {
      name: 'Note',
    })
    expect(field.value).toBe('Half')
    await user.clear(field)
    outbox.replace.mockResolvedValueOnce({
      kind: 'refused',
      problem: problem('invalid-arguments', 'Required', [{ path: 'text', message: 'Required' }]),
    })
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    expect(await screen.findByText('Required')).toBeTruthy()
    await user.type(field, 'The whole of it')
    outbox.replace.mockResolvedValueOnce({
      kind: 'refused',
      problem: problem('storage', 'This device is full'),
    })
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    const full = await screen.findByText(/This device is full/)
    expect(full.textContent).toContain('Your text is still here.')
    expect(document.activeElement).toBe(full)
    expect(field.value).toBe('The whole of it')
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(outbox.replace).toHaveBeenLastCalledWith(item.id, {
      patientId: 'p1',
      text: 'The whole of it',
      checkupId: 'c9',
    })
  })

  test('a date and an acuity score are edited in fields that fit them', async () => {
    const date = conflictOf({ id: 'date', state: 'expired' })
    const score = itemOf({
      id: 'score',
      op: 'setPatientAcuityScore',
      input: { patientId: 'p1', score: 3, reason: 'Tired' },
    })
    const { user, outbox } = await open([date, score])
    await user.click(
      screen.getByRole('button', { name: 'Edit: Expected discharge date, John Smith' }),
    )
    const day = within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(
      'Expected discharge date',
    )
    expect([day.type, day.value]).toEqual(['date', '2026-11-28'])
    fireEvent.change(day, { target: { value: '2020-01-01' } })
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    expect(screen.getByText('Expected discharge date cannot be in the past')).toBeTruthy()
    expect(outbox.replace).not.toHaveBeenCalled()
    await user.clear(day)
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    await waitFor(() =>
      expect(outbox.replace).toHaveBeenLastCalledWith('date', {
        patientId: 'p2',
        expectedDischargeDate: null,
      }),
    )
    await user.click(screen.getByRole('button', { name: /^Edit: Acuity score/ }))
    await user.click(screen.getByRole('radio', { name: '1, emergency' }))
    // As where a score is given: only who types the full name of the patient gives another.
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    expect(screen.getByText('Patient name must be confirmed')).toBeTruthy()
    await user.type(
      screen.getByLabelText('Enter the full name of the patient to confirm'),
      'John Smith',
    )
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    expect(screen.getByText('Patient name must match')).toBeTruthy()
    expect(document.activeElement).toBe(
      screen.getByLabelText('Enter the full name of the patient to confirm'),
    )
    expect(outbox.replace).not.toHaveBeenCalledWith('score', expect.anything())
    await user.clear(screen.getByLabelText('Enter the full name of the patient to confirm'))
    await user.type(
      screen.getByLabelText('Enter the full name of the patient to confirm'),
      "zoë o'neill",
    )
    await user.click(screen.getByRole('button', { name: 'Save and send' }))
    await waitFor(() =>
      expect(outbox.replace).toHaveBeenLastCalledWith('score', {
        patientId: 'p1',
        score: 1,
        reason: 'Tired',
      }),
    )
  })

  test('contact details that were refused are corrected in the form of the record, with what was typed and what was seen', async () => {
    const seen = {
      telephone: '01392555010',
      address: { address: '1 High Street', postcode: 'EX1 1AA' },
    }
    const address = { address: '2 Low Street', postcode: 'EX2 2BB' }
    const item = itemOf({
      op: 'updatePatientContactDetails',
      state: 'refused',
      code: 'INVALID',
      problem: problem('invalid-arguments', null, [
        { path: 'newContact.telephone', message: 'Must be a telephone number' },
      ]),
      input: { patientId: 'p1', newContact: { telephone: '0139', address }, seen },
    })
    const { user, outbox } = await open([item])
    await user.click(screen.getByRole('button', { name: "Edit: Contact details, Zoë O'Neill" }))
    const box = within(screen.getByRole('dialog'))
    expect(box.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
      '2 Low Street',
      'EX2 2BB',
      '0139',
    ])
    expect(screen.getByRole('dialog').textContent).toContain('Must be a telephone number')
    const telephone = box.getByRole('textbox', { name: 'Phone Number' })
    await user.clear(telephone)
    await user.click(box.getByRole('button', { name: 'Save and send' }))
    expect(box.getByRole('link', { name: 'Phone Number: Required' })).toBeTruthy()
    expect(outbox.replace).not.toHaveBeenCalled()
    outbox.replace.mockResolvedValueOnce({
      kind: 'refused',
      problem: problem('invalid-arguments', null, [
        { path: 'newContact.postcode', message: 'Has at most 20 characters' },
      ]),
    })
    await user.type(telephone, '01392 555 011')
    await user.click(box.getByRole('button', { name: 'Save and send' }))
    const fault = await box.findByRole('textbox', { name: 'Postcode' })
    await waitFor(() => expect(fault.getAttribute('aria-invalid')).toBe('true'))
    await user.click(box.getByRole('button', { name: 'Save and send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(outbox.replace).toHaveBeenLastCalledWith(item.id, {
      patientId: 'p1',
      newContact: { telephone: '01392555011', address },
      seen,
    })
  })

  test('discarding names the patient and the words and takes no answer without a reason', async () => {
    const item = itemOf({ state: 'refused', code: 'FORBIDDEN' })
    const { user, outbox } = await open([item])
    await user.click(screen.getByRole('button', { name: /^Discard/ }))
    expect(dialog().textContent).toContain("Zoë O'Neill")
    expect(dialog().textContent).toContain('Walked to the kitchen')
    const discard = within(dialog()).getByRole('button', { name: 'Discard' })
    await user.click(discard)
    expect(within(dialog()).getByText('Choose a reason')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog()).getAllByRole('radio')[0])
    await user.click(within(dialog()).getByRole('radio', { name: 'Another reason' }))
    await user.type(within(dialog()).getByLabelText('The reason'), '   ')
    await user.click(discard)
    expect(within(dialog()).getByText('Enter the reason')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog()).getByLabelText('The reason'))
    expect(outbox.discard).not.toHaveBeenCalled()
    await user.type(within(dialog()).getByLabelText('The reason'), 'Told by phone')
    await user.click(discard)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(outbox.discard).toHaveBeenCalledExactlyOnceWith(item.id, 'Told by phone')
  })

  test('C7 what waits is taken back after a look at alert and patient, without a reason', async () => {
    const item = itemOf({
      op: 'setAlertStatus',
      input: { patientId: 'p1', alerts: [{}], alertNames: ['High early-warning score'] },
    })
    const { user, outbox } = await open([item])
    await user.click(screen.getByRole('button', { name: /^Take back: Alerts resolved, Zoë/ }))
    expect(dialog().textContent).toContain("Zoë O'Neill")
    expect(dialog().textContent).toContain('Alert: High early-warning score')
    await user.click(within(dialog()).getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(outbox.discard).toHaveBeenCalledExactlyOnceWith(item.id, 'Taken back before it was sent')
  })

  test('after a decision the keyboard goes on at the head of the page, wherever its button has gone', async () => {
    const item = itemOf({ state: 'refused', code: 'FORBIDDEN' })
    const stays = itemOf(
      {
        id: 'stays',
        state: 'refused',
        code: 'FORBIDDEN',
        input: { patientId: 'p1', text: 'Slept well' },
      },
      1,
    )
    const { user, outbox, items } = await open([item, stays])
    outbox.discard.mockImplementationOnce(() => {
      setTimeout(() => act(() => items.set([stays])), 20)
      return Promise.resolve(undefined)
    })
    await user.click(screen.getAllByRole('button', { name: /^Discard/ })[0] ?? document.body)
    await user.click(within(dialog()).getByRole('radio', { name: 'No longer true' }))
    await user.click(within(dialog()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('Walked to the kitchen')).toBeNull())
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.textContent).toMatch(/^Connected to the server/)
  })

  test('the time of the next question is told for what waits, not for what needs a decision already', async () => {
    const expiresAt = Date.now() + 3_600_000
    await open([itemOf({ expiresAt }), itemOf({ state: 'refused', code: 'FORBIDDEN', expiresAt })])
    expect(within(section('Waiting to be sent')).getByText(/^We ask you again after/)).toBeTruthy()
    expect(
      within(section('Needs your attention')).queryByText(/^We ask you again after/),
    ).toBeNull()
  })

  test('what was typed into the dialogs is there again after they were closed without a word, and gone after Cancel', async () => {
    const { user } = await open([
      itemOf({
        state: 'refused',
        code: 'INVALID',
        input: { patientId: 'p1', text: 'Half', checkupId: null },
      }),
    ])
    const edit = async () => {
      await user.click(screen.getByRole('button', { name: /^Edit/ }))
      return within(screen.getByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox', {
        name: 'Note',
      })
    }
    await user.type(await edit(), ' and half')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await edit()).value).toBe('Half and half')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect((await edit()).value).toBe('Half')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /^Discard/ }))
    await user.click(screen.getByRole('radio', { name: 'Another reason' }))
    await user.type(within(dialog()).getByLabelText('The reason'), 'Told by')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^Discard/ }))
    expect(within(dialog()).getByLabelText<HTMLInputElement>('The reason').value).toBe('Told by')
  })

  test('a discard that the device could not keep leaves the item and the dialog where they are', async () => {
    const { user, outbox } = await open([itemOf({ state: 'stuck' })])
    outbox.discard.mockRejectedValueOnce(
      new ProblemError(problem('storage', 'This device is full')),
    )
    await user.click(screen.getByRole('button', { name: /^Discard/ }))
    await user.click(screen.getByRole('radio', { name: 'No longer true' }))
    await user.click(within(dialog()).getByRole('button', { name: 'Discard' }))
    expect(await within(dialog()).findByText(/This device is full/)).toBeTruthy()
    expect(outbox.discard).toHaveBeenCalledWith(expect.anything(), 'No longer true')
  })

  test('an export is copied, kept as a text file or printed, and the item stays', async () => {
    const item = itemOf({ state: 'refused', code: 'FORBIDDEN' })
    const { user } = await open([item, itemOf()])
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const files: Blob[] = []
    URL.createObjectURL = (file: Blob) => {
      files.push(file)
      return 'blob:x'
    }
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    await user.click(
      within(section('Needs your attention')).getByRole('button', { name: /^Export/ }),
    )
    const sheet = within(screen.getByRole('dialog'))
    const text = sheet.getByRole('region', { name: 'What was written' }).textContent
    expect(text?.split('\n')).toEqual([
      'Note: not on the record yet',
      "Patient: Zoë O'Neill, born 29-Feb-1940, NHS No. ending 5919",
      expect.stringMatching(/^Written by Ada Nurse, \d\d-\w{3}-\d{4} \d\d:\d\d$/),
      'Not accepted. You were not allowed to do this when you wrote it.',
      '',
      'Walked to the kitchen',
    ])
    await user.click(sheet.getByRole('button', { name: 'Copy' }))
    expect(written).toHaveBeenCalledWith(text)
    await user.click(sheet.getByRole('button', { name: 'Download as text' }))
    expect(await files[0]?.text()).toBe(text)
    expect(clicked).toHaveBeenCalled()
    await user.click(sheet.getByRole('button', { name: 'Print' }))
    expect(printed).toHaveBeenCalled()
    await user.click(sheet.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Export all' }))
    expect(screen.getByRole('region', { name: 'What was written' }).textContent).toMatch(
      /Not accepted\.[^]*Not sent yet\./,
    )
  })
})

describe('a conflict', () => {
  test('shows before, yours and theirs with name and time, and marks what differs in a word', async () => {
    await open([conflictOf()])
    expect(section('Needs your attention').textContent).toContain(
      'Sam Okafor changed this at 21-Nov-2026 08:30, after you saw it. Nothing was overwritten.',
    )
    const table = within(screen.getByRole('table', { name: 'Expected discharge date, John Smith' }))
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Field',
      'When you saw it',
      'Yours',
      'Other version: Sam Okafor',
    ])
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '24-Nov-2026',
      '28-Nov-2026',
      '02-Dec-2026',
    ])
    expect(table.getByRole('rowheader').textContent).toBe('Expected discharge date Differs')
  })

  test('of contact details shows the field that is open alone, and says that the rest is saved', async () => {
    const home = { address: '1 High Street', postcode: 'EX1 1AA' }
    const { user } = await open([
      conflictOf({
        op: 'updatePatientContactDetails',
        input: {
          patientId: 'p2',
          newContact: {
            telephone: '01392555011',
            address: { address: '2 Low Street', postcode: 'EX2 2BB' },
          },
          seen: { telephone: '01392555010', address: home },
        },
        conflict: {
          fields: [
            {
              name: 'address',
              before: '1 High Street, EX1 1AA',
              yours: '2 Low Street, EX2 2BB',
              theirs: 'Hill Farm, EX3 3CC',
            },
          ],
          changedBy: 'Sam Okafor',
          changedAt: '2026-11-21T08:30:00.000Z',
        },
      }),
    ])
    expect(section('Needs your attention').textContent).toContain(
      'Until you decide, the other version stays. The rest of what you wrote is saved.',
    )
    const table = within(screen.getByRole('table', { name: 'Contact details, John Smith' }))
    expect(table.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      'Address Differs',
    ])
    await user.click(screen.getByRole('button', { name: /^Send mine/ }))
    expect(dialog().textContent).toContain(
      'AddressHill Farm, EX3 3CC becomes 2 Low Street, EX2 2BB',
    )
  })

  test('of contact details of which nothing is told it is said that a part may be saved, and neither more nor less', async () => {
    const home = { address: '1 High Street', postcode: 'EX1 1AA' }
    const seen = { telephone: '01392555010', address: home }
    const untold = (newContact: object) =>
      conflictOf({
        op: 'updatePatientContactDetails',
        input: { patientId: 'p2', newContact: { ...seen, ...newContact }, seen },
        conflict: null,
      })
    const { user, items } = await open([untold({ telephone: '01392555011', address: null })])
    const words = () => section('Needs your attention').textContent
    expect(words()).toContain('Part of what you wrote may already be saved.')
    expect(words()).toContain('Some of these may be on the record, as marked.')
    expect(words()).not.toMatch(/Nothing was overwritten|These are not on the record/)
    await user.click(screen.getByRole('button', { name: /^Keep the other version/ }))
    expect(dialog().textContent).toContain('It may already be on the patient’s record')
    await user.click(within(dialog()).getByRole('button', { name: 'Keep it' }))
    await user.click(screen.getByRole('button', { name: /^Export/ }))
    expect(screen.getByRole('region', { name: 'What was written' }).textContent).toContain(
      'Contact details: may be on the record already',
    )
    // Of one field all is known: it was not done.
    act(() => items.set([untold({ telephone: '01392555011' })]))
    await waitFor(() => expect(words()).toContain('Nothing was overwritten.'))
    expect(words()).toContain('These are not on the record.')
  })

  test('a clinical value is never overwritten by one press: the question names the patient and both values', async () => {
    const item = conflictOf()
    const { user, outbox } = await open([item])
    await user.click(
      screen.getByRole('button', {
        name: 'Send mine: Expected discharge date, John Smith',
      }),
    )
    expect(outbox.retry).not.toHaveBeenCalled()
    expect(within(dialog()).getByRole('heading').textContent).toBe('Change it for John Smith?')
    expect(dialog().textContent).toContain('Expected discharge date02-Dec-2026 becomes 28-Nov-2026')
    await user.click(within(dialog()).getByRole('button', { name: 'Go back' }))
    expect(outbox.retry).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: /^Send mine/ }))
    await user.click(within(dialog()).getByRole('button', { name: 'Yes, send mine' }))
    expect(outbox.retry).toHaveBeenCalledExactlyOnceWith(item.id)
  })

  test('can be decided by keyboard: the careful answer has the focus, Escape returns to the button, and a decision moves the focus to the top of the page', async () => {
    const item = conflictOf()
    const { user, outbox } = await open([item])
    const button = (name: RegExp) =>
      within(section('Needs your attention')).getByRole('button', { name })
    button(/^Keep the other version/).focus()
    await user.tab()
    expect(document.activeElement).toBe(button(/^Send mine/))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(within(dialog()).getByRole('button', { name: 'Go back' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(button(/^Send mine/))
    await user.keyboard('{Enter}{Tab}')
    expect(document.activeElement).toBe(
      within(dialog()).getByRole('button', { name: 'Yes, send mine' }),
    )
    outbox.retry.mockRejectedValueOnce(new ProblemError(problem('storage', 'This device is full')))
    await user.keyboard('{Enter}')
    await screen.findByText(/This device is full/)
    expect(document.activeElement?.id).toBe(`item-${item.id}`)
    button(/^Send mine/).focus()
    await user.keyboard('{Enter}{Tab}{Enter}')
    await waitFor(() => expect(outbox.retry).toHaveBeenCalledTimes(2))
    await waitFor(() =>
      expect(document.activeElement?.textContent).toMatch(/^Connected to the server/),
    )
    await user.tab()
    expect(document.activeElement?.tagName).not.toBe('BODY')
  })

  test('what else has changed is told with it, and is not what sending yours would change', async () => {
    const { conflict } = conflictOf()
    const moved = { name: 'ward', before: 'Willow', yours: 'Willow', theirs: 'Cedar' }
    const { user } = await open([
      conflictOf({
        code: 'ADMISSION_CHANGED',
        conflict: {
          changedBy: null,
          changedAt: null,
          fields: [moved, ...(conflict?.fields ?? [])],
        },
      }),
    ])
    expect(screen.getByText(/The patient has since been moved or discharged/)).toBeTruthy()
    expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      'Ward Differs',
      'Expected discharge date Differs',
    ])
    await user.click(screen.getByRole('button', { name: /^Send mine/ }))
    expect(
      within(dialog())
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['Ward is now: Cedar', 'Expected discharge date02-Dec-2026 becomes 28-Nov-2026'])
  })

  test('keeping theirs gives yours up, with the reason there already', async () => {
    const item = conflictOf()
    const { user, outbox } = await open([item])
    await user.click(screen.getByRole('button', { name: /^Keep the other version/ }))
    expect(within(dialog()).getByLabelText<HTMLInputElement>('The reason').value).toBe(
      'The change by Sam Okafor was kept',
    )
    await user.click(within(dialog()).getByRole('button', { name: 'Discard' }))
    expect(outbox.discard).toHaveBeenCalledExactlyOnceWith(
      item.id,
      'The change by Sam Okafor was kept',
    )
  })

  test('a conflict of which nothing is told is not sent without saying so', async () => {
    const { user } = await open([conflictOf({ conflict: null })])
    expect(screen.getByText(/The current value could not be read/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Send mine/ }))
    expect(dialog().textContent).toContain('The current value could not be read')
  })
})

describe('ways in', () => {
  test('the connection in the header leads there, in every state, and says how many need somebody', async () => {
    const portal = openPortal('/virtual-ward', { session: nurse })
    await screen.findByRole('heading', { name: 'Virtual ward page' })
    act(() =>
      portal.connection.set({ state: 'refused', lastContactAt: noon, waiting: 0, refused: 2 }),
    )
    await waitFor(() => expect(bar().getByRole('status').textContent).toBe('2 need your attention'))
    act(() =>
      portal.connection.set({ state: 'offline', lastContactAt: noon, waiting: 3, refused: 1 }),
    )
    expect(bar().getByRole('status').textContent).toBe(
      'Offline: 3 changes kept on this device, data from 05-Jan-2026 14:32 · 1 needs your attention',
    )
    await portal.user.click(bar().getByRole('link', { name: /^Offline/ }))
    await screen.findByRole('heading', { level: 1, name: 'Sync centre' })
    expect(document.title).toBe('Sync centre · Lamplight')
  })

  test('so does the user menu, with the number of records', async () => {
    const portal = openPortal('/virtual-ward', {
      session: nurse,
      prepare: (fake) =>
        fake.connection.set({ state: 'waiting', lastContactAt: noon, waiting: 2, refused: 1 }),
    })
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
    await portal.user.click(screen.getByRole('link', { name: 'Sync centre (3)' }))
    await waitFor(() => expect(portal.at()).toBe('/sync'))
  })

  test('nobody gets there without signing in', async () => {
    const portal = openPortal('/sync')
    await waitFor(() => expect(portal.at()).toBe('/login?next=%2Fsync'))
  })
})

test('no axe finding with items of every state, nor in the dialogs', async () => {
  const { user } = await open([
    conflictOf(),
    itemOf({ state: 'refused', code: 'FORBIDDEN' }),
    itemOf({ state: 'checking' }),
    itemOf({ state: 'held-update' }),
    itemOf({ state: 'stuck' }),
  ])
  // Contrast needs a browser (tests/e2e/axe.e2e.ts).
  const findings = async () =>
    (
      await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(await findings()).toEqual([])
  await user.click(
    within(section('Needs your attention')).getAllByRole('button', { name: /^Discard/ })[0] ??
      document.body,
  )
  expect(await findings()).toEqual([])
  await user.click(within(dialog()).getByRole('button', { name: 'Keep it' }))
  await user.click(screen.getAllByRole('button', { name: /^Edit/ })[0] ?? document.body)
  expect(await findings()).toEqual([])
})
