// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayOf } from '../../../src/domain/time'
import { problem } from '../../../src/domain/problem'
import { done, refused } from '../../app/fake-portal'
import { selfCareLoginInput } from '../../../src/domain/patient/self-care'
import { passphraseWords } from '../../../src/platform/auth'
import { patientOf } from '../clinical-portal'
import { clinician, counts, found, openJourney, orderB, type Given } from './admission-fixtures'

afterEach(() => {
  cleanup()
  localStorage.removeItem('lamplight.edition')
})

describe('without self-care', () => {
  test('O054 O053 O056 the steps from the search to the record', async () => {
    const journey = openJourney()
    await journey.heading('Patient search')
    expect(await journey.steps()).toEqual([
      'Patient search',
      'Patient details',
      'Contact details',
      'Ward admission',
      'Confirm',
      'Success',
    ])
    await journey.search()
    expect(journey.asked('lookupPatient')).toEqual([
      { nhsNumber: '9434765919', birthDate: '1938-11-05', firstName: null, lastName: null },
    ])
    await journey.create()
    expect(journey.sent('createPatient')).toEqual([
      {
        type: 'elderly',
        firstName: 'Ada',
        lastName: 'Quill',
        birthDate: '1938-11-05T00:00:00.000Z',
        gender: 'female',
        address: null,
        telephone: null,
        preExistingConditions: [],
        nationalIdentifierValue: '9434765919',
      },
    ])
    await journey.heading('Contact details')
    await journey.press('Skip')
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    await journey.heading('Success')
    expect(journey.sent('admitPatientToWard')).toEqual([
      {
        patientId: 'p-new',
        registeredElsewhere: null,
        wardId: 'frailty',
        carePathwayId: 'copd',
        flags: [
          { type: 'FallsRisk', active: false },
          { type: 'OnOxygen', active: false },
        ],
        expectedDischargeDate: null,
        admittedAt: null,
        referralId: null,
      },
    ])
    const link = await screen.findByRole('link', { name: 'Open patient record' })
    expect(link.getAttribute('href')).toBe('/patient/p-new')
  })

  test('O057 O058 O059 O060 O062 O063 the search begins with identifier and date of birth', async () => {
    const journey = openJourney()
    const box = await journey.box()
    await journey.heading('Patient search')
    expect(
      box.getByText(
        "If the patient isn't already registered, you'll be able to add them in the next step.",
      ),
    ).toBeTruthy()
    const identifier = await journey.field(/NHS number/)
    expect(identifier.getAttribute('placeholder')).toBe('123 456 7890')
    expect(box.getByText("Enter the patient's 10-digit NHS number")).toBeTruthy()
    expect(await journey.field(/Date of Birth/)).toBeTruthy()
    expect(box.queryByLabelText(/First Name/)).toBeNull()
    await journey.press('Show additional search fields')
    expect(await journey.field(/First Name/)).toBeTruthy()
    expect(await journey.field(/Last Name/)).toBeTruthy()
  })

  test('O295 O296 O297 the date of birth is required and past; spaces of the identifier are not sent', async () => {
    const journey = openJourney()
    const box = await journey.box()
    await journey.heading('Patient search')
    await journey.press('Search')
    expect((await box.findAllByText('Date of birth is required')).length).toBeGreaterThan(0)
    await journey.type(/Date of Birth/, '05/11/2938')
    await journey.press('Search')
    expect((await box.findAllByText('Date of birth must be in the past')).length).toBeGreaterThan(0)
    expect(journey.asked('lookupPatient')).toEqual([])
    await journey.search('943 476 5919')
    expect(journey.asked('lookupPatient')).toMatchObject([{ nhsNumber: '9434765919' }])
  })

  test('O064 O065 more than one match says so, and shows the additional fields', async () => {
    const journey = openJourney({
      answers: {
        lookupPatient: () => ({
          kind: 'refused',
          problem: problem('conflict:lookup-too-many', 'Lookup returned too many results'),
        }),
      },
    })
    await journey.search(null)
    expect(
      await screen.findByText(
        'Search criteria matched more than one patient - Please enter more details to narrow the results to a single patient',
      ),
    ).toBeTruthy()
    expect(await journey.field(/First Name/)).toBeTruthy()
  })

  test('O066 a look-up without a field shows the additional fields', async () => {
    const journey = openJourney({
      answers: {
        lookupPatient: () => ({
          kind: 'refused',
          problem: problem('conflict:lookup-no-field', 'Lookup requires at least one field'),
        }),
      },
    })
    await journey.search(null)
    expect(await journey.field(/First Name/)).toBeTruthy()
  })

  test('O067 O238 nobody found invites to enter details or to go back to the search', async () => {
    const journey = openJourney()
    await journey.search()
    await journey.heading('Patient details')
    const text = await journey.text()
    expect(text).toContain('Patient not found')
    expect(text).toContain('“Back to search”')
    await journey.press('Back to search')
    await journey.heading('Patient search')
    expect((await journey.field(/Date of Birth/)).getAttribute('value')).toBe('05/11/1938')
  })

  test('P272 O077 O014 the UK edition asks for a number that starts with 0, without +44', async () => {
    const journey = openJourney()
    await journey.search()
    await journey.create()
    await journey.heading('Contact details')
    const box = await journey.box()
    expect(
      box.getByText('Enter the number starting with 0, without the country code (+44)'),
    ).toBeTruthy()
    expect(box.queryByText(/\+1/)).toBeNull()
  })

  test('O071 O072 O298 O299 the fields of a new patient; four are required', async () => {
    const journey = openJourney()
    await journey.search(null)
    await journey.heading('Patient details')
    for (const label of [
      /NHS number/,
      /First Name/,
      /Last Name/,
      /Date of Birth/,
      /Sex/,
      /Address/,
      /Postcode/,
      /Telephone/,
    ])
      expect(await journey.field(label)).toBeTruthy()
    expect(
      [...(await journey.field(/Sex/)).querySelectorAll('option')]
        .map((one) => [one.value, one.textContent])
        .slice(1),
    ).toEqual([
      ['male', 'Male'],
      ['female', 'Female'],
    ])
    await journey.press('Add patient')
    const box = await journey.box()
    // First Name, Last Name and Sex; the date was searched for.
    for (const label of [/First Name/, /Last Name/, /Sex/])
      expect((await journey.field(label)).getAttribute('aria-invalid')).toBe('true')
    expect(box.getAllByText('Required').length).toBeGreaterThanOrEqual(3)
    expect(journey.sent('createPatient')).toEqual([])
  })

  test('O300 O301 an address is sent with a postcode alone, and that is said; the identifier without spaces', async () => {
    const journey = openJourney()
    await journey.search()
    await journey.heading('Patient details')
    const { id } = await screen.findByText('Kept only together with a postcode')
    expect((await journey.field(/Address/)).getAttribute('aria-describedby')).toContain(id)
    await journey.type(/Address/, '2 Mill Lane')
    await journey.create()
    expect(journey.sent('createPatient')).toMatchObject([
      { address: null, nationalIdentifierValue: '9434765919' },
    ])
  })

  test('O418 a patient who was not created is told, with the server’s words at the field', async () => {
    const journey = openJourney({
      answers: { createPatient: () => refused('The server is tired', 'server') },
    })
    await journey.search()
    await journey.create()
    expect(await screen.findByText('Failed to create patient')).toBeTruthy()
    cleanup()
    const double = openJourney({
      answers: {
        createPatient: () =>
          refused('double', 'invalid-arguments', [
            { path: 'firstName', message: 'A patient with that First Name already exists' },
          ]),
      },
    })
    await double.search()
    await double.create()
    expect(
      (await screen.findAllByText('A patient with that First Name already exists')).length,
    ).toBeGreaterThan(0)
  })

  test('twins are asked about before anything is sent', async () => {
    const journey = openJourney({
      answers: {
        similarPatients: () =>
          done([
            {
              id: 'x',
              firstName: 'Adah',
              lastName: 'Quill',
              birthDate: '1938-11-05',
              hasNationalIdentifier: false,
              likeness: { names: 'firstNameLetter', birthDate: 'same' },
            },
          ]),
      },
    })
    await journey.search()
    await journey.create()
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Is this patient registered already?',
    })
    expect(dialog.textContent).toContain(
      'QUILL, Adah, 05-Nov-1938: the last name is the same, one letter of the first name differs; the date of birth is the same',
    )
    expect(journey.sent('createPatient')).toEqual([])
    await journey.user.click(screen.getByRole('button', { name: 'Go back' }))
    expect(journey.sent('createPatient')).toEqual([])
    expect(screen.queryByText('Failed to create patient')).toBeNull()
    await journey.press('Add patient')
    await journey.user.click(await screen.findByRole('button', { name: 'Add as another patient' }))
    await journey.heading('Contact details')
    expect(journey.sent('createPatient')).toHaveLength(1)
  })

  test('T6 F11b a patient of one name is registered without a first name', async () => {
    const journey = openJourney()
    await journey.search()
    await journey.heading('Patient details')
    await journey.type(/First Name/, '.')
    await journey.type(/Last Name/, 'Suharto')
    await journey.type(/Sex/, 'female')
    await journey.user.click(await journey.field(/^Has one name only/))
    await waitFor(async () => expect((await journey.field(/First Name/)).disabled).toBe(true))
    await journey.press('Add patient')
    await journey.heading('Contact details')
    expect(journey.sent('createPatient')).toEqual([
      expect.objectContaining({ firstName: '', lastName: 'Suharto', hasOneName: true }),
    ])
  })

  test('T6 F11l a name with a hidden character of direction is refused at its field, before anything is sent', async () => {
    const journey = openJourney()
    await journey.search()
    await journey.heading('Patient details')
    await journey.type(/First Name/, '\u202eadA')
    await journey.type(/Last Name/, 'Quill')
    await journey.type(/Sex/, 'female')
    await journey.press('Add patient')
    await waitFor(async () =>
      expect(await journey.text()).toContain('changes the direction of text'),
    )
    expect(journey.sent('createPatient')).toEqual([])
    expect(journey.asked('similarPatients')).toEqual([])
  })

  test('T7 one of the same names and birth date is registered as a different patient for a reason', async () => {
    const twin = {
      id: 'x',
      firstName: 'Ada',
      lastName: 'Quill',
      birthDate: '1938-11-05',
      hasNationalIdentifier: false,
      likeness: { names: 'same', birthDate: 'same' },
    }
    const journey = openJourney({ answers: { similarPatients: () => done([twin]) } })
    await journey.search()
    await journey.create()
    const question = within(
      await screen.findByRole('dialog', { name: 'Is this patient registered already?' }),
    )
    expect(question.getByText(/the names are the same; the date of birth is the same/)).toBeTruthy()
    const register = question.getByRole('button', { name: 'Register as a different patient' })
    await journey.user.click(register)
    expect((await question.findAllByText('Enter how you know')).length).toBeGreaterThan(0)
    expect(journey.sent('createPatient')).toEqual([])
    await journey.user.type(question.getByRole('textbox'), 'Her twin sister')
    await journey.user.click(register)
    await journey.heading('Contact details')
    expect(journey.sent('createPatient')).toEqual([
      expect.objectContaining({ differentPatientReason: 'Her twin sister' }),
    ])
  })

  test('O068 O069 O070 O236 somebody who was found is read only, and unchanged contact details are not sent', async () => {
    const journey = openJourney({
      answers: { lookupPatient: () => done({ asOf: '', match: found }) },
    })
    await journey.search()
    const box = await journey.box()
    expect(await box.findByRole('heading', { name: 'Matched patient record' })).toBeTruthy()
    expect(box.queryAllByRole('textbox')).toEqual([])
    expect(box.getByText('2 Mill Lane')).toBeTruthy()
    expect(
      box.getByText('Confirm that this is the right patient before you continue.'),
    ).toBeTruthy()
    await journey.press('Continue')
    await journey.heading('Contact details')
    expect((await journey.field(/Phone Number/)).getAttribute('value')).toBe('01273800901')
    await journey.press('Continue')
    await journey.heading('Ward admission')
    expect(journey.sent('setContactAtAdmission')).toEqual([])
    await journey.press('Back')
    await journey.heading('Contact details')
  })

  test('O073 O074 O075 O076 who is admitted already is told of, and submitting just closes', async () => {
    const organization = { id: 'org-1', name: 'Riverside Virtual Ward' }
    const wardAdmission = {
      admittedAt: '2026-01-05T14:32:00.000Z',
      ward: { id: 'w', name: 'Heart Ward' },
      carePathway: { id: 'c', name: 'Heart failure' },
      organization,
    }
    const answer = (of: typeof organization) => () =>
      done({
        asOf: '',
        match: {
          ...found,
          patient: { ...found.patient, wardAdmission: { ...wardAdmission, organization: of } },
        },
      })
    const journey = openJourney({ answers: { lookupPatient: answer(organization) } })
    await journey.search()
    await journey.heading('Patient details')
    const text = await journey.text()
    expect(text).toMatch(/Patient already admitted \(since 05-Jan-2026 14:32\)/)
    expect(text).toContain(
      'To transfer them to a different ward, please discharge them first via the patient record.',
    )
    expect(text).toContain('Heart Ward')
    expect(text).toContain('Heart failure')
    let closed = false
    window.addEventListener('journey-closed', () => void (closed = true), { once: true })
    const buttons = (await journey.box()).getAllByRole('button', { name: 'Close' })
    await journey.user.click(buttons.at(-1) as HTMLElement)
    await waitFor(() => expect(closed).toBe(true))
    expect(journey.run).not.toHaveBeenCalled()
    cleanup()
    const far = openJourney({
      answers: { lookupPatient: answer({ id: 'org-2', name: 'Hill Home' }) },
    })
    await far.search()
    await far.heading('Patient details')
    expect(await far.text()).toContain('at Hill Home')
  })

  test('another organisation’s patient is admitted by identifier and date of birth, without their contact details', async () => {
    const journey = openJourney({
      answers: { lookupPatient: () => done({ asOf: '', match: { ...found, patient: null } }) },
    })
    await journey.search()
    await journey.heading('Patient details')
    expect(await journey.text()).toContain('Registered with another organisation')
    await journey.press('Continue')
    await journey.choose()
    expect(await journey.text()).toContain(
      'Flags that another organisation set are not shown. Those that you do not switch on end with this admission.',
    )
    fireEvent.click(await journey.field(/Falls Risk/))
    expect(await journey.text()).toContain(
      'Whether another organisation set it is not shown before the admission.',
    )
    // K16: nobody goes on before it is decided.
    await journey.press('Continue')
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0)
    await journey.user.selectOptions(await journey.field(/^SpO2 Scale 2/), 'KEEP')
    await journey.press('Continue')
    await journey.heading('Confirm')
    const told = (name: string) =>
      screen.getAllByRole('term').find(({ textContent }) => textContent === name)?.nextSibling
        ?.textContent
    expect([told('On Oxygen'), told('Other flags'), told('SpO2 Scale 2')]).toEqual([
      'No',
      'Falls Risk',
      'Stays if another organisation set it (target 88 to 92 %)',
    ])
    await journey.press('Admit patient')
    await journey.heading('Success')
    expect(journey.sent('admitPatientToWard')).toMatchObject([
      {
        patientId: null,
        registeredElsewhere: { nationalIdentifierValue: '9434765919', birthDate: '1938-11-05' },
        spo2Scale2: 'KEEP',
        // What is confirmed is what is sent.
        flags: [
          { type: 'FallsRisk', active: true },
          { type: 'OnOxygen', active: false },
        ],
      },
    ])
  })

  test('O079 O080 O303 O419 contact details are all required, and a failure is told', async () => {
    const journey = openJourney({
      answers: { setContactAtAdmission: () => refused('no', 'server') },
    })
    await journey.search()
    await journey.create()
    await journey.heading('Contact details')
    const box = await journey.box()
    expect(await journey.text()).toMatch(
      /so that the care team can call .* the kit can be collected/,
    )
    await journey.press('Continue')
    expect((await box.findAllByText('Required')).length).toBeGreaterThanOrEqual(3)
    await journey.type(/^Address/, '2 Mill Lane')
    await journey.type(/Postcode/, 'BN1 2AB')
    await journey.type(/Phone Number/, '01273 800 901')
    await journey.press('Continue')
    expect(await screen.findByText('Failed to update contact details')).toBeTruthy()
    expect(journey.sent('setContactAtAdmission')).toEqual([
      {
        patientId: 'p-new',
        newContact: {
          telephone: '01273800901',
          address: { address: '2 Mill Lane', postcode: 'BN1 2AB' },
        },
      },
    ])
  })
})

describe('the ward admission', () => {
  const toWard = async (given: Parameters<typeof openJourney>[0] = {}) => {
    const journey = openJourney(given)
    await journey.search()
    await journey.create()
    await journey.heading('Contact details')
    await journey.press('Skip')
    await journey.heading('Ward admission')
    return journey
  }

  test('O082 O083 O084 O085 O368 O369 O372 wards and pathways are picked by name, from the lists of both', async () => {
    const journey = await toWard()
    const options = () =>
      [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
    fireEvent.click(await journey.field(/^Ward/))
    await waitFor(() => expect(options()).toEqual(['Frailty Ward', 'Heart Ward']))
    fireEvent.change(await journey.field(/^Ward/), { target: { value: 'zzz' } })
    expect([journey.asked('wards'), journey.asked('carePathways')]).toEqual([
      [undefined],
      [undefined],
    ])
    expect(await screen.findByText('No wards found')).toBeTruthy()
    fireEvent.change(await journey.field(/^Care Pathway/), { target: { value: 'zzz' } })
    expect(await screen.findByText('No care pathways found')).toBeTruthy()
  })

  test('O086 O305 O308 the effective date is open when it is ticked, and cleared when it is not', async () => {
    const journey = await toWard()
    const tick = await journey.field('Patient was admitted in the past.')
    const group = async () =>
      [...(await journey.box()).getAllByLabelText(/^(Date|Time)/)] as HTMLInputElement[]
    expect((await group()).every((input) => input.disabled)).toBe(true)
    await journey.user.click(tick)
    const [date, time] = (await group()) as [HTMLInputElement, HTMLInputElement]
    expect(date.disabled).toBe(false)
    await journey.user.type(date, '01/01/2020')
    await journey.user.type(time, '10:00')
    await journey.pick('Ward', 'Frailty Ward')
    await journey.pick('Care Pathway', 'COPD')
    await journey.press('Continue')
    expect(
      (
        await screen.findAllByText(
          'Effective admission date cannot be more than 24 hours in the past',
        )
      ).length,
    ).toBeGreaterThan(0)
    await journey.user.click(tick)
    expect((await group()).map((input) => input.value)).toEqual(['', ''])
    await journey.press('Continue')
    await journey.heading('Confirm')
    expect(await journey.text()).toContain('Immediately')
  })

  test('O087 O088 O309 O101 the length of stay is told in days, and no date is not specified', async () => {
    const journey = await toWard()
    const tomorrow = new Date(Date.now() + 86_400_000)
    const typed = tomorrow.toLocaleDateString('en-GB')
    await journey.type(/Expected Discharge Date/, typed)
    expect(await (await journey.box()).findByText('Length of stay: 1 day')).toBeTruthy()
    await journey.user.clear(await journey.field(/Expected Discharge Date/))
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    expect(await journey.text()).toContain('Not specified')
    cleanup()
    const without = await toWard({ features: ['wards'] })
    expect((await without.box()).queryByLabelText(/Expected Discharge Date/)).toBeNull()
  })

  test('O087 O088 a time in the past is typed in the zone of the organisation, and the length of stay counts from its day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 2, 12) })
    try {
      const admitted = new Date(2026, 2, 1, 12, 30).getTime()
      const timeZone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
        (zone) => dayOf(admitted, zone) !== dayOf(admitted),
      )
      const journey = await toWard({ timeZone: timeZone ?? expect.fail('no other day anywhere') })
      await journey.user.click(await journey.field('Patient was admitted in the past.'))
      const box = await journey.box()
      await journey.type('Date', '01/03/2026')
      await journey.type('Time', '12:30')
      await journey.type(/Expected Discharge Date/, '06/03/2026')
      // As half past twelve of the device it would be another day there.
      expect(await box.findByText('Length of stay: 5 days')).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  test('O091 O092 O096 O097 O098 O099 O100 flags are switches, and the confirmation says what is admitted', async () => {
    const journey = await toWard()
    expect(await (await journey.box()).findByText('Receives supplemental oxygen')).toBeTruthy()
    const oxygen = (await journey.field(/On Oxygen/)) as HTMLInputElement
    expect(oxygen.checked).toBe(false)
    await journey.user.click(oxygen)
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    const box = await journey.box()
    expect(
      box.getByText(
        'Please confirm the details below. Once the patient has been admitted, to change their ward or care pathway, they will need to be discharged and admitted again.',
      ),
    ).toBeTruthy()
    expect(
      box.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
    ).toEqual([
      ['Patient', 'QUILL, Ada, 943 476 5919'],
      ['Ward', 'Frailty Ward'],
      ['Care Pathway', 'COPD'],
      ['On Oxygen', 'Yes'],
      ['Effective', 'Immediately'],
      ['Expected Discharge Date', 'Not specified'],
    ])
  })

  test('before somebody is admitted to a ward that is not the user’s, it says that they lose sight', async () => {
    const lost =
      'You are not assigned to Frailty Ward. After the admission you will no longer see this patient.'
    const said: boolean[] = []
    for (const seesPatients of [false, true]) {
      const journey = await toWard({
        answers: { ward: ({ id }) => done({ id, name: 'Frailty Ward', seesPatients }) },
      })
      await journey.choose()
      await journey.press('Continue')
      await journey.heading('Confirm')
      await waitFor(() => expect(journey.asked('ward')).toEqual([{ id: 'frailty' }]))
      await act(async () => undefined)
      said.push((await journey.text()).includes(lost))
      cleanup()
    }
    expect(said).toEqual([true, false])
  })

  test('Pregnant is not offered for a man, and what the server refuses of it is said at the switch', async () => {
    const only = 'For female patients aged 10 to 60 only: with it NEWS2 gives no total'
    const kind = { type: 'Pregnant', title: 'Pregnant', description: 'NEWS2', active: false }
    const patientFlags = () => done([kind])
    const man = openJourney({
      known: patientOf({ wardAdmission: null, gender: 'male', birthDate: '1990-05-01' }),
      answers: { patientFlags },
    })
    await man.press('Skip')
    expect((await man.field(/Pregnant/)).disabled).toBe(true)
    expect(await man.text()).toContain(only)
    cleanup()
    const journey = openJourney({
      known: patientOf({ wardAdmission: null, gender: 'female', birthDate: '1990-05-01' }),
      answers: {
        patientFlags,
        admitPatientToWard: () =>
          refused(only, 'invalid-arguments', [{ path: 'flags.Pregnant', message: only }]),
      },
    })
    await journey.press('Skip')
    expect((await journey.field(/Pregnant/)).disabled).toBe(false)
    expect(await journey.text()).not.toContain(only)
    fireEvent.click(await journey.field(/Pregnant/))
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    await journey.heading('Ward admission')
    expect((await screen.findAllByText(only)).length).toBeGreaterThan(0)
  })

  describe('who was on SpO2 Scale 2 before', () => {
    const before = {
      isOnScale2: true,
      setAt: '2026-01-05T14:32:00.000Z',
      setBy: { id: 'ash', firstName: 'Sam', lastName: 'Ash' },
      reason: 'COPD',
      decidedBy: null,
      thresholdsEndedAt: '2026-01-09T10:00:00.000Z',
    }
    const scored = (over: object = {}) =>
      toWard({ answers: { earlierScoring: () => done({ ...before, ...over }) } })

    test('K16 is shown with who set it and why; nobody goes on before it is confirmed or ended', async () => {
      const journey = await scored()
      const text = await journey.text()
      expect(text).toContain('This patient is on SpO2 Scale 2')
      expect(text).toContain('Set on 05-Jan-2026 by Sam Ash, target 88 to 92 %. Reason: COPD')
      expect(text).toContain('Personal thresholds ended at the discharge, 09-Jan-2026')
      await journey.choose()
      await journey.press('Continue')
      expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0)
      await journey.user.selectOptions(await journey.field(/^SpO2 Scale 2/), 'END')
      await journey.press('Continue')
      await journey.heading('Confirm')
      expect(await journey.text()).toContain('Does not apply any more: Scale 1 counts from now on')
      await journey.press('Admit patient')
      await journey.heading('Success')
      expect(journey.sent('admitPatientToWard')).toMatchObject([{ spo2Scale2: 'END' }])
    })

    test('K16 of who is not on it, the thresholds that ended are told and nothing is asked', async () => {
      const journey = await scored({ isOnScale2: false })
      expect(await journey.text()).toContain('Personal thresholds have ended')
      expect((await journey.box()).queryByLabelText(/^SpO2 Scale 2/)).toBeNull()
    })

    test('K16 while it cannot be fetched, nobody is admitted', async () => {
      const journey = await toWard({ answers: { earlierScoring: () => refused('no', 'server') } })
      expect(await journey.text()).toContain(
        'An error occurred when fetching how the patient was scored before',
      )
      expect(journey.button(/^Continue/)?.disabled).toBe(true)
    })
  })

  test('O421 O422 what cannot be fetched is told', async () => {
    const journey = await toWard({
      answers: {
        wards: () => refused('no', 'server'),
        patientFlags: () => refused('no', 'server'),
      },
    })
    const text = await journey.text()
    expect(text).toContain('An error occurred when fetching wards and care pathways for selection')
    expect(text).toContain('An error occurred when fetching patient flags')
  })

  test('nothing can be picked from a list that is still loading', async () => {
    let answer: (value: unknown) => void = () => undefined
    const journey = await toWard({
      answers: { carePathways: () => new Promise((resolve) => (answer = resolve)) },
    })
    await journey.heading('Ward admission')
    const labels = async () =>
      [...(await journey.element()).querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(await labels()).toEqual([])
    expect(journey.button('Continue')?.disabled).toBe(true)
    await act(async () => answer(done([{ id: 'copd', name: 'COPD', ...counts }])))
    await journey.choose()
    expect(await labels()).toContain('Care Pathway *')
  })

  test('O313 what the server refuses of a date is said at its field', async () => {
    const message = 'Effective admission date cannot be in the future'
    const journey = await toWard({
      answers: {
        admitPatientToWard: () =>
          refused(message, 'invalid-arguments', [{ path: 'admittedAt', message }]),
      },
    })
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    await journey.heading('Ward admission')
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  })

  test('O420 a failed admission is told, and so is who admitted them meanwhile', async () => {
    const words = 'Patient already admitted (since 02-Mar-2026 12:00) at Hill Home.'
    const journey = await toWard({
      answers: {
        admitPatientToWard: () => ({
          kind: 'refused',
          problem: problem('conflict:already-admitted', words),
        }),
      },
    })
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    expect(
      await screen.findByText('An error occurred when admitting the patient to the ward'),
    ).toBeTruthy()
    expect(await journey.text()).toContain(words)
  })

  test('O239 O241 O242 O243 after creation Back is blocked, and cancelling says what stays and what is lost', async () => {
    const journey = await toWard()
    expect(journey.button(/^Back/)).toBeUndefined()
    const close = (await journey.element()).querySelector('[aria-label=Close]')
    fireEvent.click(close ?? expect.fail('no button'))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('The patient stays registered.')
    expect(question.textContent).toContain('The admission details are lost.')
  })
})

describe('with self-care', () => {
  const toWard = async (given: Parameters<typeof openJourney>[0] = {}) => {
    const journey = openJourney({ features: orderB, ...given })
    await journey.search()
    await journey.create()
    await journey.heading('Ward admission')
    return journey
  }

  test('O304 ward, pathway and kit are each required, and so are the flags', async () => {
    const journey = await toWard()
    await journey.press('Continue')
    for (const label of [/^Ward/, /^Care Pathway/, /^Will this patient have their own kit/]) {
      const field = await journey.field(label)
      const told = () => field.getAttribute('aria-describedby')?.split(' ') ?? []
      await waitFor(() =>
        expect(told().map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toContain(
          'Required',
        ),
      )
    }
    expect(await journey.heading('Ward admission')).toBeTruthy()
    cleanup()
    // A switch is never unanswered: what can be missing of the flags is their list.
    const without = await toWard({ answers: { patientFlags: () => refused('no', 'server') } })
    await without.choose()
    await without.type(/own kit/, 'no')
    expect(without.button('Continue')?.disabled).toBe(true)
  })

  test('O055 O235 O314 O315 O081 O093 O094 O095 O463 O464 the steps with a kit of their own: contact details and a login', async () => {
    const journey = await toWard()
    await journey.choose()
    await journey.type(/Will this patient have their own kit/, 'yes')
    await journey.press('Continue')
    await journey.heading('Contact details')
    expect(await journey.steps()).toEqual([
      'Patient search',
      'Patient details',
      'Ward admission',
      'Contact details',
      'Login credentials',
      'Confirm',
      'Success',
    ])
    expect(journey.button('Skip')).toBeUndefined()
    await journey.type(/^Address/, '2 Mill Lane')
    await journey.type(/Postcode/, 'BN1 2AB')
    await journey.type(/Phone Number/, '01273 800 901')
    await journey.press('Continue')
    await journey.heading('Login credentials')
    const password = (await waitFor(
      () => document.querySelector('dialog code')?.textContent ?? expect.fail('none'),
    )) as string
    expect(password.split('-').length).toBeGreaterThanOrEqual(3)
    expect(password.length).toBeGreaterThanOrEqual(12)
    await journey.press('Continue')
    expect((await screen.findAllByText('Email required')).length).toBeGreaterThan(0)
    await journey.type(/^Email/, 'nobody')
    await journey.press('Continue')
    expect((await screen.findAllByText('Invalid email')).length).toBeGreaterThan(0)
    await journey.type(/^Email/, 'ada@home.example')
    await journey.press('Continue')
    await journey.heading('Confirm')
    // What was done stays listed.
    expect((await journey.steps()).slice(3)).toEqual([
      'Contact details',
      'Login credentials',
      'Confirm',
      'Success',
    ])
    expect(journey.sent('createSelfCareLogin')).toEqual([
      { patientId: 'p-new', selfCare: { email: 'ada@home.example', password } },
    ])
    await journey.press('Admit patient')
    await journey.heading('Success')
    expect(await journey.text()).toContain(password)
    expect(await journey.text()).toContain('Login created for ada@home.example')
    // It is in no draft.
    expect(journey.draft('admit').get().text).not.toContain(password)
  })

  test('O414 the password is made here, before anything is sent, and another one on demand', async () => {
    const journey = await toWard()
    await journey.choose()
    await journey.type(/own kit/, 'yes')
    await journey.press('Continue')
    await journey.type(/^Address/, '2 Mill Lane')
    await journey.type(/Postcode/, 'BN1 2AB')
    await journey.type(/Phone Number/, '01273 800 901')
    await journey.press('Continue')
    await journey.heading('Login credentials')
    const words = () =>
      waitFor(() => document.querySelector('dialog code')?.textContent ?? expect.fail('none'))
    const first = await words()
    expect(await passphraseWords()).toEqual(expect.arrayContaining(first.split('-')))
    await journey.press('Generate another')
    await waitFor(async () => expect(await words()).not.toBe(first))
    expect(journey.sent('createSelfCareLogin')).toEqual([])
  })

  test('O316 a login without a password is not sent', () => {
    const read = selfCareLoginInput.safeParse({ email: 'ada@home.example', password: '' })
    expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['password'], 'Password required'],
    ])
  })

  test('O089 O090 with the shared kit neither contact details nor a login are asked for', async () => {
    const journey = await toWard()
    const kit = await journey.field(/Will this patient have their own kit\?/)
    expect([...kit.querySelectorAll('option')].slice(1).map((one) => one.textContent)).toEqual([
      'Yes (own kit)',
      'No (shared staff kit)',
    ])
    await journey.choose()
    await journey.type(/own kit/, 'no')
    await journey.press('Continue')
    await journey.heading('Confirm')
    expect(journey.sent('createSelfCareLogin')).toEqual([])
  })

  test('O239 Back is blocked on the admission once the patient was created', async () => {
    const journey = await toWard()
    expect(journey.button(/^Back/)).toBeUndefined()
  })

  test('O425 a login that was not created is told, with the address at its field', async () => {
    const journey = await toWard({
      answers: { createSelfCareLogin: () => refused('no', 'server') },
    })
    await journey.choose()
    await journey.type(/own kit/, 'yes')
    await journey.press('Continue')
    await journey.type(/^Address/, '2 Mill Lane')
    await journey.type(/Postcode/, 'BN1 2AB')
    await journey.type(/Phone Number/, '01273 800 901')
    await journey.press('Continue')
    await journey.heading('Login credentials')
    await journey.type(/^Email/, 'ada@home.example')
    await journey.press('Continue')
    expect(await screen.findByText('Failed to create patient login')).toBeTruthy()
  })
})

describe('of a known patient', () => {
  const known = patientOf({ wardAdmission: null })
  test('O237 neither search nor details are asked for, in both orders', async () => {
    const journey = openJourney({ known })
    await journey.heading('Contact details')
    expect(await journey.steps()).toEqual([
      'Contact details',
      'Ward admission',
      'Confirm',
      'Success',
    ])
    expect(journey.button(/^Back/)).toBeUndefined()
    await journey.press('Skip')
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    await journey.heading('Success')
    expect(journey.sent('createPatient')).toEqual([])
    expect(journey.sent('admitPatientToWard')).toMatchObject([{ patientId: known.id }])
    cleanup()
    const other = openJourney({ known, features: orderB })
    await other.heading('Ward admission')
    expect(await other.steps()).toEqual(['Ward admission', 'Confirm', 'Success'])
  })
})

describe('of a patient whom another organisation referred', () => {
  const known = patientOf({ wardAdmission: null })
  const admits = async (journey: ReturnType<typeof openJourney>) => {
    await journey.heading('Contact details')
    await journey.press('Skip')
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    await journey.heading('Success')
  }
  test('the admission says which referral of the address it answers', async () => {
    const journey = openJourney({ known, query: '?referral=r-7' })
    await admits(journey)
    expect(journey.sent('admitPatientToWard')).toMatchObject([
      { patientId: known.id, referralId: 'r-7' },
    ])
  })

  test('without one in the address it answers none', async () => {
    const journey = openJourney({ known })
    await admits(journey)
    expect(journey.sent('admitPatientToWard')).toMatchObject([{ referralId: null }])
  })

  test('K4 who is admitted at another organisation still is not admitted here: it is named', async () => {
    const { wardAdmission } = patientOf()
    const journey = openJourney({
      known: patientOf({
        wardAdmission: wardAdmission && {
          ...wardAdmission,
          organization: { id: 'elsewhere', name: 'Willowbank Care Home' },
        },
      }),
      query: '?referral=r-7',
    })
    expect(await screen.findByText(/Willowbank Care Home/)).toBeTruthy()
    expect(journey.sent('admitPatientToWard')).toEqual([])
  })
})

describe('of a known patient whom the user loses sight of', () => {
  test('their record is left when the journey is closed', async () => {
    const journey = openJourney({
      known: patientOf({ wardAdmission: null }),
      answers: {
        admitPatientToWard: () =>
          done({
            id: 'p1',
            admittedAt: '2026-03-02T12:00:00.000Z',
            ward: { id: 'frailty', name: 'Frailty Ward' },
            carePathway: { id: 'copd', name: 'COPD' },
            mayOpen: false,
          }),
      },
    })
    await journey.heading('Contact details')
    await journey.press('Skip')
    await journey.choose()
    await journey.press('Continue')
    await journey.heading('Confirm')
    await journey.press('Admit patient')
    await journey.heading('Success')
    expect(await journey.text()).toContain('You cannot open this record')
    await journey.press('Close')
    await waitFor(() => expect(journey.at()).toBe('/patients'))
  })
})

describe('rights, editions and what is kept', () => {
  test('with create_patients alone the journey ends after registration and says who can admit', async () => {
    const journey = openJourney({
      permissions: clinician.filter((key) => key !== 'admit_ward_patients'),
    })
    await journey.search()
    await journey.create()
    await journey.heading('Contact details')
    await journey.press('Skip')
    await journey.heading('Success')
    const text = await journey.text()
    expect(text).toContain('QUILL, Ada is registered.')
    expect(text).toContain('A clinician, a ward manager or an administrator')
    expect(journey.asked('patientFlags')).toEqual([])
  })

  test('in an organisation without wards it ends there too, and says that there are none', async () => {
    const journey = openJourney({ features: [] })
    await journey.search()
    await journey.create()
    await journey.heading('Contact details')
    await journey.press('Skip')
    await journey.heading('Success')
    const text = await journey.text()
    expect(text).toContain('QUILL, Ada is registered.')
    expect(text).toContain('Your organisation has no wards')
    expect(text).not.toContain('cannot admit')
  })

  test('O061 P273 O078 without a scheme names are searched first, in the US edition with its dates', async () => {
    const journey = openJourney({ isUS: true, features: orderB })
    await journey.heading('Patient search')
    const box = await journey.box()
    expect(box.getByLabelText(/First Name/)).toBeTruthy()
    expect(box.queryByLabelText(/number/)).toBeNull()
    expect(journey.button('Show additional search fields')).toBeUndefined()
    await journey.search(null, '11/05/1938')
    expect(journey.asked('lookupPatient')).toMatchObject([{ birthDate: '1938-11-05' }])
    await journey.heading('Patient details')
    expect(box.getByText('Enter the number without the country code (+1)')).toBeTruthy()
  })

  type Journey = ReturnType<typeof openJourney>
  /** Every field of the step as it stands, in its order. */
  const typedIn = async ({ element }: Journey) =>
    [
      ...(await element()).querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select'),
    ].map((field) =>
      field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value,
    )
  interface Step {
    readonly name: string
    readonly fill?: (journey: Journey) => Promise<void>
    /** What is typed then, as its fields show it. */
    readonly typed?: readonly string[]
    readonly go?: string
  }
  const search: Step = {
    name: 'Patient search',
    fill: async (journey) => {
      await journey.type(/NHS number/, '943 476 5919')
      await journey.type(/Date of Birth/, '05/11/1938')
    },
    typed: ['943 476 5919', '05/11/1938'],
    go: 'Search',
  }
  const patient: Step = {
    name: 'Patient details',
    fill: async (journey) => {
      await journey.type(/First Name/, 'Ada')
      await journey.type(/Last Name/, 'Quill')
      await journey.type(/Sex/, 'female')
    },
    typed: ['943 476 5919', 'Ada', 'Quill', 'female'],
    go: 'Add patient',
  }
  const contact: Step = {
    name: 'Contact details',
    fill: async (journey) => {
      await journey.type(/^Address/, '2 Mill Lane')
      await journey.type(/Postcode/, 'BN1 2AB')
      await journey.type(/Phone Number/, '01273 800 901')
    },
    typed: ['2 Mill Lane', 'BN1 2AB', '01273 800 901'],
    go: 'Continue',
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('en-GB')
  const ward: Step = {
    name: 'Ward admission',
    fill: async (journey) => {
      await journey.choose()
      await journey.type(/Expected Discharge Date/, tomorrow)
    },
    typed: ['Frailty Ward', 'COPD', tomorrow],
    go: 'Continue',
  }
  const wardWithKit: Step = {
    ...ward,
    fill: async (journey) => {
      await ward.fill?.(journey)
      await journey.type(/Will this patient have their own kit/, 'yes')
    },
    typed: [...(ward.typed ?? []), 'yes'],
  }
  const login: Step = {
    name: 'Login credentials',
    fill: (journey) => journey.type(/^Email/, 'ada@home.example'),
    typed: ['ada@home.example'],
    go: 'Continue',
  }
  const confirm: Step = { name: 'Confirm', go: 'Admit patient' }
  const success: Step = { name: 'Success' }

  const orders: readonly (readonly [string, Given, readonly Step[], readonly string[]])[] = [
    [
      'without self-care',
      {},
      [search, patient, contact, ward, confirm, success],
      ['createPatient', 'setContactAtAdmission', 'admitPatientToWard'],
    ],
    [
      'with self-care',
      { features: orderB },
      [search, patient, wardWithKit, contact, login, confirm, success],
      ['createPatient', 'setContactAtAdmission', 'createSelfCareLogin', 'admitPatientToWard'],
    ],
  ]
  test.each(orders)(
    'O234 %s, the tab is closed at every step and opened again: everything typed is there, and each thing is done once',
    async (_order, given, steps, done) => {
      const sent: string[] = []
      let journey = openJourney(given)
      const reopen = (): void => {
        const kept = journey.draft('admit').get().text
        sent.push(...journey.run.mock.calls.map(([name]) => name))
        cleanup()
        journey = openJourney(given)
        journey.draft('admit').set(kept)
      }
      for (const { name, fill, typed = [], go } of steps) {
        await journey.heading(name)
        await fill?.(journey)
        const before = await typedIn(journey)
        for (const value of typed) expect(before, name).toContain(value)
        reopen()
        // Once somebody is admitted there is nothing to go on with, nor to do again.
        if (go === undefined) {
          await journey.heading('Patient search')
          expect((await typedIn(journey)).filter((value) => value !== '')).toEqual([])
          break
        }
        await journey.heading(name)
        await waitFor(async () => expect(await typedIn(journey), name).toEqual(before))
        await journey.press(go)
      }
      expect(sent).toEqual(done)
    },
    300_000,
  )

  test('a tab that is closed while a patient is being added asks under the same key when it is pressed again', async () => {
    const journey = openJourney({ answers: { createPatient: () => new Promise(() => undefined) } })
    await journey.search()
    await journey.create()
    await waitFor(() => expect(journey.sent('createPatient')).toHaveLength(1))
    const keptOf = (one: Journey) => one.draft('admit').get().text
    const keyOf = (text: string): unknown =>
      (JSON.parse(text) as { readonly sent: Readonly<Record<string, { readonly as: unknown }>> })
        .sent['createPatient']?.as
    const kept = keptOf(journey)
    expect(keyOf(kept)).toMatchObject({ id: expect.stringMatching(/^[\da-f-]{36}$/) as string })
    cleanup()
    const again = openJourney()
    again.draft('admit').set(kept)
    await again.heading('Patient details')
    await again.press('Add patient')
    await again.heading('Contact details')
    expect(keyOf(keptOf(again))).toEqual(keyOf(kept))
  })
})
