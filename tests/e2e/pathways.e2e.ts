import { expect, test } from '@playwright/test'
import { signIn } from './portal'

test('K12 an administrator adds a pathway, changes its schedule, rehearses the rules and saves; who may not edit sees no edit', async ({
  browser,
  page,
}) => {
  await signIn(page, 'admin@riverside.example')
  await expect(page).toHaveURL(/\/virtual-ward/, { timeout: 45_000 })
  await page.getByRole('link', { name: 'Care Pathways' }).click()
  // A pathway of its own: the patients of the others are those of other files.
  await page.getByRole('button', { name: 'Add pathway' }).click()
  const add = page.getByRole('dialog')
  await add.getByLabel('Begin with').selectOption('COPD exacerbation')
  await add.getByLabel('Pathway name').fill('COPD at home')
  await add.getByRole('button', { name: 'Add' }).click()
  const type = page.getByRole('region', { name: 'COPD check-up' })
  await expect(type).toContainText('Every day at 08:00, 14:00 and 20:00')
  await page.getByRole('link', { name: 'Edit pathway' }).click()

  const form = page.getByRole('group', { name: 'Check-up type: COPD check-up' })
  await form.getByRole('textbox', { name: /^Times/ }).fill('07:30, 19:30')
  const times = form.getByRole('list', { name: 'Next due times' }).getByRole('listitem')
  await expect(times).toHaveCount(5)
  await expect(times.first()).toContainText(/(07|19):30/)
  await page.getByRole('button', { name: 'Rehearse' }).click()
  await expect(
    page.getByText(/^These rules would have raised \d+ alerts? on \d+ patients? of this pathway/),
  ).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  await expect(type).toContainText('Every day at 07:30 and 19:30')

  const context = await browser.newContext()
  const reader = await context.newPage()
  await signIn(reader, 'nurse@riverside.example')
  await expect(reader).toHaveURL(/\/virtual-ward/, { timeout: 45_000 })
  const { pathname } = new URL(page.url())
  await reader.goto(pathname)
  await expect(reader.getByRole('region', { name: 'COPD check-up' })).toContainText(
    'Every day at 07:30 and 19:30',
  )
  await expect(reader.getByRole('link', { name: 'Edit pathway' })).toHaveCount(0)
  await reader.goto(pathname.replace('checkuptypes', 'edit'))
  await expect(reader).not.toHaveURL(/\/edit$/)
  await context.close()
})
