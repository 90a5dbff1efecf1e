// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '../../../src/domain/problem'
import { answered, checkupOf, checkupsOf, clinicalRuntime, minutes, openClinical, patientOf, screen, serverDown, within } from '../clinical-portal'

afterEach(cleanup)

const kept = () => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientCheckups').set(answered(checkupsOf(3)))
  fake.view('patientNotes').set(answered([]))
  return fake
}

describe('the record', () => {
  test('C013 C016 /patient/{id} opens the vitals tab under the banner, /patient/{id}/{tabName} the tab it names', async () => {
    openClinical('/patient/p1', { fake: kept() })
    expect(await screen.findByRole('heading', { level: 1, name: 'SMITH, John' })).toBeTruthy()
    expect((await screen.findByRole('tab', { name: 'Vitals' })).getAttribute('aria-selected')).toBe('true')
    expect(await screen.findByRole('heading', { level: 2, name: 'Patient Check-ups' })).toBeTruthy()
    cleanup()
    openClinical('/patient/p1/notes', { fake: kept() })
    expect((await screen.findByRole('tab', { name: 'Notes' })).getAttribute('aria-selected')).toBe('true')
    expect(await screen.findByRole('heading', { level: 2, name: 'Notes' })).toBeTruthy()
  })

  test('the tabs that work stand in the order of the specification and are walked with the arrow keys', async () => {
    const { user, at } = openClinical('/patient/p1/vitals', { fake: kept() })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Vitals', 'Notes'])
    tabs[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(at()).toBe('/patient/p1/notes')
    expect(await screen.findByRole('heading', { level: 2, name: 'Notes' })).toBeTruthy()
  })

  test('C022 C023 an unknown tab leads to vitals and keeps the query string', async () => {
    const { at } = openClinical('/patient/p1/nothing?hideAppBar=true&a=b', { fake: kept() })
    await screen.findByRole('tab', { name: 'Vitals' })
    expect(at()).toBe('/patient/p1/vitals?hideAppBar=true&a=b')
  })

  test('the banner shows the current score with its age', async () => {
    const fake = kept()
    fake.view('patientRecord').set(answered([patientOf({
      latestCheckup: checkupOf('c9', { endedAt: new Date(Date.now() - 125 * minutes).toISOString() }),
    })]))
    openClinical('/patient/p1', { fake })
    const score = await screen.findByRole('region', { name: 'Current score' })
    expect(within(score).getByRole('img', { name: /^Early-warning score 0/ })).toBeTruthy()
    expect(score.textContent).toContain('Check-up 2 h 5 min ago')
  })

  test('C554 a record that cannot be loaded says so and can be asked for again', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientRecord', serverDown)
    const { user } = openClinical('/patient/p1', { fake })
    expect(await screen.findByRole('heading', { name: 'An error occurred while loading patient details' })).toBeTruthy()
    const before = fake.refresh.mock.calls.length
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(fake.refresh.mock.calls.length).toBe(before + 1)
  })

  test('a patient that does not exist, or may no longer be seen, shows nothing that this device had kept', async () => {
    const fake = kept()
    fake.failing.set('patientRecord', problem('not-found', 'No such patient'))
    openClinical('/patient/p1', { fake })
    expect(await screen.findByRole('heading', { name: 'Patient not found' })).toBeTruthy()
    expect(screen.queryByText('SMITH, John')).toBeNull()
  })

  test('offline, a record that was never opened here says that it is not on this device', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientRecord', problem('network', 'Nothing answered'))
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    openClinical('/patient/p1', { fake })
    expect(await screen.findByRole('heading', { name: 'This record is not on this device' })).toBeTruthy()
  })
})
