// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ListedPatient } from '../../../src/data/patient-list'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import { problem } from '../../../src/domain/problem'
import { csvOf } from '../../../src/domain/text/csv'
import { patientsRoom } from '../../../src/features/patients'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const all: readonly Permission[] = [
  'view_patients',
  'view_patient_archive',
  'assign_patients',
  'create_users',
]
const [elm, ash] = [
  { id: 'elm', name: 'Elm Surgery', telephone: null, address: null },
  { id: 'ash', name: 'Ash Surgery', telephone: null, address: null },
]
const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name })
const patientOf = (id: string, over: Partial<ListedPatient> = {}): ListedPatient => ({
  id,
  firstName: 'Ada',
  lastName: `Ash${id}`,
  birthDate: '1948-03-02',
  gender: 'female',
  createdAt: '2026-01-05T14:32:00.000Z',
  nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
  numSimilarNames: 0,
  practices: [],
  mayAssign: true,
  wards: [{ id: 'heart', name: 'Heart Failure Ward' }],
  ...over,
})
const page = (rows: readonly ListedPatient[], total = rows.length) => done({ rows, total })
const match = {
  firstName: 'Hana',
  lastName: 'Hill',
  birthDate: '1948-03-02',
  patient: {
    id: 'h1',
    opens: true,
    gender: 'female',
    nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
    address: { address: '1 Sea Road', postcode: 'BN1 1AA' },
    telephone: null,
    selfCareEmail: 'hana@home.example',
    wardAdmission: {
      admittedAt: '2026-01-05T14:32:00.000Z',
      ward: { id: 'heart', name: 'Heart Failure Ward' },
      carePathway: { id: 'hf', name: 'Heart failure' },
      organization: { id: 'org-1', name: 'Riverside Virtual Ward' },
    },
  },
}
const lookedUp = (found: unknown) => done({ asOf: '2026-01-05T14:32:00.000Z', match: found })

type PortalRuntime = Parameters<
  NonNullable<NonNullable<Parameters<typeof openPortal>[1]>['prepare']>
>[0]
interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  readonly scheme?: 'NhsNumber' | null
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
  readonly prepare?: (portal: PortalRuntime) => void
}
const open = (
  path: string,
  {
    permissions = all,
    features = ['wards'],
    scheme = 'NhsNumber',
    answers = {},
    prepare = () => undefined,
  }: Given = {},
) => {
  const me = meOf({ permissions, features })
  const portal = openPortal(path, {
    session: signedIn({
      ...me,
      actingOrganization: { ...me.actingOrganization, nationalIdentifierScheme: scheme },
    }),
    rooms: [patientsRoom],
    prepare: (portalRuntime) => {
      const { ask, run } = portalRuntime
      prepare(portalRuntime)
      const told: Given['answers'] = {
        patients: () => page([patientOf('1'), patientOf('2', { practices: [named(elm)] })]),
        practices: () => done([ash, elm]),
        lookupPatient: () => lookedUp(match),
        ...answers,
      }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(
        async (name, input) => told[name]?.(input as never) ?? rest?.(name, input),
      )
      run.mockImplementation(async (name, input) => told[name]?.(input as never) ?? done(true))
    },
  })
  return {
    ...portal,
    sent: () =>
      portal.run.mock.calls
        .filter(([name]) => /Practice/.test(name))
        .map(([name, input]) => [name, input]),
    asked: (name: string) =>
      portal.ask.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
  }
}
type Portal = ReturnType<typeof open>
const press = async ({ user }: Portal, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const headings = async (caption: string) =>
  within(await screen.findByRole('table', { name: caption }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)

describe('/patients', () => {
  for (const [features, tab, list] of [
    [['wards'], 'admitted', 'Admitted patients'],
    [[], 'all', 'All patients'],
  ] as const)
    test(`O017 O018 O469 with the flags ${features.join() || 'none'} it leads to ${tab}`, async () => {
      const { at } = open('/patients', { features })
      await screen.findByRole('table', { name: list })
      expect(at()).toBe(`/patients/${tab}`)
    })

  for (const [tab, label, filter] of [
    ['admitted', 'Admitted', 'activeAdmission'],
    ['discharged', 'Recently Discharged', 'recentlyDischarged'],
    ['all', 'All', 'all'],
  ] as const)
    test(`P220 O019 O020 O023 ${label} is a place of its own and asks for ${filter}, ten by last name`, async () => {
      const { asked } = open(`/patients/${tab}`)
      expect((await screen.findByRole('tab', { name: label })).getAttribute('aria-selected')).toBe(
        'true',
      )
      await screen.findByRole('table')
      expect(asked('patients')[0]).toEqual({
        filter,
        search: '',
        take: 10,
        skip: 0,
        descending: false,
      })
    })

  test('P056 O042 O346 without view_patient_archive nothing of it is shown or asked for', async () => {
    const { at, asked } = open('/patients/all', { permissions: ['view_patients'] })
    await waitFor(() => expect(at()).not.toContain('patients'))
    expect(asked('patients')).toEqual([])
    expect(screen.queryByRole('link', { name: 'Patients' })).toBeNull()
  })

  test('O024 a card counts all patients of the list', async () => {
    open('/patients/all', { answers: { patients: () => page([patientOf('1')], 128) } })
    await screen.findByRole('table')
    expect(screen.getByRole('region', { name: 'Patients in this list' }).textContent).toContain(
      '128 patients',
    )
  })

  for (const [who, given, says] of [
    ['whoever sees their own wards alone', {}, true],
    ['whoever sees all wards', { permissions: [...all, 'view_all_wards'] }, false],
    ['an organisation without wards', { features: [] }, false],
  ] as const)
    test(`to ${who} the list ${says ? 'says that it has no other wards' : 'is whole'}, also when it is empty`, async () => {
      const words = 'Patients on other wards of the organisation are not in this list.'
      const answers = { patients: () => page([]) }
      open('/patients/all', { ...given, answers })
      await screen.findByText('There are no patients')
      expect(screen.queryByText(words) !== null).toBe(says)
      cleanup()
      if ('features' in given) return
      open('/patients/admitted', { ...given, answers })
      await screen.findByText(
        says ? 'No patient is admitted to your wards' : 'No patient is admitted',
      )
      expect(screen.queryByText(words) !== null).toBe(says)
      cleanup()
      open('/patients/discharged', { ...given, answers })
      await screen.findByText('No patient was discharged in the last 30 days')
      expect(screen.queryByText(words)).toBeNull()
    })

  test('O029 the columns, and each with what it holds', async () => {
    open('/patients/all')
    expect((await headings('All patients')).slice(1)).toEqual([
      'First name',
      'Last name',
      'Date of birth',
      'Sex',
      'GP practice',
      'Ward',
      'Registered',
      'NHS No.',
    ])
    const cells = [...screen.getByRole('row', { name: /Ash2/ }).querySelectorAll('th, td')].map(
      ({ textContent }) => textContent,
    )
    expect(cells.slice(1, 7)).toEqual([
      'Ada',
      'Ash2',
      '02-Mar-1948',
      'Female',
      'Elm Surgery',
      'Heart Failure Ward',
    ])
    expect(cells[8]).toBe('943 476 5919')
  })
  test('O030 O031 without wards there is no ward, without a scheme no identifier', async () => {
    open('/patients/all', { features: [], scheme: null })
    const shown = await headings('All patients')
    expect(shown).not.toContain('Ward')
    expect(shown).not.toContain('NHS No.')
    expect(shown).toContain('Registered')
  })
  test('O025 a name is searched on the server, from the first page', async () => {
    const { user, asked } = open('/patients/all')
    await user.type(await screen.findByLabelText('Search by name or number'), 'ash{Enter}')
    await waitFor(() => expect(asked('patients').at(-1)).toMatchObject({ search: 'ash', skip: 0 }))
  })
  test('O026 the eleventh patient is on the second page', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => patientOf(String(at)))
    const portal = open('/patients/all', { answers: { patients: () => page(rows, 11) } })
    await press(portal, /Next page/)
    await waitFor(() => expect(portal.asked('patients').at(-1)).toMatchObject({ skip: 10 }))
  })
  test('P222 the last name turns the order', async () => {
    const portal = open('/patients/all')
    await press(portal, 'Last name')
    await waitFor(() => expect(portal.asked('patients').at(-1)).toMatchObject({ descending: true }))
  })
  test('O028 a row leads to the record', async () => {
    open('/patients/all')
    await screen.findByRole('table')
    expect(screen.getAllByRole('link', { name: 'Ada' })[0]?.getAttribute('href')).toBe('/patient/1')
  })
  test('O032 O033 similar names warn, in the singular and the plural', async () => {
    open('/patients/all', {
      answers: {
        patients: () =>
          page([
            patientOf('1', { numSimilarNames: 1 }),
            patientOf('2', { numSimilarNames: 2 }),
            patientOf('3'),
          ]),
      },
    })
    await screen.findByRole('table')
    expect(
      screen
        .getAllByRole('button', { name: /similar name/ })
        .map((one) => one.ariaLabel ?? one.getAttribute('aria-label')),
    ).toEqual(['1 other patient has a similar name', '2 other patients have a similar name'])
  })
  test('O041 O426 O427 a list that fails says so at its place and over the page, and is asked again', async () => {
    let isBroken = true
    const portal = open('/patients/all', {
      answers: { patients: () => (isBroken ? refused('x') : page([patientOf('1')])) },
    })
    expect(await screen.findByText('Failed to load patients')).toBeTruthy()
    expect(screen.getByText('An error occurred while loading patients')).toBeTruthy()
    isBroken = false
    await press(portal, 'Try again')
    expect(await screen.findByRole('table', { name: 'All patients' })).toBeTruthy()
  })
  test('an empty list says what is not there', async () => {
    open('/patients/discharged', { answers: { patients: () => page([]) } })
    expect(await screen.findByText('No patient was discharged in the last 30 days')).toBeTruthy()
  })
})

describe('chosen patients', () => {
  const choose = async (portal: Portal, ...names: readonly string[]) => {
    await screen.findByRole('table')
    for (const name of names) await portal.user.click(screen.getByLabelText(`Select ${name}`))
  }
  test('O027 they are printed, and nobody else is on the sheet', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const portal = open('/patients/all')
    await choose(portal, 'ASH1, Ada')
    await press(portal, 'Print the list')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const sheet = document.querySelector('[data-patient-sheet]')
    expect(sheet?.textContent).toContain('Ash1')
    expect(sheet?.textContent).not.toContain('Ash2')
    fireEvent(window, new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('[data-patient-sheet]')).toBeNull())
  })
  test('O027 they are a file for a spreadsheet', async () => {
    const made = vi.fn((_file: Blob) => 'blob:x')
    URL.createObjectURL = made as typeof URL.createObjectURL
    const portal = open('/patients/all')
    await choose(portal, 'ASH2, Ada')
    await press(portal, 'Export CSV')
    const text = await made.mock.calls[0]?.[0].text()
    expect(text).toContain('"Ada","Ash2","02-Mar-1948","Female","Elm Surgery"')
    expect(text).not.toContain('Ash1')
  })
  test('no cell of the file runs as a formula', () => {
    for (const text of [
      '=1+1',
      '+44',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '\r=1',
      '|x',
      '%x',
      '＝1+1',
      '＋1',
      '－1',
      '＠A1',
    ])
      expect(csvOf([[text]])).toBe(`\u{FEFF}"'${text}"\r\n`)
    expect(csvOf([['O"Neill', 'a,b'], ['x']])).toBe('\u{FEFF}"O""Neill","a,b"\r\n"x"\r\n')
  })
  test('O027 practices are added to each of them, and only where they are missing', async () => {
    const portal = open('/patients/all')
    await choose(portal, 'ASH1, Ada', 'ASH2, Ada')
    await press(portal, 'Assign practices')
    await portal.user.click(await screen.findByLabelText('Elm Surgery'))
    await press(portal, 'Save')
    await waitFor(() =>
      expect(portal.sent()).toEqual([
        ['assignPatientToPractice', { patientId: '1', practiceId: 'elm' }],
      ]),
    )
  })
})

describe('the practices of a patient', () => {
  test('O034 O035 assigned practices are chips, and without any there is one that says so', async () => {
    open('/patients/all', { permissions: ['view_patients', 'view_patient_archive'] })
    await screen.findByRole('table')
    expect(within(screen.getByRole('row', { name: /Ash1/ })).getByText('Unassigned')).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /Ash2/ })).getByText('Elm Surgery')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /practice/ })).toBeNull()
  })
  test('O036 O139 O140 the chip opens the choice, and nothing is saved while nothing is chosen', async () => {
    const portal = open('/patients/all')
    await press(portal, 'Unassigned: assign ASH1, Ada to a practice')
    await screen.findByLabelText('Ash Surgery')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await portal.user.click(screen.getByLabelText('Ash Surgery'))
    expect(save.disabled).toBe(false)
    await portal.user.click(save)
    await waitFor(() =>
      expect(portal.sent()).toEqual([
        ['assignPatientToPractice', { patientId: '1', practiceId: 'ash' }],
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test('O261 O262 only the practices that changed are sent', async () => {
    const portal = open('/patients/all', {
      answers: { patients: () => page([patientOf('2', { practices: [named(elm)] })]) },
    })
    await press(portal, /change the practices of ASH2/)
    await portal.user.click(await screen.findByLabelText('Ash Surgery'))
    await portal.user.click(screen.getByLabelText('Elm Surgery'))
    await press(portal, 'Save')
    await waitFor(() =>
      expect(portal.sent()).toEqual([
        ['assignPatientToPractice', { patientId: '2', practiceId: 'ash' }],
        ['unassignPatientFromPractice', { patientId: '2', practiceId: 'elm' }],
      ]),
    )
  })
  test('a patient whom the organisation has only by an assignment is not assigned further', async () => {
    open('/patients/all', {
      answers: { patients: () => page([patientOf('1', { mayAssign: false })]) },
    })
    await screen.findByText('Unassigned')
    expect(screen.queryByRole('button', { name: /assign ASH1/ })).toBeNull()
  })
  test('without a connection anybody of the organisation is found by name, of when the names are is said, and of whom more is here', async () => {
    const name = (id: string, lastName: string, ward: string | null = null) => ({
      id,
      firstName: 'Ada',
      lastName,
      birthDate: '1948-03-02',
      nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
      ward,
    })
    const rows = [name('1', 'Ørsted', 'Heart Failure Ward'), name('2', 'Byron'), name('3', 'Cole')]
    const portal = open('/patients/all', {
      answers: { patients: () => refused('No line', 'network') },
      prepare: ({ runtime, connection }) => {
        connection.set({ ...connection.get(), state: 'offline' })
        Object.assign(runtime, {
          kept: async (call: { name: string }) =>
            call.name === 'patientNames'
              ? { value: { rows, total: 7 }, at: Date.now() - 5 * 60_000 }
              : null,
          seen: async (id: string) => (id === '1' ? { name: 'Ada Ørsted' } : null),
        })
      },
    })
    const table = await screen.findByRole('table', { name: 'All patients' })
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(screen.getByText(/^You are offline. These names were last received at/)).toBeTruthy()
    expect(screen.getByText(/Only 3 of 7 patients are kept/)).toBeTruthy()
    expect(await within(table).findAllByText(/^Name only/)).toHaveLength(2)
    await portal.user.type(screen.getByRole('searchbox'), 'orsted')
    await waitFor(() =>
      expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2),
    )
    const [, found] = within(screen.getByRole('table')).getAllByRole('row')
    expect(found?.textContent).toContain('Heart Failure Ward')
    expect(found?.textContent).toContain('On this device')
    expect(
      within(found as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/patient/1')
  })

  test('without a connection the list stays with its age, and what needs the server says why it waits', async () => {
    const portal = open('/patients/all')
    const name = 'Unassigned: assign ASH1, Ada to a practice'
    const chip = () => screen.findByRole('button', { name })
    expect((await chip()).getAttribute('aria-disabled')).toBeNull()
    portal.connection.set({ ...portal.connection.get(), state: 'offline' })
    expect(await screen.findByText('Offline. This is what was last received.')).toBeTruthy()
    await waitFor(async () => expect((await chip()).getAttribute('aria-disabled')).toBe('true'))
    await portal.user.click(await chip())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('O141 O428 practices that cannot be loaded are asked again', async () => {
    let isBroken = true
    const portal = open('/patients/all', {
      answers: { practices: () => (isBroken ? refused('x') : done([elm])) },
    })
    await press(portal, 'Unassigned: assign ASH1, Ada to a practice')
    expect(await screen.findByText('Failed to load practices')).toBeTruthy()
    isBroken = false
    await press(portal, 'Try again')
    expect(await screen.findByLabelText('Elm Surgery')).toBeTruthy()
  })
  test('O142 O330 O331 O332 a practice is added; blank fields and what the server refuses are named', async () => {
    let isTaken = true
    const portal = open('/patients/all', {
      permissions: [...all],
      answers: {
        createPractice: () =>
          isTaken
            ? refused('x', 'invalid-arguments', [
                { path: 'organization.name', message: 'It is known' },
              ])
            : done(elm),
      },
    })
    await press(portal, 'Unassigned: assign ASH1, Ada to a practice')
    await press(portal, 'Add GP practice')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add GP practice' }))
    await portal.user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(portal.sent()).toEqual([])
    const wrong = [...document.querySelectorAll('dialog input[aria-invalid="true"]')]
    expect(wrong).toHaveLength(6)
    for (const [label, text] of [
      ['Practice name', 'Oak Surgery'],
      ['Address', '1 Oak Road'],
      ['Postcode', 'BN1 1AA'],
      ['Contact first name', 'Pat'],
      ['Contact last name', 'Oak'],
      ['Contact email', 'pat@oak.example'],
    ] as const)
      await portal.user.type(dialog.getByLabelText(new RegExp(`^${label}`)), text)
    await portal.user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('It is known')).length).toBeGreaterThan(0)
    isTaken = false
    await portal.user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(portal.sent().at(-1)).toEqual([
        'createPractice',
        {
          organization: {
            name: 'Oak Surgery',
            telephone: null,
            address: { address: '1 Oak Road', postcode: 'BN1 1AA' },
          },
          user: { email: 'pat@oak.example', firstName: 'Pat', lastName: 'Oak' },
        },
      ]),
    )
  })
})

describe('the look-up', () => {
  const number = () => screen.findByLabelText(/^NHS number/)
  const field = (label: string) => screen.getByLabelText(label)
  const search = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Search Patients' })
  const said = () => [...document.querySelectorAll('[id$="-error"]')].map((one) => one.textContent)
  const bothNames = 'Both first and last must be provided to search by name'

  test('O022 O043 O044 O045 it has four fields, and is sent once something is typed', async () => {
    const portal = open('/patients/search')
    expect(await number()).toBeTruthy()
    for (const label of ['First name', 'Last name', 'Date of birth'])
      expect(field(label)).toBeTruthy()
    expect(search().disabled).toBe(true)
    await portal.user.type(field('First name'), 'A')
    expect(search().disabled).toBe(false)
    await press(portal, 'Reset Search')
    expect((field('First name') as HTMLInputElement).value).toBe('')
    expect(search().disabled).toBe(true)
  })
  test('O046 O290 O291 O292 a field is judged when it is left, not before', async () => {
    const { user } = open('/patients/search')
    await number()
    await user.type(field('First name'), 'Ada')
    expect(said()).toEqual([])
    await user.tab()
    expect(said()).toEqual([])
    await user.tab()
    expect(said()).toEqual([bothNames])
    await user.type(field('Last name'), 'Ash')
    await user.tab()
    await user.click(field('First name'))
    expect(said()).toEqual(['Date of birth must be provided to search by name'])
    await user.type(field('Date of birth'), '01/01/2999')
    await user.click(field('First name'))
    expect(said()).toEqual(['Date of birth must be in the past'])
  })
  test('a wrong check digit is said, and nothing is sent', async () => {
    const { user, asked } = open('/patients/search')
    await user.type(await number(), '9434765918')
    await user.tab()
    expect(said()).toEqual(['One of the digits is wrong: compare it with the patient’s papers'])
    await user.click(search())
    expect(asked('lookupPatient')).toEqual([])
  })
  test('O293 O294 O366 what is sent has no spaces in the number and none around names', async () => {
    const { user, asked } = open('/patients/search')
    await user.type(await number(), '943 476 5919')
    await user.type(field('First name'), ' Ada ')
    await user.type(field('Last name'), ' Ash ')
    await user.type(field('Date of birth'), '02/03/1948')
    await user.click(search())
    expect(asked('lookupPatient')).toEqual([
      { nhsNumber: '9434765919', birthDate: '1948-03-02', firstName: 'Ada', lastName: 'Ash' },
    ])
  })
  const find = async (found: () => unknown, given: Given = {}) => {
    const portal = open('/patients/search', { ...given, answers: { lookupPatient: found } })
    await portal.user.type(await number(), '9434765919')
    await portal.user.click(search())
    return portal
  }
  test('O047 O048 O049 O050 a match shows its facts, its admission and a link to the record', async () => {
    await find(() => lookedUp(match))
    const card = within(await screen.findByRole('region', { name: 'HILL, Hana' }))
    const facts = Object.fromEntries(
      [...document.querySelectorAll('dl dt')].map((one) => [
        one.textContent,
        one.nextElementSibling?.textContent,
      ]),
    )
    expect(facts).toMatchObject({
      'Patient ID': 'h1',
      Sex: 'Female',
      'NHS number': '943 476 5919',
      'Self-care email': 'hana@home.example',
      Address: '1 Sea Road, BN1 1AA',
      Ward: 'Heart Failure Ward',
      'Care pathway': 'Heart failure',
    })
    expect(facts['Date of birth']).toMatch(/^02-Mar-1948 \(\d\d years\)$/)
    expect(facts['Admitted']).toContain('05-Jan-2026')
    expect(card.getByRole('link', { name: 'Open patient record' }).getAttribute('href')).toBe(
      '/patient/h1',
    )
  })
  test('O048 a baby’s age is told in months', async () => {
    const born = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
    await find(() => lookedUp({ ...match, birthDate: born }))
    expect(await screen.findByText(/\(3 months\)/)).toBeTruthy()
  })
  test('a patient of another organisation is told by three facts, without a link', async () => {
    await find(() => lookedUp({ ...match, patient: null }))
    const card = within(await screen.findByRole('region', { name: 'HILL, Hana' }))
    expect(card.getByText('Registered with another organisation')).toBeTruthy()
    expect(document.querySelectorAll('dl dt')).toHaveLength(1)
    expect(card.queryByRole('link')).toBeNull()
  })
  test('O051 nobody found says so, and when', async () => {
    await find(() => lookedUp(null))
    expect(await screen.findByText('No Patient Found')).toBeTruthy()
    expect(screen.getByText(/^As of \d\d:\d\d/)).toBeTruthy()
  })
  test('O052 changed criteria are told over the result, which is asked anew', async () => {
    const { user, asked } = await find(() => lookedUp(null))
    await screen.findByText('No Patient Found')
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
    await user.type(field('Date of birth'), '02/03/1948')
    await user.click(await screen.findByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(asked('lookupPatient')).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull())
  })
  test('O416 too many results are a toast', async () => {
    await find(() => ({ kind: 'refused', problem: problem('conflict:lookup-too-many') }))
    expect(
      await screen.findByText('Too many results. Please refine your search criteria'),
    ).toBeTruthy()
  })
  test('O417 any other failure says that the look-up failed, and why', async () => {
    await find(() => refused('Asked too often', 'too-many'))
    expect((await screen.findAllByText('Error looking up patient')).length).toBe(2)
    expect(screen.getByText(/Asked too often/)).toBeTruthy()
  })
  test('without a national scheme there is no field for an identifier', async () => {
    open('/patients/search', { scheme: null })
    expect(await screen.findByLabelText('First name')).toBeTruthy()
    expect(screen.queryByLabelText(/number/)).toBeNull()
  })
})
