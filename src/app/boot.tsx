import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createRuntime } from '../data/runtime'
import { source } from '../engine/define'
import type { RuntimeOptions } from '../engine/runtime-options'
import { createAuth } from '../platform/auth'
import { browserDevice } from '../platform/device'
import { openTabSecrets } from '../platform/vault/open-vault'
import { signInTexts } from '../texts/sign-in'
import { keepPresses } from '../ui/layout/keep-presses'
import { setClockOffset, setPageClock } from '../ui/time'
import { createAfterFirstScreen } from './after-first-screen'
import { App } from './App'
import { readHideAppBar } from './app-bar'
import { readConfig } from './config'
import { storage } from './fetch-ahead'
import { firstScreenReads } from './first-screen'
import { sharedActivity } from './notices/last-activity'
import { createBrowserHost } from './service-worker'
import { linkToken } from './shared-link'
import { telemetry } from './telemetry'
import { portalUpdate } from './update'

/** Milliseconds until the page says that it is starting. */
const saySoonMs = 400
/** Milliseconds until it says that it waits for the device's storage. */
const sayWhyMs = 3_000

/** Says what is waited for, and lets a user who cannot wait start without saved data. */
const sayWaiting = (element: HTMLElement): void => {
  const t = signInTexts('en-GB')
  const words = document.createElement('p')
  words.textContent = t.storageSlow
  const press = document.createElement('button')
  press.type = 'button'
  press.textContent = t.goOnWithout
  press.addEventListener('click', storage.goOn)
  words.style.margin = '24px'
  Object.assign(press.style, { margin: '0 24px', padding: '10px 16px' })
  element.replaceChildren(words, press)
}

/** Where this page keeps data: the browser's databases, or memory without them. */
const databases = async (
  element: HTMLElement,
): Promise<
  Pick<RuntimeOptions, 'indexedDB' | 'IDBKeyRange' | 'keepsNothing' | 'storageAnswers'>
> => {
  const saying = [
    setTimeout(() => {
      element.textContent = signInTexts('en-GB').starting
    }, saySoonMs),
    setTimeout(() => sayWaiting(element), sayWhyMs),
  ]
  try {
    const keeping = await storage.answer
    if (keeping === 'keeps') return {}
    return {
      ...(await import('../engine/store/memory')).memoryDatabases(),
      keepsNothing: true,
      ...(keeping === 'silent' ? { storageAnswers: storage.works } : {}),
    }
  } catch (thrown) {
    // Not even that: the page says 'Not saved' wherever something was to be kept.
    telemetry.report(thrown, 'boot')
    return {}
  } finally {
    saying.forEach(clearTimeout)
  }
}

/** Starts the portal from what the device keeps. Nothing here waits for a network. */
export const boot = async (element: HTMLElement): Promise<void> => {
  readHideAppBar(window.location.search) // kept before any redirect drops the query
  const secrets = openTabSecrets()
  const link = await linkToken(() => secrets.read('shareToken'))
  const config = readConfig(import.meta.env, window.location.origin)
  const auth = createAuth(config.auth, secrets)
  const { follow, wait } = createAfterFirstScreen(window)
  const opened = link === null ? null : (await import('./by-link')).byLink(link, Date.now())
  const runtime = createRuntime({
    config: config.api,
    auth: { ...auth, idToken: wait(auth.idToken) },
    fetch: wait((url, init) => window.fetch(url, init)),
    telemetry,
    firstScreen: firstScreenReads,
    ...(opened?.options ?? (await databases(element))),
  })
  follow(runtime.session)
  window.addEventListener('error', (event) =>
    telemetry.report(event.error ?? event.message, 'window'),
  )
  keepPresses(document)
  const activity = opened?.activity ?? sharedActivity(Date.now())
  const host = createBrowserHost()
  const installed = source<boolean | null>(null)
  const update = portalUpdate({
    runtime,
    host,
    device: browserDevice(),
    activity,
    newId: () => crypto.randomUUID(),
    installed,
  })
  createRoot(element, {
    onCaughtError: (thrown) => telemetry.report(thrown, 'page'),
    onUncaughtError: (thrown) => telemetry.report(thrown, 'portal'),
  }).render(
    <StrictMode>
      <App runtime={runtime} auth={auth} activity={activity} update={update} />
    </StrictMode>,
  )
  setPageClock(runtime.now)
  runtime.clockOffset.subscribe(() => setClockOffset(runtime.clockOffset.get()))
  void runtime.start()
  void host.worker().then((worker) => installed.set(worker !== null))
  const report = (thrown: unknown, where: string): void => telemetry.report(thrown, where)
  // Nothing is kept ahead, sent or called for whoever has a link.
  if (link !== null) return secrets.keep('shareToken', link)
  // Nothing on the screen waits for these.
  import('./after-start').then(
    ({ fetchForOffline, keepAhead, renewCalls, wakeWorkerToDeliver }) => {
      fetchForOffline().catch((thrown: unknown) => report(thrown, 'after-start'))
      keepAhead(runtime, report)
      const registration = host.worker().then((worker) => worker?.registration ?? null)
      wakeWorkerToDeliver(runtime, registration, report)
      renewCalls(runtime, registration, report)
    },
    (thrown: unknown) => report(thrown, 'after-start'),
  )
}
