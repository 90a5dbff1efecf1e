import { expect, test } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../reliability/browser-process'
import { openNotes } from '../reliability/note-writer'
import { patients } from './patients'
import { password } from './portal'

const nurse = { email: 'nurse2@riverside.example', password }

test('the browser is killed in the middle of a sentence: opened again on the same profile and signed in, the text is in its field', async ({
  baseURL,
}) => {
  test.setTimeout(240_000)
  const url = baseURL ?? ''
  const profile = mkdtempSync(join(tmpdir(), 'lamplight-killed-'))
  const patientId = patients.drafts.id
  try {
    const first = await startBrowser(profile)
    await openNotes(first.page, url, patientId, nurse)
    await first.page
      .getByRole('textbox', { name: /^Note/ })
      .pressSequentially('Half a sentence that nobody', { delay: 20 })
    const kept = first.page.getByText(/Draft saved on this device/)
    await kept.waitFor()
    // Gone with the first letter more, and back with the last one written.
    await first.page
      .getByRole('textbox', { name: /^Note/ })
      .pressSequentially(' sent', { delay: 20 })
    await kept.waitFor()
    await first.kill()

    const second = await startBrowser(profile)
    try {
      await openNotes(second.page, url, patientId, nurse)
      await expect(second.page.getByRole('textbox', { name: /^Note/ })).toHaveValue(
        'Half a sentence that nobody sent',
      )
    } finally {
      await second.kill()
    }
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
})
