import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { contentSecurityPolicy } from '../../../server/http/headers'

const here = import.meta.dirname
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html; charset=utf-8',
}

/**
 * Builds the page as the product is built, and serves it from localhost under the product's own
 * security policy.
 */
export const serveVaultPage = async (): Promise<{ readonly url: string; close(): void }> => {
  const outDir = mkdtempSync(join(tmpdir(), 'lamplight-vault-page-'))
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: { page: join(here, 'page.ts'), 'service-worker': join(here, 'service-worker.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const policy = contentSecurityPolicy({ firebase: false, ably: false })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const type = types[extname(path)] ?? 'text/html; charset=utf-8'
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('Content-Type', type)
    response.setHeader('Cache-Control', 'no-store')
    try {
      response.end(
        type.startsWith('text/html')
          ? '<!doctype html><title>vault</title><script type="module" src="/page.js"></script>'
          : readFileSync(join(outDir, path)),
      )
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
