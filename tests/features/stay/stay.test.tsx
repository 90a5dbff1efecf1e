// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import type { NamedReference } from '../../../src/domain/organization/organization'
import type { Patient } from '../../../src/domain/patient/patient'
import { problem } from '../../../src/domain/problem'
import type { VirtualWardPatient } from '../../../src/domain/virtual-ward/virtual-ward'
import { openAlert } from '../alerts'
import {
  dischargeFaults,
  dischargeReasons,
  stayReasonWords,
} from '../../../src/domain/stay/discharge'
import { source } from '../../../src/engine/define'
import { admissionRoom } from '../../../src/features/admission'
import type { PatientTask } from '../../../src/domain/task/task'
import { stayRoom } from '../../../src/features/stay'
import type { Room } from '../../../src/ui/room'
import { done, meOf, refused, signedIn } from '../../app/fake-portal'
import {
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  noon,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/notes/NotesTab'),
    import('../../../src/features/stay/TransferDialogs'),
    import('../../../src/features/stay/TransferReasons'),
    import('../../../src/features/stay/DischargeDialog'),
  ])
})
afterEach(cleanup)

const willow = { id: 'w1', name: 'Willow', seesPatients: true }
const ash = { id: 'w2', name: 'Ash', seesPatients: false }
const copd = { id: 'cp1', name: 'COPD' }
const heart = { id: 'cp2', name: 'Heart failure' }
const all: readonly Permission[] = [
  'view_patients',
  'admit_ward_patients',
  'discharge_ward_patients',
]

interface Given {
  readonly permissions?: readonly Permission[]
  readonly targets?: unknown
  readonly answer?: unknown
  readonly admitted?: boolean
  /** Whose admission it is; nobody: the row was kept before it said so. */
  readonly admittedBy?: NamedReference
  readonly rooms?: readonly Room[]
  /** The patient's card. */
  readonly row?: VirtualWardPatient | null
  /** Whether the server says which alerts are open. */
  readonly told?: boolean
  /** What their open tasks say. */
  readonly tasks?: readonly string[]
}
const taskOf = (text: string, nth: number): PatientTask => ({
  id: `task ${nth}`,
  revision: 1,
  text,
  dueAt: ago(-60 - nth),
  assignee: null,
  createdBy: null,
  capturedAt: ago(60),
  end: null,
})
const admittedTo = (isAdmitted: boolean, organization?: NamedReference): Patient => {
  const patient = patientOf({ firstName: 'José' })
  const { wardAdmission } = patient
  if (!isAdmitted || wardAdmission === null) return { ...patient, wardAdmission: null }
  return organization === undefined
    ? patient
    : { ...patient, wardAdmission: { ...wardAdmission, organization } }
}
const open = async (
  dialog: string,
  {
    permissions = all,
    targets = { wards: [ash, willow], carePathways: [copd, heart] },
    answer = { id: 'p1', mayOpen: true, ward: ash, carePathway: heart },
    admitted = true,
    admittedBy,
    rooms = [stayRoom],
    row = null,
    told = true,
    tasks = [],
  }: Given = {},
) => {
  const fake = clinicalRuntime()
  const rights = { permissions, features: ['wards'] } as const
  Object.assign(fake.runtime, { session: source(signedIn(meOf(rights))) })
  const record: Patient = { ...admittedTo(admitted, admittedBy), tasks: tasks.map(taskOf) }
  fake.view('patientRecord').set(answered([record]))
  fake.view('patientOnBoard').set(answered(row === null ? [] : [row]))
  fake.ask.mockImplementation(async (name) => {
    if (name === 'patientAlerts' && told)
      return done({ alerts: row?.alerts ?? [], callings: [], asOf: noon })
    return name === 'transferTargets' && targets !== null
      ? done(targets)
      : refused('The server failed')
  })
  fake.run.mockImplementation(async () => answer)
  if (!('kind' in (answer as object))) fake.run.mockImplementation(async () => done(answer))
  const opened = openClinical(`/patient/p1/notes${dialog === '' ? '' : `?dialog=${dialog}`}`, {
    fake,
    rooms,
    permissions: rights,
  })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return opened
}
const nameField = () =>
  screen.getByRole('textbox', { name: /Enter the full name of the patient to confirm/ })
const choose = async (
  user: Awaited<ReturnType<typeof open>>['user'],
  field: RegExp,
  option: string,
) => user.selectOptions(screen.getByRole('combobox', { name: field }), option)
const press = (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }))

describe('who finds which action', () => {
  const labels = async (
    permissions: readonly Permission[],
    admitted = true,
    admittedBy?: NamedReference,
  ) => {
    const { user } = await open('', {
      permissions,
      admitted,
      ...(admittedBy === undefined ? {} : { admittedBy }),
    })
    const isButton = screen.queryByRole('button', { name: 'Discharge from ward' }) !== null
    await press(user, 'Actions')
    const found = ['Transfer to another ward', 'Transfer to another care pathway'].map(
      (name) => screen.queryByRole('button', { name }) !== null,
    )
    cleanup()
    return [isButton, ...found]
  }
  test('C049 C470 who may admit finds both buttons on the record, others neither', async () => {
    const buttons = async (permissions: readonly Permission[], admitted: boolean) => {
      const { user } = await open('', { permissions, admitted, rooms: [stayRoom, admissionRoom] })
      // Nobody admits who is admitted: the action stands in the menu, with the reason.
      if (admitted) await press(user, 'Actions')
      const shown = ['Admit to ward', 'Discharge from ward'].map(
        (name) => screen.queryByRole('button', { name }) !== null,
      )
      cleanup()
      return shown
    }
    expect(await buttons(['view_patients'], true)).toEqual([false, false])
    expect(await buttons(['view_patients'], false)).toEqual([false, false])
    expect(await buttons(['view_patients', 'admit_ward_patients'], true)).toEqual([true, true])
    expect(await buttons(['view_patients', 'admit_ward_patients'], false)).toEqual([true, false])
  })

  test('O351 O352 C050 C038 C039 by permission, and only for who is admitted', async () => {
    expect(await labels(['view_patients'])).toEqual([false, false, false])
    expect(await labels(['view_patients', 'discharge_ward_patients'])).toEqual([true, false, false])
    expect(await labels(['view_patients', 'admit_ward_patients'])).toEqual([true, true, true])
    expect(await labels(all, false)).toEqual([false, false, false])
  })

  test('whoever another organisation admitted is moved and discharged by that one alone', async () => {
    const own = { id: meOf().actingOrganization?.id ?? '', name: 'Riverside Virtual Ward' }
    expect(await labels(all, true, own)).toEqual([true, true, true])
    const other = { id: 'care-home', name: 'Willowbank Care Home' }
    expect(await labels(all, true, other)).toEqual([false, false, false])
  })
})

test('alerts of a patient on a ward of another organisation are read, and the dialog says whose staff deal with them', async () => {
  const dealtWith = async (admittedBy?: NamedReference) => {
    const { user } = await open('', {
      row: cardOf('p1', { alerts: [openAlert('a', [ago(5)], {})] }),
      ...(admittedBy === undefined ? {} : { admittedBy }),
    })
    await user.click(await screen.findByRole('button', { name: /^Alert: / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Alerts' }))
    const found = {
      told: dialog.queryByText(/Staff there deal with these alerts/)?.textContent ?? null,
      acts: dialog.queryByRole('button', { name: /dealing with this/ }) !== null,
    }
    cleanup()
    return found
  }
  expect(await dealtWith({ id: meOf().actingOrganization?.id ?? '', name: 'Own' })).toEqual({
    told: null,
    acts: true,
  })
  expect(await dealtWith({ id: 'care-home', name: 'Willowbank Care Home' })).toEqual({
    told: 'The patient is on a ward of Willowbank Care Home. Staff there deal with these alerts.',
    acts: false,
  })
})

describe('a transfer to another ward', () => {
  test('C427 C428 C431 C432 says what is missing and what is wrong, at the fields', async () => {
    const { user, run } = await open('transfer-ward')
    await screen.findByRole('dialog', { name: 'Transfer to another ward' })
    await press(user, 'Transfer patient')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getAllByText('Ward selection required').length).toBeGreaterThan(0)
    expect(dialog.getAllByText('Patient name must be confirmed').length).toBeGreaterThan(0)
    await choose(user, /^Ward/, 'Willow')
    await user.type(nameField(), 'Jose Smith')
    await press(user, 'Transfer patient')
    expect(dialog.getAllByText('Patient name must match').length).toBeGreaterThan(0)
    await user.clear(nameField())
    await user.type(nameField(), 'JOSÉ smith')
    await press(user, 'Transfer patient')
    expect(
      dialog.getAllByText('Target ward must be different to current ward admission').length,
    ).toBeGreaterThan(0)
    expect(run).not.toHaveBeenCalled()
  })

  test('moves the patient after saying who loses sight of them, and leads to the list then', async () => {
    const { user, run, at } = await open('transfer-ward', {
      answer: { id: 'p1', mayOpen: false, ward: ash, carePathway: copd },
    })
    await screen.findByRole('dialog')
    await choose(user, /^Ward/, 'Ash')
    expect(
      screen.getByText(
        'You are not assigned to Ash. After the transfer you will no longer see this patient.',
      ),
    ).toBeTruthy()
    await user.type(nameField(), 'josé smith')
    await press(user, 'Transfer patient')
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('transferPatientToWard', { patientId: 'p1', wardId: 'w2' }),
    )
    await waitFor(() => expect(at()).toBe('/virtual-ward'))
    expect(await screen.findByText('SMITH, José was transferred to Ash')).toBeTruthy()
  })

  test('C580 says that it failed', async () => {
    const { user } = await open('transfer-ward', {
      answer: { kind: 'refused', problem: serverDown },
    })
    await screen.findByRole('dialog')
    await choose(user, /^Ward/, 'Ash')
    await user.type(nameField(), 'José Smith')
    await press(user, 'Transfer patient')
    expect(
      await screen.findByText('An error occured when transferring the patient to the ward'),
    ).toBeTruthy()
  })

  test('C057 where there is no other ward a tooltip says so', async () => {
    const { user } = await open('', { targets: { wards: [willow], carePathways: [copd, heart] } })
    await press(user, 'Actions')
    const button = () => screen.getByRole('button', { name: 'Transfer to another ward' })
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
    await user.hover(button())
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'There are no other wards available to transfer to',
    )
    expect(
      screen
        .getByRole('button', { name: 'Transfer to another care pathway' })
        .getAttribute('aria-disabled'),
    ).toBe('false')
  })

  test('where the wards cannot be loaded the dialog says so and asks again', async () => {
    const { user, ask } = await open('transfer-ward', { targets: null })
    expect(await screen.findByText('The wards and care pathways could not be loaded')).toBeTruthy()
    const before = ask.mock.calls.length
    await user.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    await waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(before))
  })
})

describe('a transfer to another care pathway', () => {
  test('C429 C430 says what is missing and that the target must differ', async () => {
    const { user, run } = await open('transfer-pathway')
    await screen.findByRole('dialog', { name: 'Transfer to another care pathway' })
    await press(user, 'Transfer patient')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getAllByText('Care pathway selection required').length).toBeGreaterThan(0)
    await choose(user, /^Care pathway/, 'COPD')
    await user.type(nameField(), 'José Smith')
    await press(user, 'Transfer patient')
    expect(
      dialog.getAllByText('Target care pathway must be different to current care pathway admission')
        .length,
    ).toBeGreaterThan(0)
    expect(run).not.toHaveBeenCalled()
  })

  test('C581 moves the patient and stays on the record; a failure is said', async () => {
    const { user, run, at } = await open('transfer-pathway')
    await screen.findByRole('dialog')
    await choose(user, /^Care pathway/, 'Heart failure')
    await user.type(nameField(), 'José Smith')
    run.mockImplementationOnce(async () => ({ kind: 'refused', problem: serverDown }))
    await press(user, 'Transfer patient')
    expect(
      await screen.findByText('An error occured when transferring the patient to the care pathway'),
    ).toBeTruthy()
    await press(user, 'Transfer patient')
    expect(await screen.findByText('SMITH, José was transferred to Heart failure')).toBeTruthy()
    expect(run).toHaveBeenLastCalledWith('transferPatientToCarePathway', {
      patientId: 'p1',
      carePathwayId: 'cp2',
    })
    expect(at()).toBe('/patient/p1/notes')
  })

  test('C058 where there is no other care pathway a tooltip says so', async () => {
    const { user } = await open('', { targets: { wards: [ash, willow], carePathways: [copd] } })
    await press(user, 'Actions')
    const button = () => screen.getByRole('button', { name: 'Transfer to another care pathway' })
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
    await user.hover(button())
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'There are no other care pathways available to transfer to',
    )
  })
})

describe('a discharge', () => {
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Discharge patient' })

  test('P217 O257 O319 O320 O321 O322 can be sent once reason, words of Other and the name are there', async () => {
    const { user, run } = await open('discharge')
    await screen.findByRole('dialog', { name: 'Discharge from ward' })
    const reason = screen.getByRole('combobox', { name: /^Reason for discharge/ })
    expect(
      within(reason)
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value }) => value)
        .filter((value) => value !== ''),
    ).toEqual([...dischargeReasons])
    expect(within(reason).getByRole<HTMLOptionElement>('option', { name: 'Died' }).value).toBe(
      'Expired',
    )
    expect(stayReasonWords('Expired', 'en-US')).toBe('Expired')
    expect(submit().disabled).toBe(true)
    await user.selectOptions(reason, 'Other')
    await user.type(nameField(), 'Jose Smith')
    await user.type(screen.getByRole('textbox', { name: /^Additional information/ }), 'Moved away')
    expect(submit().disabled).toBe(true)
    await user.clear(nameField())
    await user.type(nameField(), 'josé SMITH')
    expect(submit().disabled).toBe(false)
    await user.clear(screen.getByRole('textbox', { name: /^Additional information/ }))
    expect(submit().disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: /^Additional information/ }), 'To Spain')
    await user.click(submit())
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith('dischargePatientFromWard', {
        patientId: 'p1',
        wardId: 'w1',
        reason: { type: 'Other', additionalInfo: 'To Spain' },
      }),
    )
    expect(await screen.findByText('SMITH, José was discharged from Willow')).toBeTruthy()
  })

  test('of a patient who is not well names the score and the open alerts', async () => {
    const alerts = [openAlert('a', [ago(5)], {}), openAlert('b', [ago(9)], { id: 'b' })]
    const notWell = async (row: ReturnType<typeof cardOf>, told = true) => {
      await open('discharge', { row, told })
      const dialog = within(await screen.findByRole('dialog', { name: 'Discharge from ward' }))
      const text = dialog
        .queryByText(/^Check the patient before/)
        ?.closest('[role=alert]')?.textContent
      cleanup()
      return text ?? null
    }
    const well = checkupOf('c1', { endedAt: ago(2) })
    const ewsScores = well.ewsScores && {
      ...well.ewsScores,
      RRScore: 3,
      SpO2Score: 3,
      HRScore: 2,
      totalScore: 8,
      riskLevel: 4,
    }
    const ill = { ...well, ewsScores }
    expect(await notWell(cardOf('p1', { latestCheckup: ill, alerts }))).toMatch(
      /8.*High.*2 open alerts: Low oxygen saturation, Low oxygen saturation$/,
    )
    expect(await notWell(cardOf('p1', { alerts: alerts.slice(0, 1) }))).toMatch(
      /Open alert: Low oxygen saturation$/,
    )
    expect(await notWell(cardOf('p1'))).toBeNull()
    expect(await notWell(cardOf('p1', { alerts }), false)).toMatch(/Open alerts are not known now$/)
  })

  test('the discharge names what is still to be done for the patient, since no list asks for it afterwards', async () => {
    await open('discharge', { tasks: ['Ring the daughter', 'Bloods'] })
    const dialog = within(await screen.findByRole('dialog', { name: 'Discharge from ward' }))
    expect(
      dialog
        .getByText(/^2 tasks are still open\. After the discharge they are in the record alone/)
        .closest('[role=status]')?.textContent,
    ).toMatch(/Ring the daughter; Bloods$/)
    cleanup()
    await open('discharge')
    await screen.findByRole('dialog', { name: 'Discharge from ward' })
    expect(screen.queryByText(/still open/)).toBeNull()
  })

  test('O431 says that it failed, and names the field that the server refused', async () => {
    const { user, run } = await open('discharge')
    await screen.findByRole('dialog')
    await choose(user, /^Reason/, 'Treatment completed')
    await user.type(nameField(), 'José Smith')
    run.mockImplementationOnce(async () => ({ kind: 'refused', problem: serverDown }))
    await user.click(submit())
    expect(
      await screen.findByText('An error occurred when trying to discharge the patient'),
    ).toBeTruthy()
    run.mockImplementationOnce(async () => ({
      kind: 'refused',
      problem: {
        ...problem('invalid-arguments', 'Invalid reason'),
        fields: [{ path: 'reason.type', message: 'Invalid reason' }],
      },
    }))
    await user.click(submit())
    expect((await screen.findAllByText('Invalid reason')).length).toBeGreaterThan(0)
  })

  test('O317 O318 the rule refuses no reason, an unknown one and Other without words', () => {
    expect(dischargeFaults('', '')).toEqual([{ path: 'type', message: 'Required' }])
    expect(dischargeFaults('Bored', '')).toEqual([{ path: 'type', message: 'Invalid reason' }])
    expect(dischargeFaults('Other', ' ')).toEqual([{ path: 'additionalInfo', message: 'Required' }])
    for (const reason of dischargeReasons) expect(dischargeFaults(reason, 'Words')).toEqual([])
  })
})
