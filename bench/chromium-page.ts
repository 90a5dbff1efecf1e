import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'vite'

/**
 * A Chromium, and a server for it at one origin: the page that was built for a measurement, and the
 * portal's API under /Prod.
 */
export interface ChromiumPage {
  readonly browser: Browser
  readonly url: string
  close(): Promise<void>
}

/** Builds `folder`/page.ts and serves it beside `api`. */
export const openChromiumPage = async (
  folder: string,
  api: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<ChromiumPage> => {
  const root = join(import.meta.dirname, folder)
  const outDir = mkdtempSync(join(tmpdir(), `lamplight-${folder}-`))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: { page: join(root, 'page.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const listener = serve({
    port,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/Prod')) return api(request)
      if (pathname.endsWith('.js'))
        return new Response(readFileSync(join(outDir, pathname)), {
          headers: { 'Content-Type': 'text/javascript' },
        })
      return new Response(
        `<!doctype html><title>${folder}</title><script type="module" src="/page.js"></script>`,
        { headers: { 'Content-Type': 'text/html; charset=utf-8' } },
      )
    },
  })
  const executablePath =
    process.env['CHROMIUM_PATH'] ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  return {
    browser,
    url: `http://localhost:${port}/`,
    close: async () => {
      await browser.close()
      listener.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
