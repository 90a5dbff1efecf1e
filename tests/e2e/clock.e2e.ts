import { expect, test } from '@playwright/test'
import { cards, openWard } from './portal'

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
