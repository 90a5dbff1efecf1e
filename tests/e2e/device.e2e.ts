import { chromium, expect, request, test, type BrowserContext, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeChromium } from './chromium'
import { startGoverned, type GovernedServer } from './governed'
import {
  cards,
  connection,
  deteriorating,
  nameOf,
  openWard,
  password,
  postCheckup,
  riverside,
  waitForShell,
} from './portal'
import { admitFifty, wordsOf, type KnownPatient } from './profile/fifty'
import { everythingKept } from './profile/kept'
import { keysOf, rememberKeys } from './profile/keys'
import { keyNeedle, searchProfile, wordsNeedle, type Needle } from './profile/search'

/*
 * What a shared device holds: every file of a Chromium profile is searched after a nurse worked
 * with the portal, and after she signed out; the next person finds nothing of hers; and how a
 * locked device opens without a line.
 */
const nurse = 'nurse@riverside.example'
const colleague = 'nurse2@riverside.example'
const colleagueName = 'Zieliński'
let server: GovernedServer
let patients: readonly KnownPatient[]
let profile: string
let context: BrowserContext | null = null
test.beforeAll(async () => {
  server = await startGoverned()
  patients = await admitFifty(server)
})
test.afterAll(() => server.close())
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lamplight-device-'))
})
test.afterEach(async () => {
  await stop()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** @param executablePath the browser; the project's own unless told otherwise. */
const start = async (executablePath?: string): Promise<Page> => {
  const { launchOptions, locale, timezoneId, viewport } = test.info().project.use
  context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(executablePath === undefined ? {} : { executablePath }),
    baseURL: server.url,
    locale,
    timezoneId,
    viewport,
  } as Parameters<typeof chromium.launchPersistentContext>[1])
  await rememberKeys(context)
  return context.pages()[0] ?? (await context.newPage())
}
const stop = async (): Promise<void> => {
  await context?.close()
  context = null
}
/** Of who has work here that is not on the record: she is asked. */
const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
}
const unlock = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Unlock' }).click()
}
/** Waits until the device opens with the password alone, which is worked on beside the page. */
const waitForPassword = async (page: Page): Promise<void> => {
  const isKept = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const asked = indexedDB.open('lamplight-vault')
          asked.addEventListener('success', () => {
            const database = asked.result
            const [store] = database.objectStoreNames
            if (store === undefined) {
              database.close()
              resolve(false)
              return
            }
            const all = database.transaction(store).objectStore(store).getAll()
            all.addEventListener('success', () => {
              database.close()
              resolve(
                (all.result as { wrappedByPassword: unknown }[]).some(
                  ({ wrappedByPassword }) => wrappedByPassword !== null,
                ),
              )
            })
          })
        }),
    )
  // Not waitForFunction: that takes any promise for a yes.
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
}
const written = ['Herrefusednoteq', 'Herconflictingnoteq', 'Herwaitingnoteq']
/**
 * Leaves three commands on the device: one that was refused, one in conflict, whose answer names
 * the patient, and one that waits.
 */
const leaveWork = async (page: Page, { id, firstName, lastName }: KnownPatient): Promise<void> => {
  const said = [
    { class: 'REJECTED', code: 'UNPROCESSABLE' },
    {
      class: 'CONFLICT',
      code: 'CHANGED',
      server: { __typename: 'Patient', id, firstName, lastName },
      conflict: {
        fields: [
          { name: 'text', before: null, yours: written[1], theirs: `${firstName} ${lastName}` },
        ],
        changedBy: null,
        changedAt: null,
      },
    },
    { class: 'RETRY', code: 'BUSY', retryAfterMs: 60_000 },
  ]
  await page.route('**/Prod/graphql', (route) => {
    const asked = [route.request().postDataJSON() as unknown].flat() as {
      readonly query: string
      readonly variables: {
        readonly in: {
          readonly epoch: string
          readonly mutations: readonly { readonly id: string; readonly n: number }[]
        }
      }
    }[]
    const [push] = asked
    if (push === undefined || !push.query.includes('syncPush')) return route.continue()
    const { epoch, mutations } = push.variables.in
    const data = {
      syncPush: {
        epoch,
        results: mutations.map(({ id: command }, at) => ({
          id: command,
          replay: false,
          receivedAt: null,
          retryAfterMs: null,
          argErrors: null,
          server: null,
          also: null,
          conflict: null,
          ...said[at + said.length - mutations.length],
        })),
      },
    }
    return route.fulfill({
      json:
        asked.length === 1 && !Array.isArray(route.request().postDataJSON())
          ? { data }
          : [{ data }],
    })
  })
  await page.goto(`/patient/${id}/notes`)
  await expect(page.getByRole('textbox', { name: /^Note/ })).toBeVisible()
  await context?.setOffline(true)
  for (const words of written) {
    await page.getByRole('textbox', { name: /^Note/ }).fill(words)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible()
  }
  await context?.setOffline(false)
  await page.goto('/sync')
  const attention = page.getByRole('region', { name: 'Needs your attention' })
  await expect(attention.getByText(written[0] ?? '')).toBeVisible({ timeout: 30_000 })
  await expect(attention.getByRole('table')).toContainText(lastName)
  await expect(page.getByText(written[2] ?? '')).toBeVisible()
}
/** What nobody after her may see of hers. */
const hers = (): readonly string[] => [
  ...patients.flatMap(wordsOf),
  'Hernotewaitsq',
  'Herdraftq',
  nurse,
  'Whitfield',
]
const seen = (text: string): readonly string[] =>
  hers().filter((one) => text.toLowerCase().includes(one.toLowerCase()))
/**
 * Which of these words stand in a page of this browser from now on, at any time and however
 * briefly: of documents that are loaded after this.
 */
const watchFor = async (words: readonly string[]): Promise<ReadonlySet<string>> => {
  const stood = new Set<string>()
  await context?.exposeBinding('stands', (_source, word: string) => {
    stood.add(word)
  })
  await context?.addInitScript(
    (source) => {
      const known = new Set<string>()
      const look = (): void => {
        for (const [found] of document.documentElement.outerHTML.matchAll(
          new RegExp(source, 'gi'),
        )) {
          if (known.has(found)) continue
          known.add(found)
          ;(window as unknown as { stands(word: string): void }).stands(found)
        }
      }
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    },
    words.map((word) => word.replaceAll(/[.+*?]/g, String.raw`\$&`)).join('|'),
  )
  return stood
}
/** The ward is whole on this device. */
const waitForWard = (page: Page) =>
  expect(page.getByText('Saving for offline use')).toHaveCount(0, { timeout: 60_000 })

/** Every token that the browser was given: in answers, and in cookies. */
const tokensGiven = (page: Page): (() => Promise<readonly string[]>) => {
  const answers: Promise<readonly string[]>[] = []
  page.on('response', (response) => {
    if (!/:signInWithPassword|\/v1\/token/.test(response.url())) return
    answers.push(
      response.json().then(
        ({ idToken, id_token: renewed }: { idToken?: string; id_token?: string }) =>
          [idToken, renewed].filter((one) => one !== undefined),
        () => [],
      ),
    )
  })
  return async () => [
    ...(await Promise.all(answers)).flat(),
    ...((await context?.cookies()) ?? [])
      .filter(({ name }) => name.startsWith('lamplight-session-'))
      .map(({ value }) => value),
  ]
}

test('no name, no number of 50 patients, no typed text, no key and no token is in any file of the profile, while a user works and after sign-out', async () => {
  let page = await start(wholeChromium)
  const tokens = tokensGiven(page)
  const api = await request.newContext({ baseURL: server.url })
  const [first] = patients
  if (first === undefined) throw new Error('Nobody was admitted')
  expect((await postCheckup(api, riverside, deteriorating(first.id))).status).toBeLessThan(300)
  await api.dispose()
  await openWard(page, nurse)
  // What a careless page would do, in each place where a browser keeps things; the words are
  // nobody's.
  const planted = [
    'Plantedinstoragex',
    'Plantedinadatabasex',
    'Plantedinacachex',
    'Plantedinanaddressx',
  ]
  await page.evaluate(async ([inStorage, inDatabase, inCache, inAddress]) => {
    localStorage.setItem('planted', inStorage ?? '')
    await (await caches.open('planted')).put('/planted', new Response(inCache))
    const database = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('planted')
      asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore('rows'))
      asked.addEventListener('success', () => resolve(asked.result))
    })
    await new Promise((resolve) => {
      const change = database.transaction('rows', 'readwrite')
      for (let row = 0; row < 200; row += 1)
        change
          .objectStore('rows')
          .put(`${JSON.stringify({ lastName: inDatabase, row }).repeat(20)}`, row)
      change.addEventListener('complete', resolve)
    })
    database.close()
    history.replaceState(history.state, '', `?${inAddress}`)
  }, planted)
  await waitForWard(page)
  await page.getByRole('searchbox').fill(first.lastName)
  await expect(cards(page)).toHaveCount(1)
  await nameOf(cards(page).first()).click()
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText(
    first.firstName,
  )
  await page.getByRole('table', { name: 'Patient Check-ups' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Print' }).click()
  await page.goBack()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: /^Note/ }).fill('Wordsofanotexq that are being typed')
  await expect(page.getByText(/Draft saved on this device/)).toBeVisible()
  await waitForPassword(page)
  const keys = await keysOf(page)
  // The server's, the data key, the password's, the session's signing key.
  expect(keys.length).toBeGreaterThanOrEqual(4)
  // After a reload it has another one, by the cookie.
  await page.reload()
  await expect.poll(async () => new Set(await tokens()).size).toBeGreaterThanOrEqual(3)
  const given = await tokens()
  await stop()

  const needles: readonly Needle[] = [
    ...patients.flatMap(wordsOf).map(wordsNeedle),
    ...['Wordsofanotexq', ...written].map(wordsNeedle),
    wordsNeedle(password),
    ...given.map(wordsNeedle),
    ...keys.map((key, at) => keyNeedle(`key ${at}`, key)),
  ]
  const hits = () => [...searchProfile(profile, needles)]
  // The search sees what is there, packed or not.
  expect([...searchProfile(profile, planted.map(wordsNeedle)).keys()].toSorted()).toEqual(
    planted.toSorted(),
  )
  expect(hits()).toEqual([])

  page = await start(wholeChromium)
  await openWard(page, nurse)
  await waitForPassword(page)
  const again = await keysOf(page)
  await leaveWork(page, first)
  await signOut(page)
  expect(
    (
      await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
    ).filter((name) => name.startsWith('lamplight-cache-')),
  ).toEqual([])
  await stop()
  expect([...searchProfile(profile, planted.map(wordsNeedle)).keys()].toSorted()).toEqual(
    planted.toSorted(),
  )
  expect([
    ...searchProfile(profile, [
      ...needles,
      ...again.map((key, at) => keyNeedle(`later key ${at}`, key)),
    ]),
  ]).toEqual([])
})

test('the next user of the same device finds nothing of the one before: not in the page, the stores, the caches, the worker or the notifications', async () => {
  const page = await start()
  await openWard(page, nurse)
  await waitForShell(page)
  await waitForWard(page)
  const [first] = patients
  if (first === undefined) throw new Error('Nobody was admitted')
  const record = `/patient/${first.id}/notes`
  await page.goto(record)
  await expect(page.getByRole('textbox', { name: /^Note/ })).toBeVisible()
  await context?.setOffline(true)
  // What is sent at the very moment may have arrived, and says so instead.
  await expect(connection(page)).toContainText('Offline')
  await page.getByRole('textbox', { name: /^Note/ }).fill('Hernotewaitsq')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Hernotewaitsq' })).toContainText(
    'Not sent yet',
  )
  await page.getByRole('textbox', { name: /^Note/ }).fill('Herdraftq')
  await expect(page.getByText(/Draft saved on this device/)).toBeVisible()
  const mine = await everythingKept(page)
  expect(mine.rows.some((id) => id === first.id)).toBe(true)
  expect(mine.text).toContain(nurse)
  await signOut(page)
  // The line stays away from what she wrote until the end, so that it waits beside the next
  // person's work.
  await page.route('**/Prod/graphql', (route) =>
    (route.request().postData() ?? '').includes('syncPush') ? undefined : route.continue(),
  )
  await page.route('**/Prod/sync/deliver', (route) => route.abort())
  await context?.setOffline(false)
  // The colleague's own name shows that it is looked for.
  const stood = await watchFor([...hers(), colleagueName])
  await openWard(page, colleague)
  await waitForShell(page)
  await waitForWard(page)

  expect(seen(await page.content())).toEqual([])
  const theirs = await everythingKept(page)
  expect(seen(theirs.text)).toEqual([])
  expect(theirs.rows.filter((id) => patients.some((patient) => patient.id === id))).toEqual([])
  expect(theirs.rows.length).toBeGreaterThan(5)
  expect(theirs.owners).toEqual([
    (
      (await server.govern(`select id from user_account where email = '${colleague}'`)) as {
        id: string
      }[]
    )[0]?.id,
  ])
  expect(theirs.cached.filter((url) => url.includes('/Prod/'))).toEqual([])
  expect(theirs.notifications).toEqual([])
  const [owner] = (await server.govern(
    `select id as "userId", acting_organization_id as "organizationId" from user_account where email = '${nurse}'`,
  )) as { userId: string; organizationId: string }[]
  const askWorker = (asked: object | undefined) =>
    page.evaluate(
      (of) =>
        new Promise<boolean>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', ({ data }) => resolve(data !== null))
          port1.start()
          navigator.serviceWorker.controller?.postMessage({ type: 'KEYS_ASK', owner: of }, [port2])
        }),
      asked,
    )
  expect(await askWorker({ userId: theirs.owners[0], organizationId: owner?.organizationId })).toBe(
    true,
  )
  expect(await askWorker(owner)).toBe(false)

  // Her address, the way back through the history, and what waits: none of it tells who it is
  // about.
  await page.goto(record)
  await expect(page.getByRole('heading', { name: 'Patient not found' })).toBeVisible()
  expect(seen(await page.content())).toEqual([])
  await page.goto('/sync')
  await expect(page.getByRole('heading', { level: 1, name: 'Sync centre' })).toBeVisible()
  expect(seen(await page.content())).toEqual([])
  const visited: string[] = []
  for (;;) {
    await page.goBack({ waitUntil: 'commit' })
    // The empty page that the browser began with.
    if (page.url() === 'about:blank') break
    visited.push(page.url())
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    expect(seen(await page.content())).toEqual([])
  }
  expect(visited).toContain(`${server.url}${record}`)
  expect([...stood]).toEqual([colleagueName])
  await context?.setOffline(true)
  await page.goto(record)
  await expect(page.getByRole('main')).toBeVisible()
  expect(seen(await page.content())).toEqual([])
})

test('after a user who only closed the browser the device opens offline for the next one alone', async () => {
  const [first] = patients
  if (first === undefined) throw new Error('Nobody was admitted')
  const record = `/patient/${first.id}/notes`
  let page = await start()
  await openWard(page, nurse)
  await waitForShell(page)
  await waitForPassword(page)
  await stop()
  page = await start()
  await openWard(page, colleague)
  await waitForPassword(page)
  await stop()
  page = await start()
  await context?.setOffline(true)
  await page.goto(record)
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await expect(page.getByText(colleague)).toBeVisible()
  await expect(page.getByText(nurse)).toHaveCount(0)
  await unlock(page, password)
  await expect(page).toHaveURL(new RegExp(record))
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline')
  expect(seen(await page.content())).toEqual([])
  expect(
    (await everythingKept(page)).rows.filter((id) => patients.some((patient) => patient.id === id)),
  ).toEqual([])
})

test('a tablet switched on offline opens with the password alone, locks when nobody uses it, and stays locked once the lease is over', async () => {
  await server.govern(`update organization set offline_lease_hours = 1`)
  let page = await start()
  await openWard(page, nurse)
  await waitForShell(page)
  await waitForWard(page)
  await waitForPassword(page)
  const [name = ''] = await Promise.all([nameOf(cards(page).first()).innerText()])
  await stop()

  page = await start()
  await context?.setOffline(true)
  await context?.clock.install()
  await page.goto('/virtual-ward')
  await expect(page).toHaveURL(/\/login\?next=%2Fvirtual-ward/)
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await expect(page.getByText(nurse)).toBeVisible()
  expect(await page.content()).not.toContain(name)
  await unlock(page, 'not-the-password')
  await expect(page.getByText('The password is incorrect')).toBeVisible()
  // Nobody else can come in without a line, and trying takes nothing away.
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.getByLabel('Email').fill(colleague)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('You are offline. Signing in needs a connection')).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: `Unlock as ${nurse}` }).click()
  await unlock(page, password)
  await expect(page).toHaveURL(/\/virtual-ward/)
  await expect(cards(page).first()).toBeVisible()
  await expect(nameOf(cards(page).first())).toHaveText(name)
  await expect(connection(page)).toContainText(/Offline/)
  // A reload finds the key in the service worker.
  await page.reload()
  await expect(cards(page).first()).toBeVisible()

  // Nobody there for 15 minutes: a question; for 5 more: locked, and the same password opens it
  // where it was.
  await page.mouse.move(200, 200)
  await context?.clock.fastForward('15:01')
  await expect(
    page.getByRole('alertdialog', { name: 'Your session is about to end' }),
  ).toBeVisible()
  await context?.clock.fastForward('05:01')
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  expect(await page.content()).not.toContain(name)
  await unlock(page, password)
  await expect(cards(page).first()).toBeVisible()

  // Somebody there all the time, and no server for an hour: locked for good, until it is connected.
  for (let minutes = 20; minutes < 65; minutes += 5) {
    await page.mouse.move(200, minutes * 5)
    await context?.clock.fastForward('05:00')
  }
  await expect(page.getByText('This device was too long without a connection')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(0)
  expect(await page.content()).not.toContain(name)
})

test('a ward taken from a user: its patients leave the screens and the store of the device by themselves, and what was not sent is still decided', async () => {
  const page = await start()
  await openWard(page, nurse)
  await waitForShell(page)
  await waitForWard(page)
  const [ward] = (await server.govern(`select id from ward where name = 'Respiratory Ward'`)) as {
    id: string
  }[]
  const taken = (await server.govern(
    `select patient_id as id from ward_admission where ward_id = '${ward?.id}' and discharged_at is null`,
  )) as { id: string }[]
  const theirs = new Set(taken.map(({ id }) => id))
  const one = patients.find(({ id }) => theirs.has(id))
  const other = patients.find(({ id }) => !theirs.has(id))
  if (one === undefined || other === undefined) throw new Error('Nobody is on a ward')
  const second = (await context?.newPage()) ?? page
  await second.goto(`/patient/${one.id}/notes`)
  // Her note is on its way, and held up.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await context?.route('**/Prod/graphql', async (route) => {
    if ((route.request().postData() ?? '').includes('syncPush')) await held
    await route.continue()
  })
  await second.getByRole('textbox', { name: /^Note/ }).fill('Written before the ward was taken')
  await second.getByRole('button', { name: 'Add note' }).click()
  await expect(
    second.getByRole('listitem').filter({ hasText: 'Written before the ward was taken' }),
  ).toBeVisible()
  await page.getByRole('searchbox').fill('Zqvarden')
  await expect(page.getByRole('main')).toContainText(new RegExp(one.lastName, 'i'))
  await expect
    .poll(async () => (await everythingKept(page)).rows.filter((id) => theirs.has(id)).length)
    .toBeGreaterThan(20)

  await server.govern(
    `delete from ward_staff where ward_id = '${ward?.id}' and user_id = (select id from user_account where email = '${nurse}')`,
  )
  const left = async () => [
    ...(await everythingKept(page)).rows.filter((id) => theirs.has(id)),
    ...((await second.content()).includes(one.firstName) ? ['the record'] : []),
    ...((await page.getByRole('main').innerText()).toLowerCase().includes(one.lastName)
      ? ['the card']
      : []),
  ]
  // How soon is asserted where no busy browser is measured with it: tests/flow/pull.test.ts (5 s).
  await expect.poll(left, { intervals: [250], timeout: 30_000 }).toEqual([])
  await expect(page.getByRole('main')).toContainText(new RegExp(other.lastName, 'i'))
  release()
  const stored = `select count(*)::int as count from patient_note where text = 'Written before the ward was taken' and patient_id = '${one.id}'`
  await expect.poll(() => server.govern(stored), { timeout: 60_000 }).toEqual([{ count: 1 }])
})
