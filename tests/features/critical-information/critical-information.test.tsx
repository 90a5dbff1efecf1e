// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { othersClosed } from '../../../src/domain/access/part-record'
import type { Allergy } from '../../../src/domain/critical/allergies'
import { criticalPart, type CriticalInformation } from '../../../src/domain/critical/information'
import type { CriticalMarks } from '../../../src/domain/critical/marks'
import type { Patient } from '../../../src/domain/patient/patient'
import type { Unsent } from '../../../src/domain/sync/unsent'
import { criticalInformationRoom } from '../../../src/features/critical-information'
import {
  answered,
  cardOf,
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
    import('../../../src/features/critical-information/CriticalDialog'),
  ])
})
afterEach(cleanup)

const recordedBy = { id: 'u9', firstName: 'Ann', lastName: 'Lee' }
const written = {
  revision: 1,
  capturedAt: '2025-11-12T09:00:00.000Z',
  createdAt: '2025-11-12T09:00:00.000Z',
  recordedBy,
}
const allergy = (over: Partial<Allergy> = {}): Allergy => ({
  ...written,
  id: 'a1',
  substance: 'Penicillin',
  reaction: 'anaphylaxis',
  severity: 'severe',
  struckOut: null,
  ...over,
})
const information = (over: Partial<CriticalInformation> = {}): CriticalInformation => ({
  ...written,
  id: 'i1',
  field: 'resuscitation',
  value: { status: 'doNotAttempt', form: 'respect', formSeenBy: 'Dr Lee' },
  reviewBy: null,
  ...over,
})

const caring = ['view_patients', 'record_observations'] as const
const clinical = [...caring, 'edit_patients'] as const
const open = async (
  patient: Partial<Patient> & { readonly unsent?: readonly Unsent[] } = {},
  {
    permissions = clinical,
    edition = 'en-GB',
    offline = false,
  }: {
    readonly permissions?: readonly string[]
    readonly edition?: 'en-GB' | 'en-US'
    readonly offline?: boolean
  } = {},
) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  fake.view('patientOnBoard').set(answered([cardOf('p1')]))
  fake.view('patientCheckups').set(answered([]))
  if (offline) fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  fake.run.mockImplementation(async () => ({ kind: 'saved', id: 'c1' }))
  const opened = openClinical('/patient/p1', {
    fake,
    rooms: [criticalInformationRoom],
    permissions: { permissions: permissions as never },
    edition,
  })
  const line = await screen.findByRole('button', { name: /Show what everyone must know$/ })
  return { ...opened, fake, line }
}
const openPanel = async (...given: Parameters<typeof open>) => {
  const opened = await open(...given)
  await opened.user.click(opened.line)
  const panel = within(await screen.findByRole('dialog', { name: 'What everyone must know' }))
  /** What the panel says of one thing. */
  const of = (name: string): string =>
    panel.getByText(name, { selector: 'dt' }).parentElement?.textContent ?? ''
  return { ...opened, panel, of }
}

describe('the banner of a record', () => {
  test('says that nobody asked, and never that there is none', async () => {
    const { line } = await open()
    expect(line.textContent).toBe('Allergies: not recordedResuscitation: not recorded')
  })

  test('says that somebody asked and there was none, and when', async () => {
    const { line } = await open({
      allergies: [allergy({ substance: null, reaction: null, severity: null })],
      criticalInformation: [information({ value: null })],
    })
    expect(line.textContent).toBe(
      'No known allergies (asked 12-Nov-2025)Resuscitation: No decision made (asked 12-Nov-2025)',
    )
  })

  test('says allergies with what they do, the resuscitation status with its form, and that a review was due', async () => {
    const { line } = await open({
      allergies: [allergy()],
      criticalInformation: [information({ reviewBy: '2025-11-20' })],
    })
    expect(line.textContent).toContain('Penicillin: anaphylaxis')
    expect(line.textContent).toContain(
      'Resuscitation: Not for resuscitation (DNACPR), ReSPECT form, seen by Dr Lee',
    )
    expect(line.textContent).toContain('Review was due 20-Nov-2025')
  })

  test('in the US edition speaks of the code status', async () => {
    const { line } = await open(
      { criticalInformation: [information({ value: { status: 'doNotAttempt', form: 'polst' } })] },
      { edition: 'en-US' },
    )
    expect(line.textContent).toContain('Code status: DNR: do not resuscitate, POLST form')
  })

  test('T8 says what is not open to another organisation, and not that there is nothing', async () => {
    const { line } = await open({ othersFrom: othersClosed })
    expect(line.textContent).toContain('Allergies: not open to you')
    expect(line.textContent).not.toContain('not recorded')
  })
})

describe('the panel of what everybody must know', () => {
  test('without a connection takes an allergy, and says that it is saved on this device', async () => {
    const { user, panel, fake } = await openPanel({}, { permissions: caring, offline: true })
    expect(panel.getByText(/^You are offline/)).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Add an allergy' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add an allergy' }))
    await user.click(form.getByRole('button', { name: 'Save allergy' }))
    expect(fake.run).not.toHaveBeenCalled()
    await user.type(form.getByRole('textbox', { name: /To what/ }), 'Penicillin')
    await user.type(form.getByRole('textbox', { name: /What it does/ }), ' anaphylaxis ')
    await user.click(form.getByRole('button', { name: 'Save allergy' }))
    await waitFor(() => expect(fake.run).toHaveBeenCalledOnce())
    expect(fake.run.mock.calls[0]?.slice(0, 2)).toEqual([
      'recordAllergy',
      {
        patientId: 'p1',
        allergy: { substance: 'Penicillin', reaction: 'anaphylaxis', severity: null },
      },
    ])
  })

  test('asks before it records that none is known, and not where an allergy stands', async () => {
    const { user, panel, fake } = await openPanel()
    await user.click(panel.getByRole('button', { name: 'None known' }))
    await user.click(await screen.findByRole('button', { name: 'I asked: none known' }))
    await waitFor(() =>
      expect(fake.run.mock.calls[0]?.[1]).toEqual({ patientId: 'p1', allergy: null }),
    )
    cleanup()
    const { panel: other } = await openPanel({ allergies: [allergy()] })
    expect(other.queryByRole('button', { name: 'None known' })).toBeNull()
  })

  test('keeps what was struck out to be read, with the reason', async () => {
    const struckOut = { capturedAt: written.capturedAt, by: recordedBy, reason: 'Of her sister' }
    const { of } = await openPanel({ allergies: [allergy({ struckOut })] })
    expect(of('Allergies')).toContain('not recorded')
    expect(of('Allergies')).toContain('1 struck out')
    expect(of('Allergies')).toContain('Of her sister')
  })

  test('hides next of kin and key-safe until somebody asks, and tells the log', async () => {
    const { user, panel, of, fake } = await openPanel(
      {
        criticalInformation: [
          information({ field: 'keySafe', value: { code: '4711', place: 'Left of the door' } }),
          information({ id: 'i2', field: 'nextOfKin', value: { name: 'Joan Smith' } }),
        ],
      },
      { permissions: ['view_patients'], offline: true },
    )
    expect(document.body.textContent).not.toContain('4711')
    expect(document.body.textContent).not.toContain('Joan Smith')
    await user.click(panel.getByRole('button', { name: 'Show: Key-safe' }))
    await waitFor(() => expect(of('Key-safe')).toContain('4711, Left of the door'))
    expect(fake.run.mock.calls.map((call) => call.slice(0, 2))).toEqual([
      ['lookAtCriticalInformation', { patientId: 'p1', field: 'keySafe' }],
    ])
    expect(document.body.textContent).not.toContain('Joan Smith')
  })

  test('records a resuscitation status against what was shown when the form opened', async () => {
    const { user, panel, fake } = await openPanel({ criticalInformation: [information()] })
    await user.click(panel.getByRole('button', { name: 'Correct: Resuscitation' }))
    const form = within(await screen.findByRole('dialog', { name: 'Resuscitation' }))
    fake
      .view('patientRecord')
      .set(answered([patientOf({ criticalInformation: [information({ id: 'i2', value: null })] })]))
    await user.selectOptions(form.getByRole('combobox', { name: /Status/ }), 'For resuscitation')
    expect(
      within(form.getByRole('combobox', { name: /Form/ })).queryByText('POLST form'),
    ).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(fake.run).toHaveBeenCalledOnce())
    expect(fake.run.mock.calls[0]?.[1]).toEqual({
      patientId: 'p1',
      field: 'resuscitation',
      value: { status: 'attempt', form: 'respect', formSeenBy: 'Dr Lee' },
      reviewBy: null,
      seen: { id: 'i1' },
    })
  })

  test('asks for what is missing, and records that there is none without it', async () => {
    const { user, panel, fake } = await openPanel()
    await user.click(panel.getByRole('button', { name: 'Record: Interpreter' }))
    const form = within(await screen.findByRole('dialog', { name: 'Interpreter' }))
    const save = form.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    const known = form.getByRole('combobox', { name: /What is known/ })
    await user.selectOptions(known, 'There is something to record')
    await user.click(save)
    expect(fake.run).not.toHaveBeenCalled()
    await user.selectOptions(known, 'I asked: there is none')
    await user.click(save)
    await waitFor(() =>
      expect(fake.run.mock.calls[0]?.[1]).toMatchObject({
        field: 'interpreter',
        value: null,
        seen: { id: null },
      }),
    )
  })

  test('leaves what is decided over treatment to a clinician, and to who only reads nothing', async () => {
    const { panel, of } = await openPanel({}, { permissions: caring })
    expect(panel.queryByRole('button', { name: 'Record: Resuscitation' })).toBeNull()
    expect(panel.queryByRole('button', { name: 'Record: Treatment escalation' })).toBeNull()
    expect(of('Resuscitation')).toContain('A clinician records this.')
    expect(panel.getByRole('button', { name: 'Record: Key-safe' })).toBeTruthy()
    cleanup()
    const { panel: read } = await openPanel({}, { permissions: ['view_patients'] })
    expect(read.queryByRole('button', { name: /^(?:Record|Add)/ })).toBeNull()
  })

  test('says of a resuscitation status in conflict what is on the record, and leads to both', async () => {
    const unsent: Unsent = {
      part: criticalPart('resuscitation'),
      state: 'conflict',
      commandId: 'c1',
      wanted: null,
      theirs: null,
      isShown: false,
    }
    const { of, panel } = await openPanel({
      criticalInformation: [information()],
      unsent: [unsent],
    })
    expect(of('Resuscitation')).toContain('Not for resuscitation (DNACPR)')
    const [link] = panel.getAllByRole('link')
    expect(link?.getAttribute('href')).toContain('c1')
  })

  test('says that conditions are those of the registration until somebody asks', async () => {
    const { of } = await openPanel({ preExistingConditions: ['COPD', 'Asthma'] })
    expect(of('Conditions')).toContain('COPD, Asthma')
    expect(of('Conditions')).toContain('As registered. Nobody has asked since.')
  })
})

describe('the card of a patient', () => {
  const onBoard = async (criticalMarks: CriticalMarks, edition: 'en-GB' | 'en-US' = 'en-GB') => {
    const fake = clinicalRuntime()
    fake.view('virtualWard').set(answered([cardOf('p1', { criticalMarks })]))
    openClinical('/virtual-ward', { fake, edition })
    return within(await screen.findByRole('article'))
  }

  test('has marks for an allergy and for a resuscitation status, and not what they are', async () => {
    const card = await onBoard({ allergies: 'recorded', resuscitation: 'doNotAttempt' })
    expect(card.getByTitle('Allergy recorded: see the record').textContent).toContain('Allergy')
    expect(card.getByTitle('Not for resuscitation (DNACPR)').textContent).toContain('DNACPR')
  })

  test('says what nobody recorded as such, and never as none', async () => {
    const card = await onBoard({ allergies: 'notRecorded', resuscitation: 'notRecorded' })
    expect(card.getByText('Allergies: not recorded')).toBeTruthy()
    expect(card.getByText('Resuscitation: not recorded')).toBeTruthy()
    expect(card.queryByText(/no known|none/i)).toBeNull()
    cleanup()
    const asked = await onBoard({ allergies: 'noneKnown', resuscitation: 'noneKnown' })
    expect(asked.getByText('No known allergies')).toBeTruthy()
  })

  test('in the US edition has the code status', async () => {
    const card = await onBoard({ allergies: 'closed', resuscitation: 'doNotAttempt' }, 'en-US')
    expect(card.getByTitle('DNR: do not resuscitate')).toBeTruthy()
    expect(card.getByText('Allergies: not open to you')).toBeTruthy()
  })
})
