import { expect } from '@playwright/test'
import { test } from './signed-in'

const account = 'admin@riverside.example'
const shots = process.env['SHOTS']

test.describe('with an administrator', () => {
  test.use({ account })

  test('C005 C253 C254 C302 a token is generated, is shown once, reads patients who are admitted, and once it was removed it reads none', async ({
    page,
    request,
  }) => {
    const look = async (name: string): Promise<void> => {
      if (shots === undefined) return
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await page.screenshot({ path: `${shots}/${name}-${width}.png` })
      }
    }
    await page.goto('/settings/integration-tokens')
    const card = page.getByRole('region', { name: 'Care record integration' })
    await expect(card).toContainText('There is no active token.')
    await look('none')
    await card.getByRole('button', { name: 'Generate' }).click()
    await page
      .getByRole('alertdialog', { name: 'Generate a token' })
      .getByRole('button', { name: 'Generate' })
      .click()
    const shown = page.getByRole('alertdialog', { name: 'The token was generated' })
    const token = await shown.locator('code').innerText()
    expect(token).toMatch(/^lit_[\w-]{43}$/)
    await look('shown')
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    await expect(card).toContainText('A token is active.')
    await expect(page.locator('body')).not.toContainText(token)

    const read = () =>
      request.get('/Prod/integration/v1/patients', {
        headers: { authorization: `Bearer ${token}` },
      })
    const answer = await read()
    expect(answer.status()).toBe(200)
    const { patients } = (await answer.json()) as { patients: readonly object[] }
    expect(patients.length).toBeGreaterThan(10)
    await page.reload()
    await expect(card).toContainText('Last used on')
    await look('active')

    await card.getByRole('button', { name: 'Remove' }).click()
    await look('remove')
    await page
      .getByRole('alertdialog', { name: 'Remove the token' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(card).toContainText('There is no active token.')
    expect((await read()).status()).toBe(401)
  })
})
