import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import type { Hono } from 'hono'
import { build } from 'vite'
import { listen, portOf } from '../server/http/listen'

/** The Chromium of this machine, without a graphics processor. */
export const startChromium = (): Promise<Browser> => {
  const executablePath =
    process.env['CHROMIUM_PATH'] ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/**
 * Builds `folder`/page.ts as the product is built, serves it with an API from localhost, and starts
 * a browser.
 */
export const servePage = async ({
  folder,
  app,
  minify = true,
}: {
  readonly folder: string
  readonly app?: Hono
  readonly minify?: boolean
}): Promise<{ readonly url: string; readonly browser: Browser; close(): Promise<void> }> => {
  const outDir = mkdtempSync(join(tmpdir(), `lamplight-${folder}-`))
  const root = join(import.meta.dirname, folder)
  const entry =
    ['page.ts', 'page.tsx'].map((name) => join(root, name)).find((path) => existsSync(path)) ?? ''
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify,
      rolldownOptions: { input: { page: entry }, output: { entryFileNames: '[name].js' } },
    },
  })
  const answer = (request: Request): Response | Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (app !== undefined && pathname.startsWith('/Prod')) return app.fetch(request)
    if (pathname.endsWith('.css'))
      return new Response(readFileSync(join(outDir, pathname)), {
        headers: { 'Content-Type': 'text/css' },
      })
    if (pathname.endsWith('.js'))
      return new Response(readFileSync(join(outDir, pathname)), {
        headers: { 'Content-Type': 'text/javascript' },
      })
    return new Response(
      `<!doctype html><title>${folder}</title><script type="module" src="/page.js"></script>`,
      { headers: { 'Content-Type': 'text/html; charset=utf-8' } },
    )
  }
  const listener = await listen(answer, { port: 0, host: '127.0.0.1' })
  const browser = await startChromium()
  return {
    url: `http://localhost:${portOf(listener)}/`,
    browser,
    close: async () => {
      await browser.close()
      listener.close()
    },
  }
}
