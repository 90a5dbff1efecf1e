// @vitest-environment jsdom
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import { problem } from '../../../src/domain/problem'
import type { Permission } from '../../../src/domain/access/permissions'
import { openAlert } from '../alerts'
import {
  answered,
  cardOf,
  clinicalRuntime,
  noon,
  openClinical,
  patientOf,
  screen,
} from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const alert = openAlert('a', [new Date(noon).toISOString()], {})

/** The board with one card; `record`: what the device has of the patient. */
const open = async (given: {
  readonly record?: Partial<Patient>
  readonly may?: readonly Permission[]
  readonly offline?: boolean
  readonly failing?: boolean
  readonly identity?: 'hidden'
}) => {
  if (given.identity !== undefined)
    localStorage.setItem(
      'virtual_ward_display',
      JSON.stringify({ identity: given.identity, grid: 'list', hidden: [] }),
    )
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', { alerts: [alert] })]))
  fake
    .view('patientRecord')
    .set(answered(given.record === undefined ? [] : [patientOf(given.record)]))
  if (given.failing === true) fake.failing.set('patientRecord', problem('server'))
  fake.ask.mockImplementation(async () => ({
    kind: 'done',
    value: { alerts: [alert], callings: [], asOf: noon },
  }))
  if (given.offline === true)
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  openClinical('/virtual-ward', {
    fake,
    permissions: {
      permissions: given.may ?? ['view_patients', 'add_patient_notes', 'set_alert_status'],
    },
  })
  await screen.findByRole('article')
}
const openCard = async (name = /^Show more/) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const contact = async () => within(await screen.findByRole('region', { name: 'Contact' }))
const called = { telephone: '+44 7700 900123', preExistingConditions: ['COPD', 'Asthma'] }

test('an opened card calls the patient, leads to a note and names the conditions', async () => {
  await open({ record: called })
  await openCard()
  const box = await contact()
  expect(box.getByRole('link', { name: 'Call +44 7700 900123' }).getAttribute('href')).toBe(
    'tel:+447700900123',
  )
  expect(box.getByRole('link', { name: 'Add a note' }).getAttribute('href')).toBe(
    '/patient/p1?dialog=note',
  )
  expect(box.getByText('COPD, Asthma')).toBeTruthy()
})

test('no number and no condition are said, and a note is for whoever may write one', async () => {
  await open({
    record: { telephone: null, preExistingConditions: [] },
    may: ['view_patients'],
  })
  await openCard()
  const box = await contact()
  expect(box.getByRole('button', { name: 'Call' }).getAttribute('aria-disabled')).toBe('true')
  expect(box.getByText('None recorded')).toBeTruthy()
  expect(box.queryByRole('link', { name: 'Add a note' })).toBeNull()
})

test('offline, a record that is not on the device is said to be missing, never empty', async () => {
  await open({ offline: true })
  await openCard()
  const box = await contact()
  expect(box.getByText('The telephone number is not on this device')).toBeTruthy()
  expect(box.getByText('The conditions are not on this device')).toBeTruthy()
  expect(box.queryByText('None recorded')).toBeNull()
})

test('online, a record that could not be read is said to have failed, and nothing is said of its absence', async () => {
  await open({ failing: true })
  await openCard()
  const box = await contact()
  expect(await box.findByText('An error occurred while loading patient details')).toBeTruthy()
  expect(box.queryByText(/not on this device|None recorded/)).toBeNull()
})

test('the dialog of the alerts calls the patient', async () => {
  await open({ record: called })
  fireEvent.click(await screen.findByRole('button', { name: /^Alert:/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  expect(await dialog.findByRole('link', { name: 'Call +44 7700 900123' })).toBeTruthy()
})

test('a card that hides who the patient is shows no number, nor does its dialog', async () => {
  await open({ record: called, identity: 'hidden' })
  await openCard()
  expect(screen.queryByRole('region', { name: 'Contact' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: /^Alert:/ }))
  await screen.findByRole('dialog', { name: 'Alerts' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
})
