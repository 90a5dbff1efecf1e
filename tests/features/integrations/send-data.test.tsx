// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EhrIntegration } from '../../../src/data/ehr-integration'
import type { Permission } from '../../../src/domain/access/permissions'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { source } from '../../../src/engine/define'
import { integrationsRoom } from '../../../src/features/integrations'
import { done, meOf, refused, signedIn } from '../../app/fake-portal'
import {
  answered,
  checkupOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'
import { eventOf, integrationOf } from './integration-fixtures'

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/integrations/SendData'),
    import('../../../src/features/integrations/NoIntegration'),
  ])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const all: readonly Permission[] = [
  'view_patients',
  'view_ehr_integrations',
  'create_ehr_integration_events',
  'view_ehr_integration_events',
]
const title = 'Send data to clinical record'
const note = integrationOf('one', { integrationType: 'CareNote' })

interface Given {
  readonly permissions?: readonly Permission[]
  readonly integrations?: readonly EhrIntegration[]
  readonly answer?: unknown
  readonly latest?: Checkup | null
  readonly admitted?: boolean
}
const open = async (
  path: string,
  {
    permissions = all,
    integrations = [note],
    answer = done(eventOf('e1')),
    latest = checkupOf('c1'),
    admitted = true,
  }: Given = {},
) => {
  const fake = clinicalRuntime()
  const rights = { permissions, features: ['ehrIntegrations', 'wards'] } as const
  Object.assign(fake.runtime, { session: source(signedIn(meOf(rights))) })
  const patient = patientOf({ firstName: 'José', latestCheckup: latest })
  fake
    .view('patientRecord')
    .set(answered([admitted ? patient : { ...patient, wardAdmission: null }]))
  fake.ask.mockImplementation(async (name) =>
    name === 'ehrIntegrations' ? done({ integrations, isSetUp: false }) : refused('Down'),
  )
  fake.run.mockImplementation(async () => answer as never)
  const portal = openClinical(path, { fake, permissions: rights, rooms: [integrationsRoom] })
  return {
    ...portal,
    measured: (newest: Checkup) => {
      const measured: typeof patient = { ...patient, latestCheckup: newest }
      act(() => fake.view('patientRecord').set(answered([measured])))
    },
    sent: () =>
      fake.run.mock.calls.flatMap(([name, input]) =>
        name === 'createManualEhrIntegrationEvent' ? [input as Record<string, string>] : [],
      ),
  }
}
const dialogAt = '/patient/p1/vitals?dialog=send-data'
const dialog = async () => {
  await screen.findByRole('button', { name: 'Send' })
  return within(screen.getByRole('dialog', { name: title }))
}
const openMenu = async ({ user }: Awaited<ReturnType<typeof open>>) =>
  user.click(await screen.findByRole('button', { name: 'Actions' }))

describe('the action', () => {
  test('C046 C471 is in the menu of the record for who may, and of who is admitted', async () => {
    const portal = await open('/patient/p1/vitals')
    await openMenu(portal)
    expect(await screen.findByRole('button', { name: title })).toBeTruthy()
    for (const given of [{ permissions: all.slice(0, 2) }, { admitted: false }]) {
      cleanup()
      await open('/patient/p1/vitals', given)
      await screen.findAllByText(/José/u)
      const menu = screen.queryByRole('button', { name: 'Actions' })
      menu?.click()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(screen.queryByRole('button', { name: title })).toBeNull()
    }
  })

  test('C059 says that no manual integration is configured for the pathway', async () => {
    const portal = await open('/patient/p1/vitals', { integrations: [] })
    await openMenu(portal)
    const button = () => screen.getByRole('button', { name: title })
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
    await portal.user.hover(button())
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      `There are no manual integrations configured for ${patientOf().wardAdmission?.carePathway.name ?? ''}`,
    )
  })

  test('asks for the manual integrations of the patient’s pathway', async () => {
    const { ask } = await open(dialogAt)
    await dialog()
    const pathway = patientOf().wardAdmission?.carePathway.id
    expect(ask.mock.calls).toContainEqual([
      'ehrIntegrations',
      { carePathwayId: pathway, triggerType: 'Manual' },
    ])
  })
})

describe('the dialog', () => {
  test('C390 C620 C621 sends the latest check-up, its times rounded to five minutes', async () => {
    const at = '2026-01-05T10:02:00.000Z'
    const end = '2026-01-05T10:07:30.000Z'
    const { user, sent } = await open(dialogAt, {
      latest: checkupOf('c1', { startedAt: at, endedAt: end }),
    })
    await user.click((await dialog()).getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          patientId: 'p1',
          ehrIntegrationId: 'one',
          from: '2026-01-05T10:00:00.000Z',
          to: '2026-01-05T10:10:00.000Z',
        },
      ]),
    )
  })

  test('sends the check-up that was the latest when it opened', async () => {
    const of = (id: string, at: string) => checkupOf(id, { startedAt: at, endedAt: at })
    const { user, sent, measured } = await open(dialogAt, {
      latest: of('c1', '2026-01-05T10:02:00.000Z'),
    })
    const form = await dialog()
    measured(of('c2', '2026-01-05T11:02:00.000Z'))
    await user.click(form.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { from: '2026-01-05T10:00:00.000Z', to: '2026-01-05T10:05:00.000Z' },
      ]),
    )
  })

  test('C622 offers the latest check-up, the last 24 hours and custom', async () => {
    const { user, sent } = await open(dialogAt)
    const form = await dialog()
    const range = form.getByRole<HTMLSelectElement>('combobox', { name: 'Period' })
    expect([...range.options].map(({ textContent }) => textContent)).toEqual([
      'Latest check-up',
      'Last 24 Hours',
      'Custom',
    ])
    await user.selectOptions(range, 'day')
    await user.click(form.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    const { from = '', to = '' } = sent()[0] ?? {}
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000)
    expect(Math.abs(Date.parse(to) - Date.now())).toBeLessThan(60_000)
  })

  test('of a patient who was never measured there is no latest check-up', async () => {
    await open(dialogAt, { latest: null })
    const range = (await dialog()).getByRole<HTMLSelectElement>('combobox', { name: 'Period' })
    expect([...range.options].map(({ value }) => value)).toEqual(['day', 'custom'])
  })

  const custom = async (given: Given = {}) => {
    const portal = await open(dialogAt, given)
    const form = await dialog()
    await portal.user.selectOptions(form.getByRole('combobox', { name: 'Period' }), 'custom')
    const type = async (label: string, text: string, part: number) => {
      const field = form.getAllByRole('textbox')[part]
      if (field === undefined) throw new Error(`There is no field for ${label}`)
      await portal.user.clear(field)
      if (text === '') return
      await portal.user.click(field)
      await portal.user.paste(text)
    }
    return {
      ...portal,
      form,
      /** Types dates and times: start, then end. */
      period: async (from: readonly [string, string], to: readonly [string, string]) => {
        await type('start', from[0], 0)
        await type('start', from[1], 1)
        await type('end', to[0], 2)
        await type('end', to[1], 3)
      },
      send: () => portal.user.click(form.getByRole('button', { name: 'Send' })),
    }
  }

  test('C437 an integration is required', async () => {
    const { form, send, sent } = await custom({
      integrations: [note, integrationOf('two', { integrationType: 'CareNote' })],
    })
    await send()
    expect(form.getAllByText('Integration is required').length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })

  test('C438 C439 start and end are required', async () => {
    const { form, period, send, sent } = await custom()
    await period(['', ''], ['', ''])
    await send()
    expect(form.getAllByText('Start date is required').length).toBeGreaterThan(0)
    expect(form.getAllByText('End date is required').length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })

  test('C440 the end is after the start', async () => {
    const { form, period, send, sent } = await custom()
    await period(['05/01/2026', '10:00'], ['05/01/2026', '09:00'])
    await send()
    expect(form.getAllByText('End date must be after start date').length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })

  test('C441 the end is not in the future', async () => {
    const { form, period, send, sent } = await custom()
    await period(['05/01/2026', '10:00'], ['05/01/2099', '09:00'])
    await send()
    expect(form.getAllByText('End date cannot be in the future').length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })

  test('C391 C585 C586 once sent it says so, and that the queue has its progress', async () => {
    const { user } = await open(dialogAt)
    await user.click((await dialog()).getByRole('button', { name: 'Send' }))
    expect(
      await screen.findByText(/^Sending data.*progress can be checked in the integration queue/iu),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Integration queue' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('what is skipped is not told as sent', async () => {
    const why = 'There is no check-up in the period'
    const { user } = await open(dialogAt, {
      answer: done(
        eventOf('e1', { status: 'skipped', response: { message: why, innerError: null } }),
      ),
    })
    await user.click((await dialog()).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(`Nothing is sent: ${why}`)).toBeTruthy()
    expect(screen.queryByText(/^Sending data/u)).toBeNull()
  })

  test('C584 a failed push says so and stays open', async () => {
    const { user } = await open(dialogAt, { answer: refused('Down') })
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'Send' }))
    expect(await form.findByText('An error occurred when attempting to send the data')).toBeTruthy()
  })

  test('says beforehand that a message waits for somebody to approve of it', async () => {
    await open(dialogAt, { integrations: [integrationOf('one')] })
    expect((await dialog()).getByText(/This integration has no approver yet/)).toBeTruthy()
  })
})
