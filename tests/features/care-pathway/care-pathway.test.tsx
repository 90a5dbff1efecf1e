// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import { actionLogRoom } from '../../../src/features/action-log'
import { carePathwayRoom } from '../../../src/features/care-pathway'
import { stayTexts } from '../../../src/texts/stay'
import { done, refused } from '../../app/fake-portal'
import {
  answered,
  cardOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const person = { id: 'u1', firstName: 'Nia', lastName: 'Okafor' }
const event = (
  type: Patient['admissionEvents'][number]['type'],
  over: Partial<Patient['admissionEvents'][number]> = {},
): Patient['admissionEvents'][number] => ({
  admissionId: 'a1',
  type,
  effectiveAt: '2026-01-01T09:00:00.000Z',
  createdAt: '2026-01-01T09:00:00.000Z',
  createdBy: person,
  ward: { id: 'w1', name: 'Willow' },
  carePathway: null,
  reason: null,
  ...over,
})
const nurse = { permissions: ['view_patients', 'view_wards'], features: ['wards'] } as const
const open = (
  over: Partial<Patient> = {},
  { permissions = nurse, ...options }: Parameters<typeof openClinical>[1] = {},
  schedules: ReturnType<typeof cardOf>['schedules'] = [],
) => {
  const fake = clinicalRuntime()
  const admission = cardOf('p1').wardAdmission
  fake.view('patientRecord').set(answered([patientOf({ wardAdmission: admission, ...over })]))
  fake.view('patientOnBoard').set(answered([cardOf('p1', { schedules })]))
  return openClinical('/patient/p1/care-pathway', {
    ...options,
    permissions,
    fake,
    rooms: [actionLogRoom, carePathwayRoom],
  })
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the care-pathway tab', () => {
  test('C015 C017 stands between vitals and notes, the log last', async () => {
    open()
    await part('Care Pathway')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Vitals',
      'Care Pathway',
      'Notes',
      'Action Log',
    ])
  })

  for (const [what, permissions] of [
    ['view_wards', { permissions: ['view_patients'], features: ['wards'] }],
    ['the wards flag', { permissions: ['view_patients', 'view_wards'], features: [] }],
  ] as const)
    test(`C017 without ${what} there is no such tab, and its address leads to the vitals`, async () => {
      const { at } = open({}, { permissions })
      await screen.findByRole('tab', { name: 'Vitals' })
      expect(screen.queryByRole('tab', { name: 'Care Pathway' })).toBeNull()
      expect(at()).toBe('/patient/p1/vitals')
    })

  test('names pathway, ward and admission', async () => {
    open()
    const shown = await part('Care Pathway')
    expect(shown.getByText('COPD')).toBeTruthy()
    expect(shown.getByRole('link', { name: 'Willow' }).getAttribute('href')).toBe(
      '/wards/w1/patients',
    )
    expect(shown.getByText('01-Jan-2026 09:00')).toBeTruthy()
  })

  test('the pathway is a link for those who see pathways', async () => {
    open(
      {},
      { permissions: { ...nurse, permissions: [...nurse.permissions, 'view_care_pathways'] } },
    )
    const shown = await part('Care Pathway')
    expect(shown.getByRole('link', { name: 'COPD' }).getAttribute('href')).toBe(
      '/pathways/cp1/checkuptypes',
    )
  })

  test('a schedule has its rule in words and when it is due next', async () => {
    open({}, {}, [
      {
        id: 't1',
        name: 'Daily check',
        schedule: {
          rrule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0',
          tolerance: { early: 3600, late: 7200 },
        },
        timeZone: 'Europe/London',
        latestEndedAt: '2026-01-05T09:10:00.000Z',
      },
    ])
    const shown = await part('Schedules')
    expect(shown.getByText('Daily check')).toBeTruthy()
    expect(shown.getByText('Every day at 09:00')).toBeTruthy()
    expect(shown.getByText('Next due 06-Jan-2026 09:00')).toBeTruthy()
    expect(shown.getByText('Last one 05-Jan-2026 09:10')).toBeTruthy()
  })

  test('a rule that is not understood is said, and nothing is called due', async () => {
    open({}, {}, [
      {
        id: 't1',
        name: 'Odd',
        schedule: { rrule: 'FREQ=SECONDLY', tolerance: { early: 0, late: 0 } },
        timeZone: 'Europe/London',
        latestEndedAt: null,
      },
    ])
    const shown = await part('Schedules')
    expect(shown.getByText('Not understood: FREQ=SECONDLY')).toBeTruthy()
    expect(shown.queryByText(/due/)).toBeNull()
    expect(shown.getByText('None yet')).toBeTruthy()
  })

  test('a pathway without schedules says so', async () => {
    open()
    expect(await (await part('Schedules')).findByText(/asks for no check-ups/)).toBeTruthy()
  })

  test('flags that are set are shown, others not', async () => {
    open()
    const shown = await part('Flags')
    expect(shown.getByText('On oxygen')).toBeTruthy()
    expect(shown.queryByText('Old flag')).toBeNull()
  })

  test('thresholds of the pathway are named after it', async () => {
    open({ ewsThresholds: null, ewsDefault: { schemeName: 'COPD 88', thresholds: null } })
    const shown = await part('Thresholds in force')
    expect(shown.getByText('Thresholds of COPD 88')).toBeTruthy()
    expect(shown.queryByText(/^Set/)).toBeNull()
  })

  test('a scale that somebody set says who, why and until when', async () => {
    open({
      ewsThresholds: {
        thresholds: null,
        riskScheme: 'NEWS2',
        spo2Scale: 2,
        createdAt: '2026-01-02T10:00:00.000Z',
        createdBy: person,
        reason: 'Hypercapnia',
        decidedBy: 'Dr Ash',
        reviewOn: '2026-02-01',
      },
    })
    const shown = await part('Thresholds in force')
    expect(shown.getByText(/SpO2 Scale 2/)).toBeTruthy()
    expect(shown.getByText('Set by Nia Okafor on 02-Jan-2026 10:00')).toBeTruthy()
    expect(shown.getByText('Decided by Dr Ash: Hypercapnia')).toBeTruthy()
    expect(shown.getByText('Review on 01-Feb-2026')).toBeTruthy()
  })

  test('admissions and transfers are told under their days, with reason, author and when recorded', async () => {
    open({
      admissionEvents: [
        event('WardTransfer', {
          effectiveAt: '2026-01-03T14:00:00.000Z',
          createdAt: '2026-01-03T16:30:00.000Z',
          ward: { id: 'w2', name: 'Oak' },
          createdBy: { id: 'u2', firstName: null, lastName: null, email: 'sam@riverside.example' },
        }),
        event('Admission', {
          carePathway: { id: 'cp1', name: 'COPD' },
          reason: { type: 'StepUp', additionalInfo: 'from home' },
        }),
      ],
    })
    const shown = await part('Admissions and transfers')
    expect(shown.getAllByRole('heading', { level: 3 }).map((day) => day.textContent)).toEqual([
      '03-Jan-2026',
      '01-Jan-2026',
    ])
    const [transfer, admission] = shown.getAllByRole('listitem')
    expect(transfer?.textContent).toContain('14:00 Transferred to another ward Oak')
    expect(transfer?.textContent).toContain('recorded 03-Jan-2026 16:30')
    expect(transfer?.textContent).toContain('by sam@riverside.example')
    expect(admission?.textContent).toContain('Admitted Willow · COPD')
    expect(admission?.textContent).toContain('by Nia Okafor')
    expect(admission?.textContent).toContain('Reason: Step up, from home')
    expect(admission?.textContent).not.toContain('recorded')
  })

  test('why somebody was discharged is said in the words of the picker', async () => {
    const reason = { type: 'TransferToHospitalEmergency', additionalInfo: null }
    open({ admissionEvents: [event('Discharge', { reason })] })
    const [discharge] = (await part('Admissions and transfers')).getAllByRole('listitem')
    expect(discharge?.textContent).toContain(
      `Reason: ${stayTexts('en-GB').discharge.reasons.TransferToHospitalEmergency}`,
    )
    expect(discharge?.textContent).toContain('Transfer to hospital (emergency)')
  })

  test('who is not admitted has neither schedules nor flags', async () => {
    open({ wardAdmission: null, admissionEvents: [] })
    expect(await screen.findByText('Not admitted')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Schedules' })).toBeNull()
    expect(screen.getByText('The patient was never admitted.')).toBeTruthy()
  })
})

describe('the discharge summary', () => {
  const summary = (state: string) => ({
    id: 'd1',
    kind: 'discharge-summary',
    state,
    admissionId: 'a1',
    createdAt: '2026-01-04T09:00:00.000Z',
  })
  const openWith = (answer: () => unknown, address: () => unknown = () => refused('not told')) => {
    const fake = clinicalRuntime()
    fake
      .view('patientRecord')
      .set(answered([patientOf({ wardAdmission: null, admissionEvents: [event('Discharge')] })]))
    fake.ask.mockImplementation(async (name) =>
      name === 'patientDocuments'
        ? answer()
        : name === 'documentAddress'
          ? address()
          : refused('not told'),
    )
    return openClinical('/patient/p1/care-pathway', {
      permissions: nurse,
      fake,
      rooms: [carePathwayRoom],
    })
  }

  test('O256 stands at the discharge, and opens in a tab that the press opened', async () => {
    const replace = vi.fn()
    const opening = vi
      .spyOn(window, 'open')
      .mockReturnValue({ opener: {}, location: { replace }, close: vi.fn() } as never)
    const { user } = openWith(
      () => done([summary('ready')]),
      () => done('/Prod/documents/file?address=x'),
    )
    await user.click(
      await screen.findByRole('button', { name: 'Open the discharge summary (PDF)' }),
    )
    expect(opening).toHaveBeenCalledWith('about:blank', '_blank')
    expect(replace).toHaveBeenCalledWith('/Prod/documents/file?address=x')
    opening.mockRestore()
  })

  test('O256 where the browser blocks the tab, a link opens it', async () => {
    const opening = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = openWith(
      () => done([summary('ready')]),
      () => done('/Prod/documents/file?address=x'),
    )
    await user.click(
      await screen.findByRole('button', { name: 'Open the discharge summary (PDF)' }),
    )
    const link = await screen.findByRole('link', { name: 'Discharge summary' })
    expect(link.getAttribute('href')).toBe('/Prod/documents/file?address=x')
    opening.mockRestore()
  })

  test('O256 says that it is being made, and that it could not be, with a way to try again', async () => {
    openWith(() => done([summary('due')]))
    expect(await screen.findByText('The discharge summary is being made.')).toBeTruthy()
    cleanup()
    openWith(() => done([summary('failed')]))
    expect(await screen.findByText('The discharge summary could not be made.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Make it again' })).toBeTruthy()
  })

  test('of another stay or from before there were any, nothing is offered', async () => {
    openWith(() => done([{ ...summary('ready'), admissionId: 'a0' }]))
    await screen.findByText('Discharged')
    expect(screen.queryByRole('button', { name: /discharge summary/ })).toBeNull()
  })
})
