import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import type { Patient } from '../../../src/domain/patient/patient'
import { AdmitAction, AdmitDialog } from '../../../src/features/admission/AdmitDialog'
import type { Room } from '../../../src/ui/room'
import { done, meOf, openPortal, signedIn } from '../../app/fake-portal'

export const clinician: readonly Permission[] = [
  'view_patients',
  'view_patient_archive',
  'view_wards',
  'view_care_pathways',
  'create_patients',
  'edit_patients',
  'admit_ward_patients',
]
const orderA: readonly Feature[] = ['wards', 'manualExpectedLengthOfStay']
export const orderB: readonly Feature[] = [...orderA, 'selfCare']

export const counts = { activePatients: 0, totalAdmissions: 0, createdAt: '', updatedAt: '' }
const ward = (id: string, name: string) => ({ id, name, numberOfPatients: 0, numberOfStaff: 0 })
const registered = {
  id: 'p-new',
  revision: 1,
  firstName: 'Ada',
  lastName: 'Quill',
  gender: 'female',
  birthDate: '1938-11-05',
  telephone: null,
  address: null,
  nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
} as const
export const found = {
  firstName: 'Ada',
  lastName: 'Quill',
  birthDate: '1938-11-05',
  patient: {
    id: 'p-old',
    opens: true,
    gender: 'female',
    nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
    address: { address: '2 Mill Lane', postcode: 'BN1 2AB' },
    telephone: '01273800901',
    selfCareEmail: null,
    wardAdmission: null,
  },
} as const
const admitted = {
  id: 'p-new',
  admittedAt: '2026-03-02T12:00:00.000Z',
  ward: { id: 'frailty', name: 'Frailty Ward' },
  carePathway: { id: 'copd', name: 'COPD' },
  mayOpen: true,
}
const flag = (type: string, title: string, description: string) => ({
  type,
  title,
  description,
  active: false,
})

const closed = (): void => void window.dispatchEvent(new Event('journey-closed'))

/** An app-wide room whose page is the journey; of a known patient as from their record. */
const journeyRoom = (known: Patient | undefined): Room => ({
  id: 'here',
  routes: [
    {
      access: { path: '/here', access: 'member' },
      layout: 'standard',
      offline: 'kept',
      title: () => 'Here',
      load: async () =>
        function Here() {
          return (
            <>
              <h1>Here</h1>
              {known === undefined ? (
                <AdmitDialog onClose={closed} />
              ) : (
                <AdmitAction patient={known} onClose={closed} />
              )}
            </>
          )
        },
    },
  ],
})

export interface Given {
  readonly known?: Patient
  /** What the address says beside its path. */
  readonly query?: string
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  readonly isUS?: boolean
  /** Of the organisation. */
  readonly timeZone?: string
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
}

/** Opens the journey, with a server that answers by name. */
export const openJourney = ({
  known,
  query = '',
  permissions = clinician,
  features = orderA,
  isUS = false,
  timeZone,
  answers = {},
}: Given = {}) => {
  if (isUS) localStorage.setItem('lamplight.edition', 'en-US')
  const base = meOf({ permissions, features })
  const me =
    timeZone === undefined
      ? base
      : { ...base, actingOrganization: { ...base.actingOrganization, timeZone } }
  const session = isUS
    ? {
        ...me,
        actingOrganization: {
          ...me.actingOrganization,
          edition: 'en-US' as const,
          nationalIdentifierScheme: null,
        },
      }
    : me
  const told: NonNullable<Given['answers']> = {
    lookupPatient: () => done({ asOf: '2026-03-02T12:00:00.000Z', match: null }),
    similarPatients: () => done([]),
    createPatient: () => done(registered),
    wards: () => done([ward('heart', 'Heart Ward'), ward('frailty', 'Frailty Ward')]),
    carePathways: () => done([{ id: 'copd', name: 'COPD', ...counts }]),
    earlierScoring: () => done(null),
    patientFlags: () =>
      done([
        flag('FallsRisk', 'Falls Risk', 'At high risk of falling'),
        flag('OnOxygen', 'On Oxygen', 'Receives supplemental oxygen'),
      ]),
    selfCareLogin: () => done(null),
    setContactAtAdmission: ({ newContact }: { readonly newContact: object }) =>
      done({ ...registered, ...newContact }),
    createSelfCareLogin: ({ selfCare }: { readonly selfCare: { readonly email: string } }) =>
      done({ id: 'u-1', email: selfCare.email }),
    admitPatientToWard: () => done(admitted),
    ...answers,
  }
  const portal = openPortal(`/here${query}`, {
    session: signedIn(session),
    rooms: [journeyRoom(known)],
    prepare: ({ ask, run }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(
        async (name, input) => told[name]?.(input as never) ?? rest?.(name, input),
      )
      run.mockImplementation(async (name, input) => told[name]?.(input as never) ?? done(null))
    },
  })
  const dialogs = () => [...document.querySelectorAll<HTMLElement>('dialog')]
  const one = <Found,>(what: string, find: () => Found | null | undefined): Promise<Found> =>
    waitFor(() => find() ?? expect.fail(`${what} in: ${document.body.textContent}`))
  const element = () =>
    one('dialog', () => dialogs().find((dialog) => dialog.textContent?.includes('Admit a Patient')))
  const box = async () => within(await element())
  const heading = (name: string) =>
    one(name, () =>
      dialogs()
        .flatMap((dialog) => [...dialog.querySelectorAll('form h2')])
        .find((found) => found.textContent === name),
    )
  const field = (label: string | RegExp): Promise<HTMLInputElement> =>
    one(String(label), () => {
      const found = dialogs()
        .flatMap((dialog) => [...dialog.querySelectorAll('label')])
        .find(({ textContent }) =>
          typeof label === 'string' ? textContent === label : label.test(textContent ?? ''),
        )
      return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement | null
    })
  const type = async (label: string | RegExp, text: string) => {
    const input = await field(label)
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
  }
  const button = (name: string | RegExp) =>
    dialogs()
      .flatMap((dialog) => [...dialog.querySelectorAll('button')])
      .find(({ textContent }) =>
        typeof name === 'string' ? textContent === name : name.test(textContent ?? ''),
      )
  const press = async (name: string | RegExp) => {
    const found = await one(String(name), () => {
      const shown = button(name)
      return shown?.disabled === true ? null : shown
    })
    await act(async () => found.click())
  }
  const pick = async (label: string, option: string) => {
    const input = await field(new RegExp(`^${label}`))
    await act(async () => input.click())
    const found = await one(option, () =>
      [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
        ({ textContent }) => textContent === option,
      ),
    )
    await act(async () => found.click())
  }
  /** From the search to a patient who is not found. */
  const search = async (identifier: string | null = '9434765919', born = '05/11/1938') => {
    await heading('Patient search')
    if (identifier !== null) await type(/NHS number/, identifier)
    await type(/Date of Birth/, born)
    await press('Search')
  }
  const create = async () => {
    await heading('Patient details')
    await type(/First Name/, 'Ada')
    await type(/Last Name/, 'Quill')
    await type(/Sex/, 'female')
    await press('Add patient')
  }
  const choose = async () => {
    await heading('Ward admission')
    await pick('Ward', 'Frailty Ward')
    await pick('Care Pathway', 'COPD')
  }
  return {
    ...portal,
    box,
    button,
    element,
    heading,
    field,
    type,
    press,
    pick,
    search,
    create,
    choose,
    sent: (name: string) =>
      portal.run.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
    asked: (name: string) =>
      portal.ask.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
    steps: async () =>
      [...(await element()).querySelectorAll('nav li')].map((item) =>
        (item.textContent ?? '').replace(/^\d+/, ''),
      ),
    text: async () => (await element()).textContent ?? '',
  }
}
