// @vitest-environment jsdom
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { badRows, goodRows, planted, workbookOf } from '../../../scripts/patient-sheets'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import { problem, type Problem } from '../../../src/domain/problem'
import type { SentAs } from '../../../src/domain/sync/sent-as'
import { source, type Draft, type DraftState } from '../../../src/engine/define'
import { admissionRoom } from '../../../src/features/admission'
import { bulkUploadRoom } from '../../../src/features/bulk-upload'
import { newUpload } from '../../../src/features/bulk-upload/upload-state'
import { patientsRoom } from '../../../src/features/patients'
import { readSheet } from '../../../workers/sheet/read-sheet'
import { done, meOf, openPortal, refused, signedIn, type fakeRuntime } from '../../app/fake-portal'

/** The worker's own reading, in the thread of the test. */
class SheetWorker extends EventTarget {
  static mode: 'reads' | 'fails' | 'hangs' = 'reads'
  static ended = 0
  postMessage(bytes: ArrayBuffer): void {
    if (SheetWorker.mode === 'fails') queueMicrotask(() => this.dispatchEvent(new Event('error')))
    if (SheetWorker.mode === 'reads')
      queueMicrotask(() =>
        this.dispatchEvent(new MessageEvent('message', { data: readSheet(new Uint8Array(bytes)) })),
      )
  }
  terminate(): void {
    SheetWorker.ended += 1
  }
}

beforeEach(() => {
  SheetWorker.mode = 'reads'
  SheetWorker.ended = 0
  vi.stubGlobal('Worker', SheetWorker)
})
afterEach(() => {
  cleanup()
  localStorage.removeItem('lamplight.edition')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const all: readonly Permission[] = [
  'view_patients',
  'view_patient_archive',
  'view_wards',
  'view_care_pathways',
  'create_patients',
  'create_users',
  'admit_ward_patients',
]
const ward = (id: string, name: string) => ({ id, name, numberOfPatients: 0, numberOfStaff: 0 })
const frailty = ward('frailty', 'Frailty Ward')
const copd = { id: 'copd', name: 'COPD', activePatients: 0, totalAdmissions: 0 }

type Answer = (input: never, as: SentAs | undefined) => unknown
interface Given {
  readonly path?: string
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  readonly edition?: 'en-GB' | 'en-US'
  readonly answers?: Readonly<Record<string, Answer>>
  readonly prepare?: (fake: ReturnType<typeof fakeRuntime>) => void
}
const open = ({
  path = '/patients/all?dialog=bulk-add-patients',
  permissions = all,
  features = ['wards'],
  edition = 'en-GB',
  answers = {},
  prepare,
}: Given = {}) => {
  const me = meOf({ permissions, features })
  const sent: { name: string; input: Record<string, unknown>; as: SentAs | undefined }[] = []
  let made = 0
  const told: Given['answers'] = {
    patients: () => done({ rows: [], total: 0 }),
    wards: () => done([ward('heart', 'Heart Failure Ward'), frailty]),
    carePathways: () => done([copd]),
    similarToMany: () => done([]),
    createPatient: () => done({ id: `p${(made += 1)}` }),
    admitPatientToWard: () => done({ id: 'p' }),
    ...answers,
  }
  const portal = openPortal(path, {
    session: signedIn({ ...me, actingOrganization: { ...me.actingOrganization, edition } }),
    rooms: [patientsRoom, admissionRoom, bulkUploadRoom],
    prepare: (fake) => {
      const rest = fake.ask.getMockImplementation()
      fake.ask.mockImplementation(
        async (name, input) =>
          told[name]?.(input as never, undefined) ?? (await rest?.(name, input)),
      )
      fake.runtime.run = (async (
        command: { name: string },
        input: Record<string, unknown>,
        _seen: unknown,
        as: SentAs | undefined,
      ) => {
        sent.push({ name: command.name, input, as })
        return await told[command.name]?.(input as never, as)
      }) as unknown as typeof fake.runtime.run
      prepare?.(fake)
    },
  })
  return { ...portal, sent, of: (name: string) => sent.filter((one) => one.name === name) }
}
type Portal = ReturnType<typeof open>

const dialog = () => screen.findByRole('dialog', { name: 'Bulk Add Patients' })
const put = (bytes: Uint8Array | string, name = 'patients.xlsx'): void => {
  const field = document.querySelector('input[type="file"]')
  if (field === null) throw new Error('No field for a file')
  const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  fireEvent.change(field, { target: { files: [new File([part], name)] } })
}
const choose = async (bytes: Uint8Array | string, name?: string): Promise<void> => {
  await dialog()
  put(bytes, name)
}
const chooseGood = async (count: number): Promise<void> => choose(await workbookOf(goodRows(count)))
const press = async ({ user }: Portal, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const pickPlace = async ({ user }: Portal) => {
  await user.selectOptions(await screen.findByLabelText(/^Ward/), 'frailty')
  await user.selectOptions(await screen.findByLabelText(/^Care Pathway/), 'copd')
}
const said = async (text: string | RegExp) => expect(await screen.findByText(text)).toBeTruthy()
const statuses = () =>
  [...document.querySelectorAll('[data-status]')].map((one) => one.getAttribute('data-status'))
const refusedFor = (path: string, message: string) =>
  refused('no', 'invalid-arguments', [{ path, message }])
/** An upload of so many rows, to its end. */
const upload = async (portal: Portal, count: number): Promise<void> => {
  await chooseGood(count)
  await pickPlace(portal)
  await press(portal, count === 1 ? 'Add 1 patient' : `Add ${count} patients`)
}

describe('who has it', () => {
  test('O038 O040 O108 a menu of the list holds Bulk Add Patients, which opens the dialog', async () => {
    const portal = open({ path: '/patients/all' })
    await press(portal, 'Actions for Patients')
    await press(portal, 'Bulk Add Patients')
    expect(await dialog()).toBeTruthy()
    expect(portal.at()).toBe('/patients/all?dialog=bulk-add-patients')
  })

  test.each([
    ['O039 with self-care', { features: ['wards', 'selfCare'] }],
    [
      'O040 without create_patients',
      { permissions: all.filter((one) => one !== 'create_patients') },
    ],
    ['O040 without create_users', { permissions: all.filter((one) => one !== 'create_users') }],
  ] as const)('%s neither menu nor dialog is there, also on /welcome', async (_when, given) => {
    open({ ...given, path: '/patients/all?dialog=bulk-add-patients' })
    await screen.findByText('There are no patients')
    expect(screen.queryByRole('button', { name: 'Actions for Patients' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    open({ ...given, path: '/welcome?dialog=bulk-add-patients' })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Add Patients' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Download Import Template' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('P052 P053 O109 /welcome opens it with Add Patients, and gives the template away', async () => {
    const portal = open({ path: '/welcome' })
    const template = await screen.findByRole('link', { name: 'Download Import Template' })
    expect(template.getAttribute('href')).toBe('/patient-import-template.xlsx')
    expect(template.hasAttribute('download')).toBe(true)
    await press(portal, 'Add Patients')
    expect(await dialog()).toBeTruthy()
    expect(portal.at()).toBe('/welcome?dialog=bulk-add-patients')
  })

  test('O037 Admit a Patient is there with create_patients, and not without', async () => {
    for (const [permissions, is] of [
      [all, true],
      [all.filter((one) => one !== 'create_patients'), false],
    ] as const) {
      open({ path: '/patients/all', permissions })
      await screen.findByText('There are no patients')
      expect(screen.queryByRole('button', { name: 'Admit a Patient' }) !== null).toBe(is)
      cleanup()
    }
  })

  test('O111 O112 two steps: fill the template, then upload it', async () => {
    open()
    const steps = within(await dialog())
    expect(
      steps.getAllByRole('listitem').map((one) => one.querySelector('h3')?.textContent),
    ).toEqual(['Step 1: fill the template', 'Step 2: upload it'])
    expect(steps.getByRole('link', { name: 'Download Import Template' }).getAttribute('href')).toBe(
      '/patient-import-template.xlsx',
    )
  })
})

describe('files that are not read', () => {
  test.each([
    ['O333 a .csv', 'patients.csv', 'First Name', /not an Excel workbook/],
    ['O333 a .csv renamed', 'patients.xlsx', 'First Name,Last Name', /not an Excel workbook/],
    ['O333 an .xls', 'patients.xls', 'x', /old \.xls format/],
    ['O334 an empty file', 'patients.xlsx', '', 'That file does not appear to contain any data.'],
    [
      'a broken one',
      'patients.xlsx',
      'PK\u0003\u0004broken',
      'An error occurred while reading the file. Open it in Excel, save it as .xlsx, and choose that file.',
    ],
  ])('%s is told so, and another can be chosen', async (_what, name, content, text) => {
    open()
    await choose(content, name)
    await said(text)
    await chooseGood(1)
    await said('1 patient read. Nothing is sent yet.')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  test('O429 a worker that ends, and a file that cannot be read any more', async () => {
    open()
    SheetWorker.mode = 'fails'
    await chooseGood(1)
    await said('An error occurred while reading the file. Please try again.')
    expect(SheetWorker.ended).toBe(1)
  })

  test('one of more than 5 MB is not read at all', async () => {
    open()
    await choose('x'.repeat(5 * 1024 * 1024 + 1))
    await said(/larger than 5 MB/)
    expect(SheetWorker.ended).toBe(0)
  })

  test('one that takes longer than 10 seconds is given up, and its worker ended', async () => {
    open()
    await dialog()
    SheetWorker.mode = 'hangs'
    const bytes = await workbookOf(goodRows(1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    put(bytes)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    expect(screen.getByText('Reading patients.xlsx')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    vi.useRealTimers()
    await said(/longer than 10 seconds/)
    expect(SheetWorker.ended).toBe(1)
  })
})

describe('before anything is sent', () => {
  test('all 30 faults of the bad sheet are named by cell, and nothing can be sent', async () => {
    const portal = open()
    await choose(await workbookOf(badRows()))
    await said('30 cells in 30 rows must be corrected.')
    const named = (): string[] =>
      [...document.querySelectorAll('dialog td')].flatMap(
        ({ textContent }) => /^([A-H]\d+): /.exec(textContent ?? '')?.[1] ?? [],
      )
    const first = named()
    await portal.user.click(screen.getByRole('button', { name: /Next/ }))
    expect([...first, ...named()]).toEqual(planted.map(([cell]) => cell))
    await pickPlace(portal)
    const save = screen.getByRole('button', { name: 'Add 32 patients' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    await said('Correct the faults, or leave their rows out.')
    await portal.user.click(save)
    expect(portal.sent).toEqual([])
  })

  test('O230 O231 a fault is corrected in its cell, and its row may be left out', async () => {
    const rows = goodRows(3)
    rows[1] = ['Ada', 'Ash', 'F', '', '31/02/1950', '', '', '']
    rows[2] = [
      ...(rows[2] ?? []).slice(0, 2),
      { value: 'LOWER("MALE")', type: 'Formula' },
      ...(rows[2] ?? []).slice(3),
    ]
    const portal = open()
    await choose(await workbookOf(rows))
    await said('3 cells in 2 rows must be corrected.')
    const sex = screen.getByRole('textbox', { name: 'C2, Sex' })
    await portal.user.clear(sex)
    await portal.user.type(sex, 'female{Enter}')
    await said('2 cells in 2 rows must be corrected.')
    expect(document.activeElement).toBe(sex)
    const born = screen.getByRole('textbox', { name: 'E2, Birth Date' })
    expect(born.getAttribute('aria-invalid')).toBe('true')
    await said('E2: There is no such day')
    await portal.user.clear(born)
    await portal.user.type(born, '28/02/1950')
    await portal.user.tab()
    await said('1 cell in 1 row must be corrected.')
    await press(portal, 'Actions for Row 3')
    await press(portal, 'Leave this row out')
    await said('No fault was found.')
    await pickPlace(portal)
    await press(portal, 'Add 2 patients')
    await said('The upload is done')
    expect(portal.of('createPatient')[0]?.input).toMatchObject({
      firstName: 'Ada',
      gender: 'female',
      birthDate: '1950-02-28T00:00:00.000Z',
      address: null,
    })
  })

  test('hidden rows, a hidden sheet and days that may be months are told of, and hidden rows left out', async () => {
    const born = [
      '25/03/1950',
      { value: new Date(Date.UTC(1950, 3, 5)), type: Date, format: 'dd/mm/yyyy' },
      '26/03/1950',
    ] as const
    const rows = goodRows(3).map((row, at) =>
      row.with(4, at === 0 ? (row[4] ?? '') : (born[at - 1] ?? '')),
    )
    const files = unzipSync(await workbookOf(rows))
    const change = (name: string, from: RegExp, to: string): void => {
      const xml = strFromU8(files[name] ?? new Uint8Array())
      if (!from.test(xml)) throw new Error(`${name} has no ${String(from)}`)
      files[name] = strToU8(xml.replace(from, to))
    }
    change('xl/worksheets/sheet1.xml', /<row r="4"/, '<row r="4" hidden="1"')
    change('xl/workbook.xml', /<sheet /, '<sheet state="hidden" ')
    const portal = open()
    await choose(zipSync(files))
    await said('3 patients read. Nothing is sent yet.')
    await said(/The sheet 'Patients' is hidden in the file/)
    await said(/may have swapped day and month in 1 row/)
    await said('The file hides 1 row, which was read as well.')
    await portal.user.click(screen.getByRole('radio', { name: 'Rows in doubt (2)' }))
    const shown = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(shown()).toEqual(['Row 3Day and month may be swapped', 'Row 4Hidden in the file'])
    await press(portal, 'Leave hidden rows out')
    expect(shown()).toEqual(['Row 3Day and month may be swapped'])
    expect(screen.queryByText(/The file hides/)).toBeNull()
  })

  test('who resembles a row above or a registered patient is asked about, looked at, and left out or added', async () => {
    const asked: unknown[] = []
    const portal = open({
      answers: {
        similarToMany: (input) => {
          asked.push(input)
          const twin = {
            id: 'x',
            firstName: 'Agnete',
            lastName: 'Abbot',
            birthDate: '1930-11-01',
            hasNationalIdentifier: false,
            likeness: { names: 'lastNameLetter', birthDate: 'swapped' },
          }
          return done([{ at: 0, patients: [twin] }])
        },
      },
    })
    const rows = goodRows(3)
    const [head, first, second, third] = rows
    const alike = (second ?? []).map((cell, at) => (at === 0 ? 'Agatha' : (first?.[at] ?? cell)))
    await choose(
      await workbookOf([head ?? [], first ?? [], alike.with(3, second?.[3] ?? null), third ?? []]),
    )
    await said(
      'Similar to row 2: the last name is the same, the first name begins with the same letter; the date of birth is the same',
    )
    await said('Similar names (1)')
    await pickPlace(portal)
    await press(portal, 'Add 3 patients')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^2 rows are similar to someone else/)).toBeTruthy()
    expect(question.getByText(/^Similar to a registered patient/).textContent).toBe(
      'Similar to a registered patient, ABBOT, Agnete, 01-Nov-1930: the first name is the same, one letter of the last name differs; day and month of the date of birth are swapped',
    )
    expect(portal.sent).toEqual([])
    await portal.user.click(question.getByRole('button', { name: 'Look at these rows' }))
    const looked = () =>
      [...document.querySelectorAll('dialog tbody tr')].map((row) => row.textContent?.slice(0, 5))
    await said('Similar names (2)')
    expect(looked()).toEqual(['Row 2', 'Row 3'])
    await press(portal, 'Actions for Row 3')
    await press(portal, 'Leave this row out')
    await press(portal, 'Add 2 patients')
    await press(portal, 'Add as other patients')
    await said('The upload is done')
    expect(portal.of('createPatient')).toHaveLength(2)
    expect(asked.map((input) => (input as { people: unknown[] }).people.length)).toEqual([3, 2])
  })

  test('where the register does not answer about similar names, nothing is sent', async () => {
    let answer: unknown = refused('no', 'network')
    const portal = open({ answers: { similarToMany: () => answer } })
    await upload(portal, 1)
    await said('Nothing was sent: similar names could not be looked for')
    expect(portal.sent).toEqual([])
    answer = done([])
    await press(portal, 'Add 1 patient')
    await said('The upload is done')
  })

  test('O335 without a row nothing can be sent', async () => {
    const portal = open()
    await chooseGood(1)
    await pickPlace(portal)
    await press(portal, 'Actions for Row 2')
    await press(portal, 'Leave this row out')
    await said('There must be at least one row.')
    await press(portal, 'Add 0 patients')
    expect(portal.sent).toEqual([])
  })

  test('O336 both a ward and a pathway must be chosen', async () => {
    const portal = open()
    await chooseGood(1)
    await said('Choose a ward and a care pathway.')
    await portal.user.selectOptions(await screen.findByLabelText(/^Ward/), 'frailty')
    await press(portal, 'Add 1 patient')
    expect(portal.sent).toEqual([])
    await portal.user.selectOptions(screen.getByLabelText(/^Care Pathway/), 'copd')
    await press(portal, 'Add 1 patient')
    await said('The upload is done')
    expect(portal.of('admitPatientToWard')[0]?.input).toMatchObject({
      patientId: 'p1',
      wardId: 'frailty',
      carePathwayId: 'copd',
      flags: [],
    })
  })

  test.each([
    ['there is no ward', { answers: { wards: () => done([]) } }, /There is no ward/],
    [
      'the user may not admit',
      { permissions: all.filter((one) => one !== 'admit_ward_patients') },
      /Who admits patients/,
    ],
  ] as const)(
    'O246 O336 where %s patients are registered and not admitted',
    async (_when, given, text) => {
      const portal = open(given)
      await chooseGood(2)
      await said(text)
      await press(portal, 'Add 2 patients')
      await said('The upload is done')
      expect(portal.sent.map(({ name }) => name)).toEqual(['createPatient', 'createPatient'])
      expect(statuses()).toEqual(['Created', 'Created'])
    },
  )

  test('where wards cannot be fetched it says so, and nothing is sent', async () => {
    const portal = open({ answers: { wards: () => refused('no') } })
    await chooseGood(1)
    await said('An error occurred when fetching wards and care pathways for selection')
    await press(portal, 'Add 1 patient')
    expect(portal.sent).toEqual([])
  })

  test('without a connection nothing is sent', async () => {
    const portal = open()
    await chooseGood(1)
    await pickPlace(portal)
    act(() => portal.connection.set({ ...portal.connection.get(), state: 'offline' }))
    await said('This needs a connection.')
    await press(portal, 'Add 1 patient')
    expect(portal.sent).toEqual([])
  })

  test('what was read and corrected is there again when the dialog is opened again', async () => {
    const portal = open()
    await chooseGood(2)
    await said('2 patients read. Nothing is sent yet.')
    await press(portal, 'Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(portal, 'Actions for Patients')
    await press(portal, 'Bulk Add Patients')
    await said('2 patients read. Nothing is sent yet.')
    await press(portal, 'Choose another file')
    await said('Step 2: upload it')
  })

  test('an upload that the device cannot keep is not sent', async () => {
    const never = source<DraftState>({ ready: true, text: '', kept: false, seen: null })
    const draft: Draft = {
      ...never,
      set: (text) => never.set({ ready: true, text, kept: false, seen: null }),
      alone: (work) => work(),
    }
    const portal = open({ prepare: ({ runtime }) => void (runtime.draft = () => draft) })
    await chooseGood(1)
    await pickPlace(portal)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Add 1 patient' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText('Keeping the list on this device')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    vi.useRealTimers()
    await said(/could not be kept on this device/)
    expect(portal.sent).toEqual([])
  })
})

describe('while it is sent', () => {
  test('O244 O245 O246 each row says how far it is', async () => {
    let create: (value: unknown) => void = () => undefined
    let admit: (value: unknown) => void = () => undefined
    const portal = open({
      answers: {
        createPatient: () => new Promise((resolve) => (create = resolve)),
        admitPatientToWard: () => new Promise((resolve) => (admit = resolve)),
      },
    })
    await upload(portal, 1)
    await said('Creating Patient')
    await act(async () => create(done({ id: 'p1' })))
    await said('Admitting')
    await act(async () => admit(done({ id: 'p1' })))
    await waitFor(() => expect(statuses()).toEqual(['Admitted']))
    expect(portal.sent.map(({ as }) => as?.id)).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      `${portal.sent[0]?.as?.id}-admit`,
    ])
  })

  test('O247 O248 O249 O250 O430 what failed is marked, with its reasons by pointer, key and touch', async () => {
    const refusals: Readonly<Record<string, unknown>> = {
      Agnes: refusedFor('firstName', 'A patient with that First Name already exists'),
      Basil: refused('no', 'invalid-arguments', [
        { path: 'nationalIdentifierValue', message: 'Must be valid' },
        { path: 'lastName', message: 'Required' },
      ]),
    }
    const portal = open({
      answers: {
        createPatient: ({ firstName }: { firstName: string }) =>
          refusals[firstName] ?? done({ id: firstName }),
        admitPatientToWard: ({ patientId }: { patientId: string }) =>
          patientId === 'Cora'
            ? refused('Patient already admitted', 'conflict')
            : done({ id: patientId }),
      },
    })
    await upload(portal, 4)
    await said('The upload is done')
    expect(statuses()).toEqual(['AlreadyExists', 'ErrorCreating', 'ErrorAdmitting', 'Admitted'])
    expect(portal.of('admitPatientToWard').map(({ input }) => input['patientId'])).toEqual([
      'Cora',
      'Denis',
    ])
    await said('2 added · 1 of them admitted · 1 existed already · 2 failed')
    const failed = await screen.findByRole('button', { name: /^Error creating/ })
    const shown = async (): Promise<string[]> =>
      [...(await screen.findByRole('tooltip')).querySelectorAll('li')].map(
        ({ textContent }) => textContent,
      )
    const hidden = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    const reasons = ['NHS Number: Must be valid', 'Last Name: Required']
    // jsdom does not know whether a key brought the focus.
    vi.spyOn(failed, 'matches').mockReturnValue(true)
    act(() => failed.focus())
    expect(await shown()).toEqual(reasons)
    await portal.user.keyboard('{Escape}')
    await hidden()
    const other = screen.getByRole('button', { name: /^Error admitting/ })
    fireEvent.pointerUp(other, { pointerType: 'touch' })
    expect(await shown()).toEqual(['Patient already admitted'])
    fireEvent.pointerDown(document.body, { pointerType: 'touch' })
    await hidden()
    fireEvent.pointerEnter(failed.parentElement ?? failed, { pointerType: 'mouse' })
    expect(await shown()).toEqual(reasons)
  })

  test('a lost answer interrupts it; it goes on under the same keys', async () => {
    let isLost = true
    const portal = open({
      answers: {
        createPatient: (_input, as) =>
          isLost
            ? { kind: 'refused', problem: problem('network:no-answer'), unknown: as }
            : done({ id: as?.id }),
      },
    })
    await upload(portal, 2)
    await said('The upload was interrupted')
    expect(statuses()).toEqual(['Submitted', 'Submitted'])
    isLost = false
    await press(portal, 'Go on')
    await said('The upload is done')
    const keys = portal.of('createPatient').map(({ as }) => as?.id)
    expect(keys.slice(2)).toEqual(keys.slice(0, 2))
    expect(new Set(keys).size).toBe(2)
  })

  test('closed in the middle it ends with who is under way, is found again, and goes on', async () => {
    let answers: ((value: unknown) => void)[] = []
    const portal = open({
      answers: { createPatient: () => new Promise((resolve) => answers.push(resolve)) },
    })
    await upload(portal, 11)
    await waitFor(() => expect(answers).toHaveLength(10))
    await press(portal, 'Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => answers.forEach((answer, at) => answer(done({ id: `p${at}` }))))
    expect(portal.of('createPatient')).toHaveLength(10)
    answers = []
    await press(portal, 'Actions for Patients')
    await press(portal, 'Bulk Add Patients')
    await said('The upload was interrupted. It goes on from here, and adds nobody twice.')
    await said('10 added · 10 of them admitted · 1 not sent')
    await press(portal, 'Go on')
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]?.(done({ id: 'p10' })))
    await said('The upload is done')
    expect(portal.of('createPatient')).toHaveLength(11)
    expect(portal.of('admitPatientToWard')).toHaveLength(11)
  })

  test('stopped in the middle it says what was done; the rest is sent, or discarded', async () => {
    let answers: ((value: unknown) => void)[] = []
    const portal = open({
      answers: { createPatient: () => new Promise((resolve) => answers.push(resolve)) },
    })
    await upload(portal, 12)
    await waitFor(() => expect(answers).toHaveLength(10))
    await press(portal, 'Stop')
    await said('Stopping after the patients that are being sent')
    await act(async () => answers.forEach((answer, at) => answer(done({ id: `p${at}` }))))
    await said('The upload was stopped. What was added stays.')
    await said('10 added · 10 of them admitted · 2 not sent')
    expect(portal.of('createPatient')).toHaveLength(10)
    answers = []
    await press(portal, 'Discard the rest')
    await said('10 patients added so far stay. 2 rows will not be sent.')
    const question = within(await screen.findByRole('alertdialog'))
    await portal.user.click(question.getByRole('button', { name: 'Discard the rest' }))
    await said('Step 2: upload it')
    expect(portal.of('createPatient')).toHaveLength(10)
  })

  test('what failed is corrected and sent again, and nobody else', async () => {
    let refusal: unknown = refusedFor('lastName', 'Required')
    const portal = open({
      answers: {
        createPatient: ({ firstName }: { firstName: string }) =>
          firstName === 'Agnes' ? refusal : done({ id: firstName }),
      },
    })
    await upload(portal, 2)
    await said('The upload is done')
    refusal = done({ id: 'Agnes' })
    await press(portal, 'Correct 1 row')
    await said('1 patient read. Nothing is sent yet.')
    await press(portal, 'Add 1 patient')
    await said('The upload is done')
    expect(portal.of('createPatient').map(({ input }) => input['firstName'])).toEqual([
      'Agnes',
      'Basil',
      'Agnes',
    ])
    expect(portal.of('admitPatientToWard')).toHaveLength(2)
    await press(portal, 'Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(portal, 'Actions for Patients')
    await press(portal, 'Bulk Add Patients')
    await said('Step 2: upload it')
  })

  test('where the server takes no more for now it waits, says so, and goes on by itself', async () => {
    const answers: Problem[] = [problem('too-many')]
    const portal = open({
      answers: {
        createPatient: () => {
          const next = answers.shift()
          return next === undefined ? done({ id: 'p1' }) : { kind: 'refused', problem: next }
        },
      },
    })
    await chooseGood(1)
    await pickPlace(portal)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Add 1 patient' }))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText(/takes no more for now/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    vi.useRealTimers()
    await said('The upload is done')
    expect(portal.of('createPatient')).toHaveLength(2)
  })

  test('another tab that has the upload is told of, and it goes on here with what that one left', async () => {
    let isOver: () => void = () => undefined
    const other = new Promise<void>((resolve) => (isOver = resolve))
    const state = source<DraftState>({ ready: true, text: '', kept: true, seen: null })
    const draft: Draft = {
      ...state,
      set: (text) => state.set({ ready: true, text, kept: true, seen: null }),
      alone: async (work) => {
        await other
        await work()
      },
    }
    const portal = open({ prepare: ({ runtime }) => void (runtime.draft = () => draft) })
    await said(/^This upload is open in another tab/)
    expect(document.querySelector('input[type="file"]')).toBeNull()
    const answer = await readSheet(await workbookOf(goodRows(2)))
    if (answer.kind === 'refused') throw new Error(answer.fault.code)
    const left = newUpload('patients.xlsx', answer.sheet, () => crypto.randomUUID())
    const [first, second] = left.rows
    if (first === undefined || second === undefined) throw new Error('No rows')
    draft.set(
      JSON.stringify({
        ...left,
        sentAt: 1,
        rows: [{ ...first, status: 'Created', patientId: 'p' }, second],
      }),
    )
    await act(async () => isOver())
    await said('1 added · 1 not sent')
    await press(portal, 'Go on')
    await said('The upload is done')
    expect(portal.of('createPatient').map(({ as }) => as?.id)).toEqual([second.key])
  })

  test('whoever existed already is listed, stays so, and leads to the record where the user may', async () => {
    const opens: Record<string, boolean> = { Agnes: true, Basil: false }
    const asked: unknown[] = []
    const portal = open({
      answers: {
        createPatient: () =>
          refusedFor('firstName', 'A patient with that First Name already exists'),
        lookupPatient: (input: { nhsNumber: string | null; firstName: string | null }) => {
          asked.push(input)
          const patient = { id: input.firstName, opens: opens[input.firstName ?? ''] }
          return done({ asOf: 'x', match: input.nhsNumber === null ? { patient } : null })
        },
      },
    })
    await upload(portal, 2)
    await said('2 of 2 patients done')
    await press(portal, 'Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(portal, 'Actions for Patients')
    await press(portal, 'Bulk Add Patients')
    await portal.user.click(await screen.findByRole('radio', { name: 'Existed already (2)' }))
    const record = async (name: RegExp) =>
      portal.user.click(
        within(
          (await screen.findAllByRole('row')).find((row) => name.test(row.textContent ?? '')) ??
            document.body,
        ).getByRole('button', { name: /^Open the record/ }),
      )
    await record(/Basil/)
    await said('You may not open this record.')
    expect(asked).toMatchObject([
      { firstName: null, birthDate: null },
      { firstName: 'Basil', nhsNumber: null },
    ])
    await record(/Agnes/)
    await waitFor(() => expect(portal.at()).toBe('/patient/Agnes'))
  })

  test('who existed already stays listed while others are corrected, until the list is cleared', async () => {
    let refusal: unknown = refusedFor('lastName', 'Required')
    const portal = open({
      answers: {
        createPatient: ({ firstName }: { firstName: string }) =>
          firstName === 'Agnes'
            ? refusal
            : refusedFor('firstName', 'A patient with that First Name already exists'),
      },
    })
    await upload(portal, 2)
    await said('The upload is done')
    refusal = done({ id: 'Agnes' })
    await press(portal, 'Correct 1 row')
    await press(portal, 'Add 1 patient')
    await said('1 added · 1 of them admitted · 1 existed already')
    await screen.findByRole('radio', { name: 'Existed already (1)' })
    await press(portal, 'Clear this list')
    await said('Step 2: upload it')
  })

  test('a ward and a pathway that are gone meanwhile are told at their fields, and nothing is sent', async () => {
    let isGone = false
    const portal = open({
      answers: {
        wards: () => done(isGone ? [ward('heart', 'Heart Failure Ward')] : [frailty]),
        carePathways: () => done([isGone ? { ...copd, id: 'new', name: 'New' } : copd]),
        admitPatientToWard: () => refusedFor('wardId', 'There is no such ward'),
      },
    })
    await upload(portal, 1)
    await said('The upload is done')
    await press(portal, 'Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    isGone = true
    await press(portal, 'Actions for Patients')
    await press(portal, 'Bulk Add Patients')
    await press(portal, 'Correct 1 row')
    await said("'Frailty Ward' does not exist any more. Choose another.")
    await said("'COPD' does not exist any more. Choose another.")
    expect(screen.getByLabelText(/^Ward/).getAttribute('aria-invalid')).toBe('true')
    await said('Choose a ward and a care pathway.')
    await press(portal, 'Add 1 patient')
    expect(portal.of('admitPatientToWard')).toHaveLength(1)
    await portal.user.selectOptions(screen.getByLabelText(/^Ward/), 'heart')
    await portal.user.selectOptions(screen.getByLabelText(/^Care Pathway/), 'new')
    await waitFor(() => expect(screen.queryByText(/does not exist any more/)).toBeNull())
  })

  test('the US edition shows its own dates, says how the sheet has them, and reads ZIP Code', async () => {
    localStorage.setItem('lamplight.edition', 'en-US')
    const portal = open()
    await choose(
      await workbookOf([
        ['First Name', 'Last Name', 'Sex', 'Birth Date', 'Address', 'ZIP Code'],
        ['Ada', 'Ash', 'female', '05/11/1938', '1 Sea Road', '10001'],
        ['Bo', 'Oak', 'male', '31/02/1950', '', ''],
      ]),
    )
    await said(/^Birth dates are shown as Dec 2, 2026/)
    await portal.user.click(await screen.findByRole('radio', { name: 'All rows (2)' }))
    await said('Nov 5, 1938')
    expect(screen.getByRole('textbox', { name: 'D3, Birth Date as DD/MM/YYYY' })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'ZIP Code' })).toBeTruthy()
    expect(screen.queryByText(/^Columns that are left out/)).toBeNull()
  })
})
