import { expect, test } from '@playwright/test'
import { cards, openWard, waitForShell } from './portal'

const year = 365 * 86_400_000

for (const [name, wrong, words] of [
  ['ahead', year, /It is 36[45] d.* ahead\./],
  ['behind', -year, /It is 36[45] d.* behind\./],
] as const) {
  test(`on a device whose clock is a year ${name} the ages are the server's, and the device is told that its clock is wrong`, async ({
    page,
    context,
  }) => {
    await context.clock.install({ time: Date.now() + wrong })
    await openWard(page, 'nurse@riverside.example')
    await expect(page.getByText('The clock of this device is wrong.')).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    const ages = await cards(page)
      .getByText(/^Check-up /)
      .allTextContents()
    expect(ages.length).toBeGreaterThan(0)
    for (const age of ages)
      expect(age).toMatch(
        /^Check-up (just now|\d+ min ago|\d+ h( \d+ min)? ago|\d d( \d+ h)? ago)$/,
      )
  })
}

test('a clock that is set back by an hour makes no age younger, online and offline; a reload without a line shows nothing', async ({
  page,
  context,
}) => {
  await context.clock.install({ time: Date.now() })
  await openWard(page, 'nurse@riverside.example')
  await waitForShell(page)
  const minutes = async (): Promise<readonly number[]> => {
    const told = await cards(page)
      .getByText(/^Check-up /)
      .allTextContents()
    return told.map((age) => {
      const [, days, hours, some] = /(?:(\d+) d )?(?:(\d+) h )?(?:(\d+) min )?ago/.exec(age) ?? []
      return (Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(some ?? 0)
    })
  }
  const before = await minutes()
  expect(before.length).toBeGreaterThan(0)
  const noYounger = async (): Promise<void> => {
    const ages = await minutes()
    expect(ages).toHaveLength(before.length)
    for (const [nth, age] of ages.entries())
      expect(age).toBeGreaterThanOrEqual(before[nth] ?? Infinity)
  }
  await context.clock.setSystemTime(Date.now() - 3_600_000)
  await context.clock.runFor(60_000)
  await expect(page.getByText('The clock of this device is wrong.')).toBeVisible()
  await noYounger()
  await context.setOffline(true)
  await context.clock.runFor(60_000)
  await noYounger()
  await page.reload()
  // Before a time that was seen only the server opens what is kept (decision 0011).
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await expect(page.getByText(/or its clock was set back/)).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
})
