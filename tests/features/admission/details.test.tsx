// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import { problem } from '../../../src/domain/problem'
import { source } from '../../../src/engine/define'
import { IdentityProvider } from '../../../src/engine/react'
import { admissionRoom } from '../../../src/features/admission'
import type { Auth } from '../../../src/platform/auth'
import type { Room } from '../../../src/ui/room'
import { done, meOf, refused, signedIn } from '../../app/fake-portal'
import {
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/notes/NotesTab'),
    import('../../../src/features/admission/RemoveDialog'),
    import('../../../src/features/admission/EditDialog'),
    import('../../../src/features/admission/RecordDialogs'),
    import('../../../src/features/admission/ResetPasswordDialog'),
  ])
})
afterEach(cleanup)

const all: readonly Permission[] = ['view_patients', 'edit_patients', 'delete_patients']
const free = { isMonitored: false, isAdmitted: false, isShared: false }
const listRoom: Room = {
  id: 'list',
  routes: [
    {
      access: { path: '/patients', access: 'member' },
      layout: 'standard',
      offline: 'kept',
      title: () => 'Patients',
      load: async () => () => <h1>Patients</h1>,
    },
  ],
}

/** The room, with the identity provider that the app has around every screen. */
const identifiedRoom: Room = {
  ...admissionRoom,
  patientActions: (admissionRoom.patientActions ?? []).map((action) => ({
    ...action,
    load: async () => {
      const Dialog = await action.load()
      return (props) => (
        <IdentityProvider auth={{} as Auth}>
          <Dialog {...props} />
        </IdentityProvider>
      )
    },
  })),
}

interface Given {
  readonly permissions?: readonly Permission[]
  readonly answers?: Readonly<Record<string, unknown>>
  readonly answer?: unknown
  readonly patient?: Parameters<typeof patientOf>[0]
  readonly edition?: 'en-GB' | 'en-US'
  readonly features?: readonly Feature[]
}
const open = async (
  dialog: string,
  {
    permissions = all,
    answers = {},
    answer = done(true),
    patient = {},
    edition = 'en-GB',
    features = ['wards', 'selfCare'],
  }: Given = {},
) => {
  const fake = clinicalRuntime()
  const rights = { permissions, features }
  Object.assign(fake.runtime, { session: source(signedIn(meOf(rights))) })
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  fake.ask.mockImplementation(async (name) =>
    name in answers ? done(answers[name]) : refused('The server failed'),
  )
  fake.run.mockImplementation(async () => answer)
  const opened = openClinical(`/patient/p1/notes${dialog === '' ? '' : `?dialog=${dialog}`}`, {
    fake,
    rooms: [identifiedRoom, listRoom],
    permissions: rights,
    edition,
  })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return opened
}
type User = Awaited<ReturnType<typeof open>>['user']
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
const has = (name: string): boolean => screen.queryByRole('button', { name }) !== null
const nameField = () =>
  screen.findByRole('textbox', { name: /Enter the full name of the patient to confirm/ })

describe('the flag Pregnant', () => {
  const only = 'For female patients aged 10 to 60 only: with it NEWS2 gives no total'
  const kind = (active: boolean) => ({
    type: 'Pregnant',
    title: 'Pregnant',
    description: 'NEWS2 does not apply during pregnancy',
    active,
  })
  const tick = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /Pregnant/ })
  const admits = [...all, 'admit_ward_patients'] as const
  const shown = async (active: boolean, patient: Parameters<typeof patientOf>[0]) => {
    const opened = await open('flags', {
      permissions: admits,
      answers: { patientFlags: [kind(active)] },
      patient,
    })
    const { disabled, checked } = await tick()
    return { ...opened, disabled, checked, says: screen.queryByText(only) !== null }
  }

  test('is not offered for a man nor for the old, who are told why; one that is set can be ended', async () => {
    for (const [gender, birthDate, closed] of [
      ['male', '1990-05-01', true],
      ['female', '1935-05-01', true],
      ['female', '1990-05-01', false],
    ] as const) {
      const { disabled, says } = await shown(false, { gender, birthDate })
      expect([gender, birthDate, disabled, says]).toEqual([gender, birthDate, closed, closed])
      cleanup()
    }
    const { user, run, disabled, checked } = await shown(true, { gender: 'male' })
    expect([disabled, checked]).toEqual([false, true])
    await user.click(await tick())
    await press(user, 'Save')
    expect(run).toHaveBeenCalledWith(
      'updatePatientFlags',
      expect.objectContaining({ flags: [{ type: 'Pregnant', active: false }] }),
    )
  })
})

describe('the action of admitting somebody who is admitted', () => {
  const reason = async (organization?: { readonly id: string; readonly name: string }) => {
    const { wardAdmission } = patientOf()
    const { user } = await open('', {
      permissions: [...all, 'admit_ward_patients'],
      patient: { wardAdmission: wardAdmission && { ...wardAdmission, organization } },
    })
    await press(user, 'Actions')
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Admit to ward' }).getAttribute('aria-disabled'),
      ).toBe('true'),
    )
    await user.hover(screen.getByRole('button', { name: 'Admit to ward' }))
    const told = (await screen.findByRole('tooltip')).textContent
    cleanup()
    return told
  }
  test('names the organisation where it is not one’s own', async () => {
    expect(await reason({ id: 'org-9', name: 'Hill Home' })).toMatch(
      /^Patient already admitted \(since 01-Jan-2026 09:00\) at Hill Home\. /,
    )
    for (const own of [undefined, { id: meOf().actingOrganization.id, name: 'Riverside' }])
      expect(await reason(own)).toMatch(/^Patient already admitted \(since 01-Jan-2026 09:00\)\. /)
  })
})

describe('the action of admitting somebody', () => {
  test('is there where the organisation has wards', async () => {
    const found: boolean[] = []
    for (const features of [['wards'], []] as const) {
      await open('', {
        permissions: [...all, 'admit_ward_patients'],
        features,
        patient: { wardAdmission: null },
      })
      found.push(has('Admit to ward'))
      cleanup()
    }
    expect(found).toEqual([true, false])
  })
})

describe('the details of a patient whom another organisation keeps (K7)', () => {
  const { wardAdmission } = patientOf()
  const elsewhere = {
    wardAdmission: wardAdmission && {
      ...wardAdmission,
      organization: { id: 'h', name: 'Hill Home' },
    },
  }
  const told = 'Hill Home keeps the details of this patient. They can be changed there only.'

  test('are not offered to be edited, and the reason names it', async () => {
    const { user, ask } = await open('', { patient: elsewhere })
    await press(user, 'Actions')
    for (const name of ['Edit patient', 'Edit contact details']) {
      await waitFor(() =>
        expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true'),
      )
      await user.hover(screen.getByRole('button', { name }))
      expect(await screen.findByText(told)).toBeTruthy()
      await user.unhover(screen.getByRole('button', { name }))
    }
    expect(ask.mock.calls.map(([name]) => name)).not.toContain('nhsNumberDetails')
  })

  test('are not where the server says it, of somebody who is admitted nowhere', async () => {
    const { user } = await open('', {
      patient: { wardAdmission: null },
      answers: { nhsNumberDetails: { editable: false } },
    })
    await press(user, 'Actions')
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Edit patient' }).getAttribute('aria-disabled'),
      ).toBe('true'),
    )
  })

  test('are closed in the dialogs that an address opens', async () => {
    for (const dialog of ['edit', 'contact']) {
      await open(dialog, { patient: elsewhere })
      const form = within(await screen.findByRole('dialog'))
      expect(form.getByText(told)).toBeTruthy()
      const fields = form.getAllByRole<HTMLInputElement>('textbox')
      expect(fields.filter(({ disabled }) => !disabled)).toEqual([])
      cleanup()
    }
  })
})

describe('removing a patient', () => {
  test('C036 C469 is in the menu of whoever may', async () => {
    const found: boolean[] = []
    for (const permissions of [all, ['view_patients', 'edit_patients'] as const]) {
      const { user } = await open('', { permissions })
      await press(user, 'Actions')
      found.push(has('Remove patient'))
      cleanup()
    }
    expect(found).toEqual([true, false])
  })

  test('C029 after the typed name the patient is removed, and the list is shown', async () => {
    const { user, run, at } = await open('remove', { answers: { patientRemoval: free } })
    await user.type(await nameField(), 'John Smyth')
    await press(user, 'Remove patient')
    expect(run).not.toHaveBeenCalled()
    await user.clear(await nameField())
    await user.type(await nameField(), 'john smith')
    await press(user, 'Remove patient')
    await waitFor(() => expect(at()).toBe('/patients'))
    expect(run).toHaveBeenCalledWith('deletePatient', { patientId: 'p1' })
    expect(await screen.findByText('SMITH, John was removed')).toBeTruthy()
  })

  test('C357 C455 says what keeps the patient, and offers nothing else', async () => {
    const { run } = await open('remove', {
      answers: { patientRemoval: { ...free, isMonitored: true, isAdmitted: true } },
    })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Cannot remove the patient because they are currently under monitoring')
    dialog.getByText('Cannot remove the patient because they are currently admitted to a ward')
    expect(dialog.queryByRole('button', { name: 'Remove patient' })).toBeNull()
    expect(run).not.toHaveBeenCalled()
  })

  test('C576 says that the checks failed, and asks again', async () => {
    const { user, ask } = await open('remove')
    await screen.findByText('An error occurred when performing pre-deletion checks')
    ask.mockImplementation(async () => done(free))
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: /again|Retry/i }),
    )
    expect(await nameField()).toBeTruthy()
  })

  test('C577 says that it failed, and why', async () => {
    const sentence = 'Cannot remove the patient because they are currently admitted to a ward'
    const { user, at } = await open('remove', {
      answers: { patientRemoval: free },
      answer: { kind: 'refused', problem: problem('conflict', sentence) },
    })
    await user.type(await nameField(), 'John Smith')
    await press(user, 'Remove patient')
    await screen.findByText('An error occurred when deleting the patient')
    await screen.findByText(sentence)
    expect(at()).toBe('/patient/p1/notes?dialog=remove')
  })

  test('who is shared is only given up by this organisation, in both editions', async () => {
    for (const [edition, word] of [
      ['en-GB', 'organisations'],
      ['en-US', 'organizations'],
    ] as const) {
      await open('remove', { edition, answers: { patientRemoval: { ...free, isShared: true } } })
      await nameField()
      expect(screen.getByText(new RegExp(`^Other ${word} have this patient too`))).toBeTruthy()
      cleanup()
    }
  })
})

describe('correcting a patient', () => {
  const editable = {
    nhsNumber: '9434765919',
    latestRetrievalTime: null,
    editable: true,
    latestStatus: { status: 'NotTraced', fields: [] },
  }
  const field = (name: RegExp) => screen.findByRole('textbox', { name })
  const retype = async (user: User, name: RegExp, text: string) => {
    await user.clear(await field(name))
    if (text !== '') await user.type(await field(name), text)
  }
  const isLocked = async (): Promise<boolean> =>
    ((await field(/^NHS number/)) as HTMLInputElement).disabled

  test('C037 is in the menu of whoever may', async () => {
    const found: boolean[] = []
    for (const permissions of [all, ['view_patients', 'delete_patients'] as const]) {
      const { user } = await open('', { permissions })
      await press(user, 'Actions')
      found.push(has('Edit patient'))
      cleanup()
    }
    expect(found).toEqual([true, false])
  })

  test('C579 sends what was changed alone, and says Patient Updated', async () => {
    const { user, run, at } = await open('edit', { answers: { nhsNumberDetails: editable } })
    await retype(user, /^Last Name/, 'Smythe')
    await retype(user, /^Address/, '2 Mill Lane')
    await retype(user, /^Postcode/, 'BN1 2AB')
    await press(user, 'Save')
    await waitFor(() => expect(at()).toBe('/patient/p1/notes'))
    expect(run).toHaveBeenCalledWith('updatePatient', {
      patientId: 'p1',
      lastName: 'Smythe',
      address: { address: '2 Mill Lane', postcode: 'BN1 2AB' },
    })
    expect(await screen.findByText('Patient Updated')).toBeTruthy()
  })

  test('half an address is sent as it is typed: the server names the other half, and nothing is cleared', async () => {
    const { user, run } = await open('edit')
    await retype(user, /^Address/, '2 Mill Lane')
    await press(user, 'Save')
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('updatePatient', {
        patientId: 'p1',
        address: { address: '2 Mill Lane', postcode: '' },
      }),
    )
  })

  test('C442 name, birth date and sex are required', async () => {
    const { user, run } = await open('edit')
    await retype(user, /^First Name/, '')
    await retype(user, /^Last Name/, ' ')
    await retype(user, /^Date of Birth/, '')
    await user.selectOptions(screen.getByRole('combobox', { name: /^Sex/ }), '')
    await press(user, 'Save')
    expect(
      screen.getAllByRole('link', { name: /Required/ }).map(({ textContent }) => textContent),
    ).toEqual([
      'First Name: Required',
      'Last Name: Required',
      'Date of Birth: Required',
      'Sex: Required',
    ])
    expect(run).not.toHaveBeenCalled()
  })

  test('C443 telephone, address and postcode are required of who has a login', async () => {
    const { user, run } = await open('edit', {
      permissions: [...all, 'create_patients'],
      answers: { selfCareLogin: { id: 'u1', email: 'ada@example.test' } },
    })
    await screen.findByText(/has a self-care login/)
    await retype(user, /^First Name/, 'Jo')
    await press(user, 'Save')
    expect(screen.getAllByRole('link', { name: /\w: Required$/ })).toHaveLength(3)
    expect(run).not.toHaveBeenCalled()
  })

  test('C479 C514 the number stays locked where the server does not allow it', async () => {
    const { ask } = await open('edit', {
      answers: { nhsNumberDetails: { ...editable, editable: false } },
    })
    await screen.findByText('The NHS number cannot be changed here.')
    expect(ask).toHaveBeenCalledWith('nhsNumberDetails', { patientId: 'p1' })
    expect([await isLocked(), has('Edit NHS number')]).toEqual([true, false])
    cleanup()
    await open('edit')
    expect([await isLocked(), has('Edit NHS number')]).toEqual([true, false])
  })

  test('C480 C444 the edit icon unlocks the number, which is sent without spaces', async () => {
    const { user, run } = await open('edit', { answers: { nhsNumberDetails: editable } })
    expect(await isLocked()).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Edit NHS number' }))
    expect(await isLocked()).toBe(false)
    await retype(user, /^NHS number/, '943 476 5870')
    await press(user, 'Save')
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('updatePatient', {
        patientId: 'p1',
        nationalIdentifierValue: '9434765870',
      }),
    )
  })

  test('C578 C445 says that it failed, and what is wrong at its field', async () => {
    const { user } = await open('edit', {
      answer: {
        kind: 'refused',
        problem: {
          ...problem('invalid-arguments'),
          fields: [{ path: 'firstName', message: 'A patient with that First Name already exists' }],
        },
      },
    })
    await retype(user, /^First Name/, 'Jo')
    await press(user, 'Save')
    await waitFor(() =>
      expect(
        document.getElementById(
          screen.getByRole('textbox', { name: /^First Name/ }).getAttribute('aria-describedby') ??
            '',
        )?.textContent,
      ).toContain('A patient with that First Name already exists'),
    )
    cleanup()
    const again = await open('edit', {
      answer: { kind: 'refused', problem: problem('conflict', 'Nothing was changed') },
    })
    await retype(again.user, /^First Name/, 'Jo')
    await press(again.user, 'Save')
    await screen.findByText("An error occurred when saving the patient's details")
    expect(again.at()).toBe('/patient/p1/notes?dialog=edit')
  })

  test('a changed identity says how many records wait here, and what becomes of them', async () => {
    const { user, runtime } = await open('edit')
    expect(screen.queryByText(/come back to their authors/)).toBeNull()
    const waiting = (id: string) => ({ id, subject: { id: 'p1' }, about: null })
    Object.assign(runtime.outbox, source([waiting('k1'), waiting('k2'), waiting('k3')]))
    await retype(user, /^Date of Birth/, '03/03/1944')
    await screen.findByText('3 records about this patient wait on this device to be sent.')
    await screen.findByText(/come back to their authors/)
  })
})

describe('resetting the self-care password', () => {
  const may: readonly Permission[] = ['view_patients', 'create_patients']
  const name = 'Reset self-care password'

  test('C052 C468 is in the menu of whoever may, and sets a generated password', async () => {
    const without = await open('', { permissions: ['view_patients', 'edit_patients'] })
    await press(without.user, 'Actions')
    expect(has(name)).toBe(false)
    cleanup()
    const { user, run } = await open('', {
      permissions: may,
      answers: { selfCareReset: { userId: 'u1', isElsewhere: false } },
    })
    await press(user, 'Actions')
    await press(user, name)
    await screen.findByRole('dialog', { name })
    const shown = () => screen.getByRole('dialog').querySelector('code')?.textContent ?? ''
    await waitFor(() => expect(shown().length).toBeGreaterThan(14))
    const password = shown()
    await press(user, 'Reset password')
    await screen.findByText('The password was reset.')
    expect(run).toHaveBeenCalledWith('setPasswordForSelfCareUser', {
      userId: 'u1',
      password,
    })
  })

  test('C481 is disabled with the reason for a login in another organisation, and for none', async () => {
    for (const [isElsewhere, reason] of [
      [true, 'The email address is tied to a login in another organisation'],
      [false, 'This patient has no self-care login'],
    ] as const) {
      const { user } = await open('', {
        permissions: may,
        answers: { selfCareReset: { userId: null, isElsewhere } },
      })
      await press(user, 'Actions')
      await waitFor(() =>
        expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true'),
      )
      await user.hover(screen.getByRole('button', { name }))
      expect((await screen.findByRole('tooltip')).textContent).toBe(reason)
      cleanup()
    }
  })
})
