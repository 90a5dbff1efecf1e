// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import { problem } from '../../../src/domain/problem'
import { source } from '../../../src/engine/define'
import { admissionRoom } from '../../../src/features/admission'
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
      title: () => 'Patients',
      load: async () => () => <h1>Patients</h1>,
    },
  ],
}

interface Given {
  readonly permissions?: readonly Permission[]
  readonly answers?: Readonly<Record<string, unknown>>
  readonly answer?: unknown
  readonly patient?: Parameters<typeof patientOf>[0]
  readonly edition?: 'en-GB' | 'en-US'
}
const open = async (
  dialog: string,
  {
    permissions = all,
    answers = {},
    answer = done(true),
    patient = {},
    edition = 'en-GB',
  }: Given = {},
) => {
  const fake = clinicalRuntime()
  const rights = { permissions, features: ['wards', 'selfCare'] } as const
  Object.assign(fake.runtime, { session: source(signedIn(meOf(rights))) })
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  fake.ask.mockImplementation(async (name) =>
    name in answers ? done(answers[name]) : refused('The server failed'),
  )
  fake.run.mockImplementation(async () => answer)
  const opened = openClinical(`/patient/p1/notes${dialog === '' ? '' : `?dialog=${dialog}`}`, {
    fake,
    rooms: [admissionRoom, listRoom],
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
