// @vitest-environment jsdom
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertSchema } from '../../../src/domain/alerts/alert'
import { answered, cardOf, clinicalRuntime, noon, openClinical, screen } from '../clinical-portal'

// What is fetched when it is opened is fetched before: the machine may be busy.
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/virtual-ward/VirtualWardScreen'),
    import('../../../src/ui/care/ExpectedDischargeDialog'),
    import('../../../src/ui/alerts/AlertsDialog'),
  ])
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const instant = new Date(noon).toISOString()
const alert = alertSchema.parse({
  id: 'a',
  revision: 1,
  type: 'PatientCallbackRequest',
  status: 'open',
  startedAt: instant,
  latestAt: instant,
  severity: 1,
  alertRule: null,
  checkupScheduleEvent: null,
  checkup: null,
  continuousMonitoring: null,
  count: 1,
  triggers: [{ id: 'a-1', startedAt: instant }],
  closedAt: null,
  closedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  snoozedBy: null,
  escalatedAt: null,
})
const rights = {
  permissions: ['view_patients', 'set_alert_status', 'admit_ward_patients'],
  features: ['manualExpectedLengthOfStay'],
} as const
const admitted = {
  ...cardOf('p1').wardAdmission,
  expectedDischargeDate: '2026-02-01',
} as NonNullable<ReturnType<typeof cardOf>['wardAdmission']>

const open = async (identity: 'full' | 'initials' | 'id' | 'hidden') => {
  localStorage.setItem(
    'virtual_ward_display',
    JSON.stringify({ identity, grid: 'list', hidden: [] }),
  )
  const fake = clinicalRuntime()
  fake
    .view('virtualWard')
    .set(answered([cardOf('p1', { alerts: [alert], wardAdmission: admitted })]))
  fake.ask.mockImplementation(async () => ({
    kind: 'done',
    value: { alerts: [alert], callings: [], asOf: noon },
  }))
  fake.run.mockResolvedValue({ kind: 'done', value: null })
  const opened = openClinical('/virtual-ward', { fake, permissions: rights })
  await screen.findByRole('article')
  return opened
}
/** Everything that is on the page or told of it to who does not see it. */
const all = (): string =>
  document.body.textContent +
  [...document.querySelectorAll('[aria-label], [title]')]
    .map((one) => `${one.getAttribute('aria-label') ?? ''} ${one.getAttribute('title') ?? ''}`)
    .join(' ')
const named = /smith|john|02-Mar-1944/i
const press = async (name: RegExp): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }))
}

for (const [identity, called] of [
  ['initials', 'JS'],
  ['id', '943 476 5919'],
  ['hidden', 'this patient'],
] as const) {
  test(`with ${identity} neither the message nor any dialog of the card names the patient`, async () => {
    await open(identity)
    expect(all()).not.toMatch(named)
    await press(/^Watch /)
    expect(await screen.findByText(new RegExp(`^${called} added to watch list`, 'i'))).toBeTruthy()
    await press(/^Undo$/)
    expect(
      await screen.findByText(new RegExp(`^${called} removed from watch list`, 'i')),
    ).toBeTruthy()
    await press(/^Alert: Call-back/)
    const alerts = await screen.findByRole('dialog', { name: 'Alerts' })
    expect(await within(alerts).findByText(`About ${called}`)).toBeTruthy()
    expect(all()).not.toMatch(named)
    await press(/^Resolve: /)
    expect(within(await screen.findByRole('alertdialog')).getByText(`About ${called}`)).toBeTruthy()
    expect(all()).not.toMatch(named)
    await press(/^Keep it open$/)
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Alerts' })).getByRole('button', {
        name: 'Close',
      }),
    )
    await press(/Change it$/)
    expect(
      within(await screen.findByRole('dialog', { name: 'Expected Discharge Date' })).getByText(
        `About ${called}`,
      ),
    ).toBeTruthy()
    await press(/^Clear the date$/)
    expect(within(await screen.findByRole('alertdialog')).getByText(`About ${called}`)).toBeTruthy()
    expect(all()).not.toMatch(named)
  }, 120_000)
}

test('with the full identity they name the patient', async () => {
  await open('full')
  await press(/^Watch /)
  expect(await screen.findByText('John added to watch list')).toBeTruthy()
  await press(/^Alert: Call-back/)
  expect(
    await within(await screen.findByRole('dialog', { name: 'Alerts' })).findByText(
      'SMITH-P1, John, born 02-Mar-1944',
    ),
  ).toBeTruthy()
})
