import type { Page } from '@playwright/test'

/** A person who signs in and writes notes through the screen. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** What the screen said of one note; `ms`: from the press to the words on the screen. */
export type Said =
  | { readonly kind: 'confirmed'; readonly ms: number; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string }
  /**
   * The form went away before it said anything: somebody was signed out, or it took half a minute.
   */
  | { readonly kind: 'gone'; readonly words: string }

const field = (page: Page) => page.getByRole('textbox', { name: /^Note/ })

/**
 * Opens the notes of a patient, past whatever the portal asks of who comes back after a crash: a
 * password, or e-mail and password.
 */
export const openNotes = async (
  page: Page,
  url: string,
  patientId: string,
  { email, password }: Credentials,
): Promise<void> => {
  await page.goto(`${url}/patient/${patientId}/notes`)
  const secret = page.getByLabel('Password', { exact: true })
  await secret.or(field(page)).first().waitFor()
  if (await secret.isVisible()) {
    const address = page.getByLabel('Email')
    if (await address.isVisible()) await address.fill(email)
    await secret.fill(password)
    await page.getByRole('main').locator('button[type="submit"]').click()
    await field(page)
      .or(page.getByRole('heading', { level: 1, name: 'Virtual ward' }))
      .first()
      .waitFor()
    if (!(await field(page).isVisible())) await page.goto(`${url}/patient/${patientId}/notes`)
  }
  await field(page).waitFor()
}

/**
 * Types a note and presses the button. Resolves with what the screen said; rejects when the browser
 * dies first.
 */
export const writeNote = async (page: Page, text: string): Promise<Said> => {
  await field(page).fill(text)
  return await page.evaluate(async () => {
    const form = [...document.querySelectorAll('form')].find(
      (one) => one.querySelector('textarea') !== null,
    )
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
    if (form === undefined || button == null) throw new Error('There is no form for notes')
    const said = (): Said | null => {
      if (!form.isConnected || performance.now() - pressed > 30_000)
        return { kind: 'gone', words: document.body.innerText.slice(0, 200) }
      const refused = form.querySelector('[role="alert"]')?.textContent ?? ''
      if (refused !== '') return { kind: 'refused', words: refused }
      const words = form.querySelector('output')?.textContent ?? ''
      // The field is empty again: these words are about this note, not about the one before.
      return words !== '' && form.querySelector('textarea')?.value === ''
        ? { kind: 'confirmed', ms: performance.now() - pressed, words }
        : null
    }
    const pressed = performance.now()
    return await new Promise<Said>((resolve) => {
      const look = (): void => {
        const found = said()
        if (found === null) return
        watcher.disconnect()
        clearInterval(every)
        resolve(found)
      }
      const watcher = new MutationObserver(look)
      watcher.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
      const every = setInterval(() => {
        look()
      }, 250)
      button.click()
    })
  })
}

/**
 * How long this device's disk takes for one small strict write in the page's own thread,
 * milliseconds: what a save is to be held against, at the same moment.
 */
export const bareWrite = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const kept = window as { bareWrites?: Promise<IDBDatabase> }
    kept.bareWrites ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('bare-writes')
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore('row', { autoIncrement: true }),
      )
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('bare-writes')))
    })
    const database = await kept.bareWrites
    const began = performance.now()
    await new Promise<void>((resolve) => {
      const transaction = database.transaction('row', 'readwrite', { durability: 'strict' })
      transaction.objectStore('row').add('x'.repeat(1_000))
      transaction.addEventListener('complete', () => resolve())
    })
    return performance.now() - began
  })
