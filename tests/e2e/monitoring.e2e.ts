import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { patients } from './patients'
import { postReading, riverside } from './portal'
import { test } from './signed-in'

const quarter = 15 * 60_000
const figures = (value: number) => ({ value, median: value - 1, min: value - 3, max: value + 4 })
const bucket = (patientId: string, start: number, breathing: number) => ({
  id: randomUUID(),
  patientId,
  bucketStartAt: new Date(start).toISOString(),
  bucketEndAt: new Date(start + quarter).toISOString(),
  respiratoryRate: figures(breathing),
  spo2: { value: 97, median: 97, min: 95, max: 99 },
  heartRate: figures(80),
  pulseRate: figures(79),
  temperature: { value: 37, median: 36.9, min: 36.7, max: 37.2 },
  battery: { ecg: 80, spo2: 64, temperature: 71 },
  heartRhythm: {
    mostSevere: 1,
    irregular: 120,
    regular: 600,
    abstain: 60,
    lowQuality: 0,
    signalTooShort: 0,
  },
  activityLevel: {
    signalTooShort: 0,
    abstain: 60,
    sedentary: 600,
    notSedentary: 240,
    dominantPrediction: 'SEDENTARY',
  },
})

test('C040 C097 C098 C100 C101 monitoring is started, its buckets arrive in the table by themselves, are shown in detail and paged', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const patient = patients.monitoring
  await page.goto(`/patient/${patient.id}`)
  await page.getByRole('button', { name: 'Start monitoring' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Start continuous monitoring?' })
  await expect(asked).toContainText(new RegExp(patient.lastName, 'i'))
  await asked.getByRole('button', { name: 'Start monitoring' }).click()
  await expect(page.getByRole('button', { name: 'End monitoring' })).toBeVisible()
  await expect(page.getByText('Waiting for the first data')).toBeVisible()

  // Breathing counts the quarters: 10 the oldest, 34 the newest.
  const last = Math.floor(Date.now() / quarter) * quarter - quarter
  for (let back = 24; back >= 0; back -= 1)
    expect(
      (
        await postReading(
          request,
          riverside,
          'monitoring-buckets',
          bucket(patient.id, last - back * quarter, 34 - back),
        )
      ).status,
    ).toBe(201)
  const table = page.getByRole('table', { name: 'Continuous Monitoring' })
  const breathing = table.getByRole('row', { name: /^Breathing Rate/ })
  await expect(breathing.getByRole('button').last()).toContainText('34', { timeout: 60_000 })
  await expect(table.getByRole('rowheader')).toHaveText([
    /^Date/,
    /^Breathing Rate/,
    /^Heart Rate/,
    /^Pulse Rate/,
    /^SpO2/,
    /^Temperature/,
    /^Heart Rhythm/,
    /^Activity Level/,
  ])
  await expect(breathing.getByRole('button')).toHaveCount(10)
  await expect(breathing.getByRole('button').first()).toContainText('25')
  await breathing.getByRole('button').last().hover()
  await expect(page.getByRole('tooltip')).toContainText(/Score 3.*Min 31.*Max 38.*Median 33/)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await table
    .getByRole('row', { name: /^Heart Rhythm/ })
    .getByRole('button')
    .nth(8)
    .press('ArrowRight')
  await expect(page.getByRole('tooltip')).toContainText(/Irregular 2 min.*Regular 10 min/)
  await page.keyboard.press('Escape')

  const pager = page.getByRole('navigation', { name: '15-minute periods' })
  await expect(pager.getByRole('button', { name: /^Next/ })).toBeDisabled()
  await pager.getByRole('button', { name: /^Previous/ }).click()
  await expect(breathing.getByRole('button').last()).toContainText('33')
  for (let n = 0; n < 9; n += 1) await pager.getByRole('button', { name: /^Previous/ }).click()
  await expect(breathing.getByRole('button').last()).toContainText('24')
  await pager.getByRole('button', { name: 'Next: 150 minutes on' }).click()
  await expect(breathing.getByRole('button').last()).toContainText('34')
})
