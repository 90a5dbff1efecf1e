// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationRelationship, Referral } from '../../../src/data/referral'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import type { Patient } from '../../../src/domain/patient/patient'
import type { Edition } from '../../../src/domain/organization/organization'
import { source } from '../../../src/engine/define'
import { admissionRoom } from '../../../src/features/admission'
import { referralRoom } from '../../../src/features/referral'
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

/** What a box that grows asks and jsdom lacks. */
beforeAll(() =>
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }),
)
afterAll(() => Reflect.deleteProperty(document, 'fonts'))
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/notes/NotesTab'),
    import('../../../src/features/referral/ReferDialog'),
    import('../../../src/features/referral/ReferralsDialog'),
    import('../../../src/features/referral/ReferralChips'),
  ])
})
afterEach(cleanup)

const all: readonly Permission[] = ['view_patients', 'edit_patients', 'admit_ward_patients']
const own = { id: 'org-1', name: 'Riverside Virtual Ward', address: null }
const willowbank = {
  id: 'willowbank',
  name: 'Willowbank Care Home',
  address: { address: '4 Mill Lane, Farnley', postcode: 'LS12 5AB' },
}
const quayside = { id: 'quayside', name: 'Quayside Practice', address: null }
const annexe = { id: 'annexe', name: 'Willowbank Annexe', address: null }
const partnerOf = (
  partnerOrganization: OrganizationRelationship['partnerOrganization'],
  ...permissions: readonly string[]
): OrganizationRelationship => ({
  partnerOrganization,
  weHavePermissionTo: permissions.map((permission) => ({ permission })),
})
const referralOf = (id: string, over: Partial<Referral> = {}): Referral => ({
  id,
  organization: own,
  destinationOrganization: willowbank,
  referringUser: { id: 'u9', firstName: 'Nia', lastName: 'Okafor' },
  reason: { reason: 'WorkLoad', comment: null },
  data: { supportingInformation: 'Needs company', shouldDischargeOnAcceptance: true },
  status: 'Pending',
  rejectionReason: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-01-05T14:32:00.000Z',
  ...over,
})

interface Given {
  readonly dialog?: string
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  readonly partners?: () => unknown
  readonly incoming?: readonly Referral[]
  readonly outgoing?: readonly Referral[]
  readonly patient?: Partial<Patient>
  readonly answer?: () => unknown
  readonly edition?: Edition
}
/** The record of a patient of one's own ward, as somebody opens it who may refer and discharge. */
const open = async ({
  dialog,
  permissions = all,
  features = ['wards', 'referrals'],
  partners = () =>
    done([
      partnerOf(willowbank, 'ReferPatient'),
      partnerOf(quayside),
      partnerOf(annexe, 'ReferPatient'),
    ]),
  incoming = [],
  outgoing = [],
  patient = {},
  answer = () => done(referralOf('r1')),
  edition = 'en-GB',
}: Given = {}) => {
  const fake = clinicalRuntime()
  const rights = { permissions, features }
  Object.assign(fake.runtime, { session: source(signedIn(meOf(rights))) })
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  fake.ask.mockImplementation(async (name, input) => {
    if (name === 'organizationRelationships') return partners()
    if (name !== 'referrals') return refused('The server failed')
    const { referralStatus } = input as { readonly referralStatus: string | null }
    const kept = (list: readonly Referral[]) =>
      list.filter(({ status }) => referralStatus === null || status === referralStatus)
    return done({ incomingReferrals: kept(incoming), outgoingReferrals: kept(outgoing) })
  })
  fake.run.mockImplementation(async () => answer())
  const opened = openClinical(
    `/patient/p1/notes${dialog === undefined ? '' : `?dialog=${dialog}`}`,
    {
      fake,
      rooms: [referralRoom, admissionRoom],
      permissions: rights,
      edition,
    },
  )
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return {
    ...opened,
    sent: (name: string) =>
      opened.run.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
  }
}
type Opened = Awaited<ReturnType<typeof open>>
const inDialog = () => within(screen.getByRole('dialog'))
const press = async ({ user }: Opened, name: string | RegExp) =>
  user.click(inDialog().getByRole('button', { name }))
const steps = () =>
  within(inDialog().getByRole('navigation'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/^\d/, ''))
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const found = () =>
  within(inDialog().getByRole('listbox', { name: /Refer to organi/ })).getAllByRole('option')
const picker = () => inDialog().getByRole('combobox', { name: /Refer to organi/ })
const chooseDestination = async ({ user }: Opened, name: string) => {
  await user.click(picker())
  await user.click(await inDialog().findByRole('option', { name: new RegExp(name) }))
}
/** Fills in the first step, and goes on. */
const filled = async (opened: Opened, { discharges = false } = {}) => {
  const { user } = opened
  await heading('Refer Patient')
  await chooseDestination(opened, 'Willowbank Care Home')
  await user.selectOptions(inDialog().getByRole('combobox', { name: /Reason/ }), 'Workload')
  await user.type(
    inDialog().getByRole('textbox', { name: /Supporting statement/ }),
    'Needs company',
  )
  if (discharges)
    await user.click(inDialog().getByRole('checkbox', { name: /^Discharge the patient/ }))
  await press(opened, 'Continue')
}
/** Fills in the discharge, and goes on. */
const discharged = async (opened: Opened) => {
  const { user } = opened
  await heading('Discharge Details')
  await user.selectOptions(
    inDialog().getByRole('combobox', { name: /Reason for discharge/ }),
    'Treatment completed',
  )
  await user.type(
    inDialog().getByRole('textbox', { name: /full name of the patient/ }),
    'John Smith',
  )
  await press(opened, 'Continue')
}

describe('who refers', () => {
  test('C047 O193 the menu of the record has Refer patient, which opens the journey of that name', async () => {
    const opened = await open()
    await opened.user.click(screen.getByRole('button', { name: 'Actions' }))
    await opened.user.click(screen.getByRole('button', { name: 'Refer patient' }))
    expect(await screen.findByRole('dialog', { name: 'Refer patient' })).toBeTruthy()
    expect(opened.at()).toBe('/patient/p1/notes?dialog=refer')
  })

  test.each<[string, Given]>([
    ['the permission', { permissions: ['view_patients'] }],
    ['the flag', { features: ['wards'] }],
  ])('without %s there is no such action', async (_what, given) => {
    const { user } = await open(given)
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    expect(screen.queryByRole('button', { name: 'Refer patient' })).toBeNull()
  })
})

describe('the destination', () => {
  test('partners that take referrals are listed with their address, and found by it', async () => {
    const opened = await open({ dialog: 'refer' })
    await heading('Refer Patient')
    await opened.user.click(picker())
    await inDialog().findByRole('option', { name: /Willowbank Care Home/ })
    expect(found().map(({ textContent }) => textContent)).toEqual([
      'Willowbank Care Home4 Mill Lane, Farnley, LS12 5AB',
      'Willowbank Annexe',
    ])
    await opened.user.type(picker(), 'ls12')
    await waitFor(() => expect(found()).toHaveLength(1))
  })

  test('O339 C453 one with a pending referral cannot be chosen, and says why', async () => {
    const opened = await open({ dialog: 'refer', outgoing: [referralOf('r1')] })
    await heading('Refer Patient')
    await opened.user.click(picker())
    const option = await inDialog().findByRole('option', { name: /Willowbank Care Home/ })
    expect(option.getAttribute('aria-disabled')).toBe('true')
    expect(
      within(option).getByText(
        'A referral of this patient to this organisation is pending already',
      ),
    ).toBeTruthy()
    await opened.user.click(option)
    expect(found()).toHaveLength(2)
  })

  test('O450 C571 says that the organisations could not be loaded, and asks again', async () => {
    let fails = true
    const opened = await open({
      dialog: 'refer',
      partners: () => (fails ? refused('down') : done([partnerOf(willowbank, 'ReferPatient')])),
    })
    await heading('Refer Patient')
    await opened.user.click(picker())
    expect(await inDialog().findByText(/Error loading organisations/)).toBeTruthy()
    fails = false
    await press(opened, /Retry|Try again/)
    expect(await inDialog().findByRole('option', { name: /Willowbank/ })).toBeTruthy()
  })

  test('O451 O452 C572 C573 without any it says so, and to whom referral is possible', async () => {
    const opened = await open({ dialog: 'refer', partners: () => done([partnerOf(quayside)]) })
    await heading('Refer Patient')
    await opened.user.click(picker())
    expect(
      await inDialog().findByText(/No organisations found or matching your search/),
    ).toBeTruthy()
    expect(
      inDialog().getByText(
        'Referral is possible only to organisations that agreed to accept referrals from you.',
      ),
    ).toBeTruthy()
  })

  test('the US edition writes organizations', async () => {
    const opened = await open({ dialog: 'refer', edition: 'en-US', partners: () => done([]) })
    await heading('Refer Patient')
    await opened.user.click(picker())
    expect(
      await inDialog().findByText(/No organizations found or matching your search/),
    ).toBeTruthy()
  })
})

describe('the first step', () => {
  test('O338 O340 O342 C446 C449 names what is missing, and sends nothing', async () => {
    const opened = await open({ dialog: 'refer' })
    await heading('Refer Patient')
    await press(opened, 'Continue')
    const errors = await inDialog().findAllByText('Required')
    expect(errors).toHaveLength(3)
    for (const field of ['Refer to organisation', 'Reason for referral', 'Supporting statement'])
      expect(inDialog().getByRole('link', { name: `${field}: Required` })).toBeTruthy()
    expect(await heading('Refer Patient')).toBeTruthy()
    expect(opened.run).not.toHaveBeenCalled()
  })

  test('O340 C447 offers the five reasons', async () => {
    await open({ dialog: 'refer' })
    await heading('Refer Patient')
    const options = within(
      inDialog().getByRole('combobox', { name: /Reason/ }),
    ).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value }) => value).filter((value) => value !== '')).toEqual([
      'Other',
      'PatientPreference',
      'ProviderOrdered',
      'SecondOpinion',
      'WorkLoad',
    ])
  })

  test('O341 C448 asks for a comment where the reason is Other', async () => {
    const opened = await open({ dialog: 'refer' })
    await heading('Refer Patient')
    await opened.user.selectOptions(inDialog().getByRole('combobox', { name: /Reason/ }), 'Other')
    await press(opened, 'Continue')
    expect(
      (await inDialog().findAllByText('You must provide a comment if you selected "Other"')).length,
    ).toBeGreaterThan(0)
  })

  test.each<[string, Given]>([
    ['is on no ward', { patient: { wardAdmission: null } }],
    ['may not be discharged by this user', { permissions: ['view_patients', 'edit_patients'] }],
  ])('of who %s no discharge is asked', async (_what, given) => {
    await open({ dialog: 'refer', ...given })
    await heading('Refer Patient')
    expect(inDialog().queryByRole('checkbox')).toBeNull()
  })
})

describe('the steps', () => {
  test('C048 O269 O270 O271 without a discharge its step is neither listed nor entered', async () => {
    const opened = await open({ dialog: 'refer' })
    await heading('Refer Patient')
    expect(steps()).toEqual(['Refer Patient', 'Confirmation'])
    await filled(opened)
    expect(await heading('Confirm referral')).toBeTruthy()
    expect(steps()).toEqual(['Refer Patient', 'Confirmation'])
  })

  test('O269 O270 O275 O276 C451 with one it comes second, goes back, and proceeds only when valid', async () => {
    const opened = await open({ dialog: 'refer' })
    await filled(opened, { discharges: true })
    await heading('Discharge Details')
    expect(steps()).toEqual(['Refer Patient', 'Discharge Details', 'Confirmation'])
    expect(
      inDialog().getByText(/When the referral is accepted the patient is discharged from Willow/),
    ).toBeTruthy()
    await press(opened, 'Continue')
    expect(
      (await inDialog().findAllByText('Patient name must be confirmed')).length,
    ).toBeGreaterThan(0)
    expect(await heading('Discharge Details')).toBeTruthy()
    await press(opened, 'Back')
    expect(await heading('Refer Patient')).toBeTruthy()
    expect(inDialog().getByRole<HTMLInputElement>('combobox', { name: /Refer to/ }).value).toBe(
      'Willowbank Care Home',
    )
    await press(opened, 'Continue')
    await discharged(opened)
    expect(await heading('Confirm referral')).toBeTruthy()
  })

  test('O277 O343 C452 O272 the confirmation goes back, and must be ticked', async () => {
    const opened = await open({ dialog: 'refer' })
    await filled(opened)
    await heading('Confirm referral')
    await press(opened, 'Submit referral request')
    expect(
      await inDialog().findByText(
        'You must confirm the above details are correct before submitting your referral request.',
      ),
    ).toBeTruthy()
    expect(opened.run).not.toHaveBeenCalled()
    await press(opened, 'Back')
    expect(await heading('Refer Patient')).toBeTruthy()
  })

  test('K4 the confirmation says beforehand that nobody can admit the patient until they are discharged', async () => {
    const opened = await open({ dialog: 'refer' })
    await filled(opened)
    await heading('Confirm referral')
    expect(
      inDialog().getByText(
        /^The patient stays admitted here. Willowbank Care Home can read the record once it has accepted, and cannot admit the patient until they are discharged.$/,
      ),
    ).toBeTruthy()
  })

  test('O273 O274 O278 O453 C569 sends it, and ends with Success, which closes without a question', async () => {
    const opened = await open({ dialog: 'refer' })
    await filled(opened, { discharges: true })
    await discharged(opened)
    await heading('Confirm referral')
    expect(inDialog().getByText(/discharged here at the same moment/)).toBeTruthy()
    await opened.user.click(inDialog().getByRole('checkbox', { name: /I confirm/ }))
    await press(opened, 'Submit referral request')
    await heading('Success')
    expect(steps()).toEqual(['Refer Patient', 'Discharge Details', 'Confirmation'])
    expect(opened.sent('referPatient')).toEqual([
      {
        patientId: 'p1',
        referrerDetails: { shouldDischargeOnAcceptance: true },
        dischargeDetails: { dischargeReason: 'TreatmentCompleted', additionalInfo: null },
        destinationDetails: {
          organizationId: 'willowbank',
          reason: { reason: 'WorkLoad', comment: null },
          supportingInformation: 'Needs company',
        },
      },
    ])
    expect(
      inDialog().getByText(
        'Referral request submitted successfully, pending acceptance by the receiving organisation',
      ),
    ).toBeTruthy()
    expect(inDialog().getByText(/^Willowbank Care Home is notified in its tasks\./)).toBeTruthy()
    // That of the dialog and the step's own; the former would ask on any other step.
    const [ofDialog, ...others] = inDialog().getAllByRole('button', { name: 'Close' })
    expect(others).toHaveLength(1)
    if (ofDialog !== undefined) await opened.user.click(ofDialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(opened.draft('refer p1').get().text).toBe('')
  })

  test('O279 O449 C568 a failure stays on the confirmation, and says so', async () => {
    const opened = await open({ dialog: 'refer', answer: () => refused('The server failed') })
    await filled(opened)
    await heading('Confirm referral')
    await opened.user.click(inDialog().getByRole('checkbox', { name: /I confirm/ }))
    await press(opened, 'Submit referral request')
    expect(
      await inDialog().findByText(
        'Failed to refer patient. Contact support if the issue persists.',
      ),
    ).toBeTruthy()
    expect(await heading('Confirm referral')).toBeTruthy()
  })

  test('what is typed is kept when the page is left, and given up with the journey', async () => {
    const opened = await open({ dialog: 'refer' })
    await heading('Refer Patient')
    await opened.user.type(inDialog().getByRole('textbox', { name: /Supporting/ }), 'Lives alone')
    expect(opened.draft('refer p1').get().text).toContain('Lives alone')
    await opened.user.keyboard('{Escape}')
    const sure = within(await screen.findByRole('alertdialog'))
    expect(
      sure.getByText('The referral has not been sent. What you typed is not kept.'),
    ).toBeTruthy()
    await opened.user.click(sure.getAllByRole('button').at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened.draft('refer p1').get().text).toBe('')
  })

  test('offline nothing is sent, and the reason is said', async () => {
    const opened = await open({ dialog: 'refer' })
    await filled(opened)
    await heading('Confirm referral')
    await act(async () => opened.connection.set({ ...opened.connection.get(), state: 'offline' }))
    expect(
      inDialog().getByRole<HTMLButtonElement>('button', { name: 'Submit referral request' })
        .disabled,
    ).toBe(true)
  })
})

describe('the record of who is referred', () => {
  const incoming = [referralOf('r2', { organization: quayside, destinationOrganization: own })]
  test('C028 O192 a chip tells of an incoming referral and leads to the active tasks', async () => {
    await open({ incoming })
    const chip = await screen.findByRole('link', { name: 'Incoming referral' })
    expect(chip.getAttribute('href')).toBe('/tasks/active')
  })

  test('without any there is no chip, and without the flag nobody asks', async () => {
    const { ask } = await open()
    await waitFor(() => expect(ask.mock.calls.map(([name]) => name)).toContain('referrals'))
    expect(screen.queryByText(/referral/i)).toBeNull()
    cleanup()
    const without = await open({ incoming, features: ['wards'] })
    expect(without.ask.mock.calls.map(([name]) => name)).not.toContain('referrals')
  })

  test('where they are referred to is told, and opens the referrals', async () => {
    const { user, at } = await open({ outgoing: [referralOf('r1')] })
    await user.click(
      await screen.findByRole('button', { name: 'Referred to Willowbank Care Home, pending' }),
    )
    expect(await screen.findByRole('dialog', { name: 'Referrals' })).toBeTruthy()
    expect(at()).toContain('dialog=referrals')
  })

  test('O266 a pending one is cancelled after a question', async () => {
    const opened = await open({ dialog: 'referrals', outgoing: [referralOf('r1')] })
    await opened.user.click(await inDialog().findByRole('button', { name: 'Cancel referral' }))
    const sure = within(await screen.findByRole('alertdialog'))
    expect(sure.getByText(/Willowbank Care Home is withdrawn/)).toBeTruthy()
    await opened.user.click(sure.getByRole('button', { name: 'Cancel referral' }))
    await waitFor(() => expect(opened.sent('cancelReferral')).toEqual([{ referralId: 'r1' }]))
  })

  test('only its sender cancels one, and none that is decided', async () => {
    await open({
      dialog: 'referrals',
      incoming,
      outgoing: [
        referralOf('r1', {
          status: 'Declined',
          rejectionReason: 'No bed is free',
          decidedAt: '2026-01-06T09:00:00.000Z',
        }),
      ],
    })
    expect(await inDialog().findByText('Reason of the rejection: No bed is free')).toBeTruthy()
    expect(inDialog().getByText(/^Rejected 06-Jan-2026/)).toBeTruthy()
    expect(inDialog().queryByRole('button', { name: 'Cancel referral' })).toBeNull()
    expect(inDialog().getByRole('link', { name: 'Open tasks' })).toBeTruthy()
  })
})

describe('an admission that follows from a referral', () => {
  test('K4 of who is still admitted elsewhere it names where', async () => {
    const elsewhere = patientOf().wardAdmission
    await open({
      dialog: 'admit&referral=r1',
      patient: {
        wardAdmission: elsewhere && {
          ...elsewhere,
          organization: { id: 'quayside', name: 'Quayside Practice' },
        },
      },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Admit to ward' }))
    expect(dialog.getByText(/Quayside Practice/)).toBeTruthy()
  })
})
