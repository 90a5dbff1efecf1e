// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Checkup } from '../../src/domain/checkup/checkup'
import type { Edition } from '../../src/domain/organization/organization'
import {
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  noon,
  openClinical,
  patientOf,
  screen,
  within,
} from './clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const openChart = async (checkup: Checkup, edition: Edition) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientCheckups').set(answered([checkup]))
  const opened = openClinical('/patient/p1/vitals', { fake, edition })
  await screen.findByRole('table')
  return opened
}
const row = (name: string | RegExp): string | null | undefined =>
  screen.getByRole('rowheader', { name }).closest('tr')?.querySelector('td')?.textContent

const shownAs = async (checkup: Checkup, edition: Edition, name: string | RegExp) => {
  const opened = await openChart(checkup, edition)
  const text = row(name)
  opened.screen.unmount()
  return text
}

const openDetail = async (checkup: Checkup, edition: Edition) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('checkupDetail').set(answered([checkup]))
  fake.view('patientCheckups').set(answered([checkup]))
  const opened = openClinical('/patient/p1/checkup/c1', { fake, edition })
  await screen.findByRole('heading', { level: 3, name: 'Readings' })
  return opened
}

const weighing = (value: number): Checkup =>
  checkupOf('c1', { weight: { value, isManual: false, device: 'Scale' } })
const warm = (value: number): Checkup =>
  checkupOf('c1', { temperature: { value, device: 'Thermo One', isManual: false } })
const sweet = (reading: number): Checkup =>
  checkupOf('c1', {
    glucose: {
      reading,
      time_of_capture: new Date(noon).toISOString(),
      before_after_meal: 'before_meals',
    },
  })

describe('C011 O470 quantities in both editions, on the observation chart and the check-up', () => {
  test('C611 C614 P023 P345 P348 temperature is °C or °F = C*1.8+32, 1 decimal', async () => {
    expect(await shownAs(warm(36.64), 'en-GB', /^Temperature °C$/)).toBe('36.6')
    expect(await shownAs(warm(38.25), 'en-US', /^Temperature °F$/)).toBe('100.9')
    expect(await shownAs(warm(37), 'en-US', /^Temperature °F$/)).toBe('98.6')
  })

  test('C612 C615 P024 P346 P349 weight is kg or lb = kg*2.2046, 2 decimals under 10 kg and 1 from there on', async () => {
    expect(await shownAs(weighing(9.994), 'en-GB', 'Weight (kg)')).toBe('9.99')
    expect(await shownAs(weighing(10), 'en-GB', 'Weight (kg)')).toBe('10.0')
    expect(await shownAs(weighing(9.5), 'en-US', 'Weight (lb)')).toBe('20.94')
    expect(await shownAs(weighing(72.4), 'en-US', 'Weight (lb)')).toBe('159.6')
  })

  test('C613 C616 P025 P347 P350 glucose is mmol/L or mg/dL = mmol/L*18, 1 decimal', async () => {
    const british = await openDetail(sweet(6.14), 'en-GB')
    expect(screen.getByRole('region', { name: 'Glucose' }).textContent).toContain('6.1 mmol/L')
    british.screen.unmount()
    await openDetail(sweet(6.14), 'en-US')
    expect(screen.getByRole('region', { name: 'Glucose' }).textContent).toContain('110.5 mg/dL')
  })
})

describe('C010 words in both editions', () => {
  const labels = async (edition: Edition) => {
    const found: (string | null | undefined)[] = []
    for (const selectedAction of [1, 2, 3, 4, 5]) {
      found.push(await shownAs(checkupOf('c1', { selectedAction }), edition, 'Selected Action'))
    }
    return found
  }

  test('C330 P227 the UK edition: no action, increased monitoring, GP, 111 or out-of-hours, 999', async () => {
    expect(await labels('en-GB')).toEqual([
      'No action',
      'Increased monitoring',
      'Called GP',
      'Called 111 or out-of-hours',
      'Called 999',
    ])
  })

  test('C012 C331 P022 the US edition: no action, monitoring, doctor appointment, urgent advice, 911', async () => {
    expect(await labels('en-US')).toEqual([
      'No action',
      'Monitoring',
      'Doctor appointment',
      'Urgent advice',
      '911',
    ])
  })

  const search = async (edition: Edition) => {
    const fake = clinicalRuntime()
    fake.view('virtualWard').set(answered([cardOf('p1')]))
    const opened = openClinical('/virtual-ward', { fake, edition })
    await screen.findByRole('list', { name: 'Patients' })
    return opened
  }

  test('O012 O013 P021 the UK edition looks for and shows a 10-digit NHS number; the US edition words it otherwise', async () => {
    const british = await search('en-GB')
    expect(screen.getByRole('searchbox', { name: 'Name or NHS number' })).toBeTruthy()
    expect(within(screen.getByRole('article')).getByText('NHS No. 943 476 5919')).toBeTruthy()
    british.screen.unmount()
    await search('en-US')
    expect(screen.getByRole('searchbox', { name: 'Name or patient number' })).toBeTruthy()
    expect(screen.queryByText(/NHS number/)).toBeNull()
  })
})

test.each([
  ['2026-01-01', '4d'],
  ['2025-02-01', '48w 2d'],
  ['2025-01-05', '12m'],
  ['2024-02-05', '23m'],
  ['1944-03-02', '81y'],
])('somebody born on %s is %s old: days, weeks, months, then years', async (birthDate, age) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({ birthDate })]))
  fake.view('patientCheckups').set(answered([checkupOf('c1')]))
  vi.setSystemTime(noon)
  openClinical('/patient/p1/vitals', { fake })
  const banner = await screen.findByRole('region', { name: 'Patient' })
  expect(banner.textContent).toContain(`(${age})`)
})

test('a user who may not see patients is told so on the virtual ward, and nothing is asked of the server', async () => {
  const fake = clinicalRuntime()
  openClinical('/virtual-ward', { fake, permissions: { permissions: [] } })
  expect(await screen.findByRole('heading', { name: 'You cannot see this' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refresh now' })).toBeNull()
  expect(fake.refresh).not.toHaveBeenCalled()
})
