// @vitest-environment jsdom
import { openAlert } from '../alerts'
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { ReviewedAccess } from '../../../src/data/emergency-access'
import type { Permission } from '../../../src/domain/access/permissions'
import { emergencyAccessRoom } from '../../../src/features/emergency-access'
import { reportsRoom } from '../../../src/features/reports'
import { reportsTexts } from '../../../src/texts/reports'
import { patientsRoom } from '../../../src/features/patients'
import { source } from '../../../src/engine/define'
import { problem } from '../../../src/domain/problem'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'
import {
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const minute = 60_000
const stamp = (ms: number): string => new Date(Date.now() + ms).toISOString()
const accessOf = (over: Partial<ReviewedAccess> = {}): ReviewedAccess => ({
  id: 'e1',
  patientId: 'p1',
  patientName: 'John Smith',
  user: { id: 'u2', name: 'Nia Okafor' },
  isOwn: false,
  opensRecord: false,
  reason: 'Called at night',
  reasonAgain: null,
  nthInShift: 1,
  openedAt: '2026-01-05T10:00:00.000Z',
  endsAt: '2026-01-05T10:30:00.000Z',
  asOf: '2026-01-05T12:00:00.000Z',
  reviewedAt: null,
  reviewedBy: null,
  outcome: null,
  looks: [],
  ...over,
})
const ownFor = (ms: number) =>
  accessOf({
    isOwn: true,
    opensRecord: true,
    openedAt: stamp(ms - 30 * minute),
    endsAt: stamp(ms),
    asOf: stamp(0),
  })
const alert = openAlert('a1', [stamp(-5 * minute)], { startedAt: stamp(-90 * minute) })
const nurse: readonly Permission[] = ['view_patients', 'add_patient_notes', 'edit_patients']
const gone = {
  ...answered([]),
  gone: 'UNKNOWN' as const,
  problem: problem('not-found', 'Not found'),
}

/** Opens a record; `accesses` undefined: the server does not tell. */
const record = (
  accesses: readonly ReviewedAccess[] | undefined,
  {
    isOpen = true,
    endsAt,
    permissions = nurse,
    features = ['wards', 'patientAcuityScore'],
    connection = 'live',
    edition = 'en-GB',
    path = '/patient/p1/notes',
    alerts,
  }: {
    /** Undefined: the server does not tell. */
    readonly alerts?: readonly object[]
    readonly isOpen?: boolean
    /** Of the record's reading. */
    readonly endsAt?: number
    readonly permissions?: readonly Permission[]
    readonly features?: readonly ('wards' | 'patientAcuityScore')[]
    readonly connection?: 'live' | 'offline'
    readonly edition?: 'en-GB' | 'en-US'
    readonly path?: string
  } = {},
) => {
  const fake = clinicalRuntime()
  const open = { ...answered([patientOf()]), ...(endsAt === undefined ? {} : { endsAt }) }
  fake.view('patientRecord').set(isOpen ? open : (gone as never))
  fake.view('patientNotes').set(answered([]))
  fake.ask.mockImplementation(async (name) =>
    name === 'emergencyAccess' && accesses !== undefined
      ? done(accesses)
      : name === 'patientAlerts' && alerts !== undefined
        ? done({ alerts, callings: [], asOf: Date.now() })
        : refused('not told'),
  )
  fake.run.mockImplementation(async () => done(ownFor(30 * minute)))
  Object.assign(fake.runtime, { session: source(signedIn(meOf({ permissions, features }))) })
  if (connection === 'offline') fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  return openClinical(path, {
    fake,
    permissions: { permissions, features },
    edition,
    rooms: [reportsRoom],
  })
}

describe('a record that is not open to the nurse', () => {
  test('offers emergency access, asks for a reason, and is read again', async () => {
    const { user, run, refresh } = record([], { isOpen: false })
    await user.click(await screen.findByRole('button', { name: 'Emergency access' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Open a record in an emergency?' }),
    )
    expect(dialog.getByText(/^For a patient on a ward that is not yours/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }))
    expect(run).not.toHaveBeenCalled()
    await user.type(dialog.getByRole('textbox', { name: /Why do you need/ }), 'Called at night')
    refresh.mockClear()
    await user.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }))
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('openEmergencyAccess', {
        patientId: 'p1',
        reason: 'Called at night',
        reasonAgain: null,
      }),
    )
    await waitFor(() => expect(refresh).toHaveBeenCalled())
  })

  test('is asked for the reason again where the server wants it, and is not kept from the record', async () => {
    const { user, run } = record([], { isOpen: false })
    run.mockResolvedValueOnce({
      kind: 'refused',
      problem: problem('conflict:reason-again'),
    })
    await user.click(await screen.findByRole('button', { name: 'Emergency access' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /Why do you need/ }), 'Called at night')
    await user.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }))
    const again = await dialog.findByRole('textbox', { name: /needed again/ })
    expect(dialog.getByRole('alert').textContent).toMatch(/managers of the ward are told/)
    expect(screen.queryByText(/can open this record without/)).toBeNull()
    await user.type(again, 'The fifth call of this night')
    await user.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }))
    await waitFor(() =>
      expect(run).toHaveBeenLastCalledWith('openEmergencyAccess', {
        patientId: 'p1',
        reason: 'Called at night',
        reasonAgain: 'The fifth call of this night',
      }),
    )
  })

  test('says so where it is not needed', async () => {
    const { user, run } = record([], { isOpen: false })
    run.mockImplementation(async () => refused('NOT_NEEDED', 'conflict'))
    await user.click(await screen.findByRole('button', { name: 'Emergency access' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Called at night')
    await user.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }))
    expect(await dialog.findByText(/^You can open this record without/)).toBeTruthy()
  })

  test('offers nothing to Read Only, or where there are no wards', async () => {
    record([], { isOpen: false, permissions: ['view_patients'] })
    await screen.findByText('Patient not found')
    expect(screen.queryByRole('button', { name: 'Emergency access' })).toBeNull()
    cleanup()
    record([], { isOpen: false, features: [] })
    await screen.findByText('Patient not found')
    expect(screen.queryByRole('button', { name: 'Emergency access' })).toBeNull()
  })

  test('cannot be opened without a connection', async () => {
    record([], { isOpen: false, connection: 'offline' })
    expect(
      (await screen.findByRole<HTMLButtonElement>('button', { name: 'Emergency access' })).disabled,
    ).toBe(true)
  })
})

describe('a record that is open in an emergency', () => {
  test('says so with the time that is left and the reason', async () => {
    record([ownFor(12 * minute - 5_000)])
    const banner = await screen.findByText('Emergency access')
    expect(banner.parentElement?.textContent).toContain('Ends in 12 minutes.')
    expect(banner.parentElement?.textContent).toContain('Your reason: Called at night')
  })

  test('shows the open alerts, which the server is asked for, and nothing to do about them', async () => {
    const { user } = record([ownFor(12 * minute)], { alerts: [alert] })
    await user.click(await screen.findByRole('button', { name: /^Alert: Low oxygen saturation/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Alerts' }))
    expect(dialog.getByText(/cannot do anything about its alerts/)).toBeTruthy()
    expect(
      dialog.queryByRole('button', { name: /dealing with this|^Resolve:|^Snooze:/ }),
    ).toBeNull()
    expect(screen.getByText(/When the next check-up is due is shown to the ward only/)).toBeTruthy()
  })

  test('does not say that no alert is open where the server did not tell', async () => {
    record([ownFor(12 * minute)])
    expect(await screen.findByText('Open alerts are not known now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /No open alerts/ })).toBeNull()
    cleanup()
    record([ownFor(12 * minute)], { alerts: [] })
    expect(await screen.findByRole('button', { name: /No open alerts/ })).toBeTruthy()
  })

  test('has the report, and no PDF of it is asked for', async () => {
    record([], { path: '/patient/p1/reports' })
    expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeTruthy()
    cleanup()
    record([ownFor(12 * minute)], { path: '/patient/p1/reports' })
    await screen.findByText('Emergency access')
    await screen.findByRole('heading', { name: reportsTexts('en-GB').heading })
    expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
  })

  test('counts the last minute in seconds', async () => {
    record([ownFor(40_000)])
    expect(await screen.findByText(/Ends in (40|39|38) seconds/)).toBeTruthy()
  })

  test('shows nothing with which it would be changed', async () => {
    record([])
    expect(await screen.findByRole('button', { name: /Add note/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Watch/ })).toBeTruthy()
    cleanup()
    record([ownFor(12 * minute)])
    await screen.findByText('Emergency access')
    expect(screen.queryByRole('button', { name: /Add note/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull()
  })

  test('shows nothing with which it would be changed, also before the server told whose access it is', async () => {
    record(undefined, { endsAt: Date.now() + 12 * minute })
    expect(await screen.findByText('Emergency access')).toBeTruthy()
    expect(screen.getByText(/You can read, and change nothing/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Add note/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull()
  })

  test('tells its looks with the end of the access, so that they count with it', async () => {
    const endsAt = Date.now() + 12 * minute
    const { looked } = record([ownFor(12 * minute)], { endsAt })
    await screen.findByText('Emergency access')
    expect(looked).toHaveBeenCalledWith('p1', 'notes', endsAt)
  })

  test('is closed on the screen when its time is over, whatever the device still holds', async () => {
    record([ownFor(-1)])
    expect(await screen.findByText('Your emergency access ended')).toBeTruthy()
    expect(screen.queryByText(/Smith/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Emergency access' })).toBeTruthy()
  })
})

describe('the ward', () => {
  test('reads who opened the record in an emergency, when and why, and works on', async () => {
    record([accessOf(), accessOf({ id: 'e0' })])
    const banner = await screen.findByText('Nia Okafor opened this record in an emergency')
    expect(banner.parentElement?.textContent).toContain('05-Jan-2026')
    expect(banner.parentElement?.textContent).toContain('Reason: Called at night')
    expect(banner.parentElement?.textContent).toContain('one more time')
    expect(screen.getByRole('button', { name: /Add note/ })).toBeTruthy()
  })

  test('without wards nothing is asked', async () => {
    const { ask } = record([accessOf()], { features: [] })
    await screen.findByRole('button', { name: /Add note/ })
    expect(ask.mock.calls.some(([name]) => name === 'emergencyAccess')).toBe(false)
  })
})

describe('from the list of patients', () => {
  test('a patient is found by number and date of birth', async () => {
    const me = meOf({
      permissions: ['view_patients', 'add_patient_notes', 'view_patient_archive'],
      features: ['wards'],
    })
    const { user, run } = openPortal('/patients/admitted?dialog=emergency-access', {
      session: signedIn(me),
      rooms: [patientsRoom],
      prepare: ({ run: fake }) => fake.mockImplementation(async () => refused('no', 'not-found')),
    })
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Open a record in an emergency?' }),
    )
    await user.type(dialog.getByRole('textbox', { name: /NHS number/ }), '9449305552')
    await user.type(dialog.getByRole('textbox', { name: /Date of birth/ }), '29/02/1940')
    await user.type(dialog.getByRole('textbox', { name: /Why do you need/ }), 'Called at night')
    await user.click(dialog.getByRole('button', { name: 'Open for 30 minutes' }))
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('openEmergencyAccess', {
        nhsNumber: '9449305552',
        birthDate: '1940-02-29',
        reason: 'Called at night',
        reasonAgain: null,
      }),
    )
    expect(await dialog.findByText(/^This organisation has no such patient/)).toBeTruthy()
  })
})

describe('the list to review', () => {
  const review = (
    answer: () => unknown,
    {
      permissions = ['view_patients', 'create_users'],
      edition = 'en-GB',
    }: { readonly permissions?: readonly Permission[]; readonly edition?: 'en-GB' | 'en-US' } = {},
  ) => {
    const me = meOf({ permissions })
    return openPortal('/settings/emergency-access', {
      session: signedIn({ ...me, actingOrganization: { ...me.actingOrganization, edition } }),
      rooms: [emergencyAccessRoom],
      prepare: ({ ask, run }) => {
        const rest = ask.getMockImplementation()
        ask.mockImplementation(async (name, input) =>
          name === 'emergencyAccesses' ? answer() : rest?.(name, input),
        )
        run.mockImplementation(async () => done(accessOf({ outcome: 'JUSTIFIED' })))
      },
    })
  }
  const page = (...entries: readonly ReviewedAccess[]) =>
    done({
      entries,
      next: null,
      toReview: entries.filter(({ outcome }) => outcome === null).length,
    })

  test('names who, which patient, why, when, what they looked at, and that nobody reviewed it', async () => {
    review(() =>
      page(
        accessOf({
          looks: [
            { screen: 'vitals', readAt: '2026-01-05T10:01:00.000Z' },
            { screen: 'ecg', readAt: '2026-01-05T10:04:00.000Z' },
            ...[5, 6, 7].map((minute) => ({
              screen: 'given:notes',
              readAt: `2026-01-05T10:0${minute}:00.000Z`,
            })),
          ],
        }),
      ),
    )
    const table = within(await screen.findByRole('table', { name: 'Emergency access' }))
    expect(
      table.getByRole('row', {
        name: /Nia Okafor.*John Smith.*Called at night.*05-Jan-2026.*Vitals.*ECG.*Notes, given out by the server 3 times, 10:05 to 10:07.*Not reviewed/,
      }),
    ).toBeTruthy()
    expect(screen.getByText('1 to review')).toBeTruthy()
  })

  test('what was found is said', async () => {
    const { user, run } = review(() => page(accessOf()))
    await user.click(await screen.findByRole('button', { name: /Actions for Nia Okafor/ }))
    await user.click(await screen.findByRole('button', { name: 'Review' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Was there reason?' }))
    expect(dialog.getByText('Called at night')).toBeTruthy()
    await user.selectOptions(dialog.getByRole('combobox'), 'JUSTIFIED')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('reviewEmergencyAccess', { id: 'e1', outcome: 'JUSTIFIED' }),
    )
  })

  test('one’s own is somebody else’s to review; a patient who is not seen has no name', async () => {
    const { user } = review(() => page(accessOf({ isOwn: true, patientName: null })))
    expect(await screen.findByText('A patient you cannot see')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /Actions for Nia Okafor/ }))
    expect(
      (await screen.findByRole('button', { name: /Review/ })).getAttribute('aria-disabled') ??
        String((screen.getByRole('button', { name: /Review/ }) as HTMLButtonElement).disabled),
    ).toBe('true')
  })

  test('an empty list, and one that failed, say so', async () => {
    review(() => page())
    expect(await screen.findByText('No record was opened in an emergency')).toBeTruthy()
    cleanup()
    review(() => refused('no'))
    expect(await screen.findByText('The emergency accesses could not be loaded')).toBeTruthy()
  })

  test('is no tab of who may not supervise', async () => {
    review(() => page(accessOf()), { permissions: ['view_patients'] })
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    expect(screen.queryByRole('tab', { name: 'Emergency access' })).toBeNull()
  })
})

test('both editions have the same words but where they differ', async () => {
  const { emergencyAccessTexts } = await import('../../../src/texts/emergency-access')
  expect(emergencyAccessTexts('en-US').open.number).toBe('MRN')
  expect(emergencyAccessTexts('en-US').open.noSuch).toContain('organization')
})
