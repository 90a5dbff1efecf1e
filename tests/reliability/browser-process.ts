import { chromium, type Browser, type Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const executable =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path)) ??
  chromium.executablePath()
const startMs = 60_000

/** A real browser on a profile that outlives it. */
export interface BrowserProcess {
  readonly page: Page
  setOffline(is: boolean): Promise<void>
  /**
   * SIGKILL to all of its processes: nothing of it can write another byte. Resolves once it is
   * gone.
   */
  kill(): Promise<void>
}

/** Starts Chromium on a profile. Rejects when it does not come up within a minute. */
export const startBrowser = async (profile: string): Promise<BrowserProcess> => {
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  const child: ChildProcess = spawn(
    executable,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-breakpad',
      '--hide-crash-restore-bubble',
      '--lang=en-GB',
      '--window-size=1440,900',
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: 'ignore', detached: true },
  )
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const kill = async (): Promise<void> => {
    // Its own process group, made just above: nobody else's process is in it.
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      /* gone already */
    }
    await gone
  }
  const deadline = Date.now() + startMs
  const portOf = (): string =>
    existsSync(portFile) ? (readFileSync(portFile, 'utf8').split('\n')[0] ?? '') : ''
  while (portOf() === '') {
    if (child.exitCode !== null || Date.now() > deadline) {
      await kill()
      throw new Error('Chromium did not start')
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  const browser: Browser = await chromium.connectOverCDP(`http://127.0.0.1:${portOf()}`, {
    timeout: startMs,
  })
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('Chromium has no window')
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(60_000)
  // tsx names the functions of what it compiles by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  return {
    page,
    setOffline: (is) => context.setOffline(is),
    kill: async () => {
      await kill()
      await browser.close().catch(() => undefined)
    },
  }
}
