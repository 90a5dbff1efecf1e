import { expect, test } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../reliability/browser-process'
import { openNotes } from '../reliability/note-writer'
import { graphql, password, tokenOf } from './portal'

const nurse = { email: 'nurse@riverside.example', password }

test('the browser is killed in the middle of a sentence: opened again on the same profile and signed in, the words are in their field', async ({ request, baseURL }) => {
  test.setTimeout(240_000)
  const url = baseURL ?? ''
  const profile = mkdtempSync(join(tmpdir(), 'lamplight-killed-'))
  const token = await tokenOf(request, nurse.email)
  const { virtualWardPatients } = await graphql<{ virtualWardPatients: { patients: { id: string }[] } }>(
    request, token, 'query { virtualWardPatients(take: 1, skip: 0) { patients { id } } }')
  const patientId = virtualWardPatients.patients[0]?.id ?? ''
  try {
    const first = await startBrowser(profile)
    await openNotes(first.page, url, patientId, nurse)
    await first.page.getByRole('textbox', { name: /^Note/ }).pressSequentially('Half a sentence that nobody', { delay: 20 })
    await first.page.getByText(/Draft kept on this device/).waitFor()
    await first.page.getByRole('textbox', { name: /^Note/ }).pressSequentially(' sent', { delay: 20 })
    await new Promise((resolve) => { setTimeout(resolve, 1_000) })
    await first.kill()

    const second = await startBrowser(profile)
    try {
      await openNotes(second.page, url, patientId, nurse)
      await expect(second.page.getByRole('textbox', { name: /^Note/ })).toHaveValue('Half a sentence that nobody sent')
    } finally { await second.kill() }
  } finally { rmSync(profile, { recursive: true, force: true }) }
})
