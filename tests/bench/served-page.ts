import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium, type Browser } from '@playwright/test'
import type { Hono } from 'hono'
import { build } from 'vite'

/** Builds `folder`/page.ts as the product is built, serves it with an API from localhost, and starts a browser. */
export const servePage = async ({ folder, app, port }: { readonly folder: string; readonly app: Hono; readonly port: number }): Promise<{ readonly url: string; readonly browser: Browser; close(): Promise<void> }> => {
  const outDir = mkdtempSync(join(tmpdir(), `lamplight-${folder}-`))
  const root = join(import.meta.dirname, folder)
  await build({
    root, configFile: false, logLevel: 'error', worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', rolldownOptions: { input: { page: join(root, 'page.ts') }, output: { entryFileNames: '[name].js' } } },
  })
  const listener = serve({
    port, hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/Prod')) return app.fetch(request)
      if (pathname.endsWith('.js')) return new Response(readFileSync(join(outDir, pathname)), { headers: { 'Content-Type': 'text/javascript' } })
      return new Response(`<!doctype html><title>${folder}</title><script type="module" src="/page.js"></script>`, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    },
  })
  const executablePath = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
  return {
    url: `http://localhost:${port}/`, browser,
    close: async () => {
      await browser.close()
      listener.close()
    },
  }
}
