import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config'
import { openDatabase } from '../../server/db/database'
import type { Database } from '../../server/db/database'
import { listen } from '../../server/http/listen'
import { createLog } from '../../server/http/log'
import { createRealtime } from '../../server/http/realtime'
import { startServer } from './client'
import type { TestServer } from './client'
import { at, buildWorld } from './world'
import { openMemory } from './memory'

let database: Database
let server: TestServer
const directory = mkdtempSync(join(tmpdir(), 'lamplight-static-'))
const script = `console.log(${JSON.stringify('x'.repeat(4000))})`
beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Lamplight</title>')
  writeFileSync(join(directory, 'service-worker.js'), 'self.addEventListener("fetch", () => {})')
  writeFileSync(join(directory, 'assets', 'index-Abc123de.js'), script)
  writeFileSync(join(directory, 'assets', 'index-Abc123de.js.map'), '{"sources":[]}')
  writeFileSync(join(directory, 'icon.png'), Buffer.from([137, 80, 78, 71]))
  database = await openMemory()
  await buildWorld(database)
  server = await startServer(database, {
    publicDir: directory,
    realtime: await createRealtime('app.key:secret'),
    identityRoutes: new Hono().post('/identitytoolkit.googleapis.com/v1/*', (c) =>
      c.json({ ok: true }),
    ),
  })
})
afterAll(async () => {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a connection nobody uses stays open longer than a proxy keeps it, and a taken port is said in words', async () => {
  const listening = await listen(() => new Response('ok'), { port: 0, host: '127.0.0.1' })
  const { port } = listening.address() as AddressInfo
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect(
      Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1]),
    ).toBeGreaterThan(60)
    await expect(listen(() => new Response('ok'), { port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} is in use.`,
    )
  } finally {
    listening.close()
  }
})

describe('REST', () => {
  test('P297 GET /organizations answers the organisations that the user may act as', async () => {
    const answer = await server.fetch('/Prod/organizations', { as: 'multi' })
    expect(await answer.json()).toEqual([
      { id: 'h', name: 'Hill Home', type: 'care_home' },
      { id: 'w', name: 'West Ward', type: 'virtual_ward' },
    ])
    const refused = await server.fetch('/Prod/organizations')
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { message: 'Unauthorized', code: 'UNAUTHORIZED' },
    ])
  })

  test('P257 GET /maintenance answers title, message and startAt without a token', async () => {
    expect(await (await server.fetch('/Prod/maintenance')).json()).toEqual({
      title: null,
      message: null,
      startAt: null,
    })
    await database.kysely
      .insertInto('maintenance_notice')
      .values({
        id: '1',
        title: 'Update',
        message: 'Back at six',
        start_at: at(-600),
        created_at: at(5),
      })
      .execute()
    const answer = await server.fetch('/Prod/maintenance')
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { title: 'Update', message: 'Back at six', startAt: at(-600) },
    ])
    await database.kysely
      .updateTable('maintenance_notice')
      .set({ withdrawn_at: at(0) })
      .execute()
    expect(await (await server.fetch('/Prod/maintenance')).json()).toMatchObject({ title: null })
  })

  test('P301 C486 GET /version.json returns gitHash and is not cached', async () => {
    for (const path of ['/version.json', '/Prod/version.json']) {
      const answer = await server.fetch(path)
      expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([
        { gitHash: 'abc123' },
        'no-store',
      ])
    }
  })

  test("P298 GET /ably/auth answers a token request for the user's own channels only, for an hour", async () => {
    const answer = await server.fetch('/Prod/ably/auth', { as: 'nurse' })
    const request = (await answer.json()) as {
      capability: string
      clientId: string
      ttl: number
      mac: string
    }
    expect(JSON.parse(request.capability)).toEqual({
      'organization:w': ['presence', 'subscribe'],
      'user:nurse': ['subscribe'],
    })
    expect(request).toMatchObject({ clientId: 'nurse', ttl: 3_600_000 })
    expect(JSON.stringify(request)).not.toContain('secret')
    expect((await server.fetch('/Prod/ably/auth')).status).toBe(401)
    expect((await server.fetch('/Prod/ably/auth', { as: 'nurse', in: 'h' })).status).toBe(403)
    expect(
      (await (await startServer(database)).fetch('/Prod/ably/auth', { as: 'nurse' })).status,
    ).toBe(404)
  })

  test('health and readiness tell a dead database apart', async () => {
    expect((await server.fetch('/health')).status).toBe(200)
    expect(await (await server.fetch('/ready')).json()).toEqual({ status: 'ready' })
    const dead = await openMemory()
    const other = await startServer(dead)
    await dead.close()
    expect([(await other.fetch('/health')).status, (await other.fetch('/ready')).status]).toEqual([
      200, 503,
    ])
  })

  test('nothing of the API is kept, unknown paths are JSON and a long body is refused', async () => {
    for (const path of ['/Prod/organizations', '/Prod/maintenance', '/Prod/nope', '/Prod/graphql'])
      expect((await server.fetch(path, { as: 'nurse' })).headers.get('cache-control')).toBe(
        'no-store',
      )
    const nope = await server.fetch('/Prod/nope')
    expect([nope.status, await nope.json()]).toEqual([
      404,
      { message: 'Not found', code: 'NOT_FOUND' },
    ])
    const long = await server.fetch('/Prod/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(2 * 1024 * 1024) },
      body: 'x'.repeat(2 * 1024 * 1024),
    })
    expect(long.status).toBe(413)
  })
})

describe("the portal's files", () => {
  test('are served with their types; deep links get the portal, missing files and API paths do not', async () => {
    const index = await server.fetch('/')
    expect([
      index.headers.get('content-type'),
      index.headers.get('cache-control'),
      await index.text(),
    ]).toEqual(['text/html; charset=utf-8', 'no-cache', '<!doctype html><title>Lamplight</title>'])
    for (const path of ['/.env', '/.git/config', '/patient/.env'])
      expect((await server.fetch(path)).status, path).toBe(404)
    expect(await (await server.fetch('/patient/a1/vitals?x=1')).text()).toContain(
      '<title>Lamplight',
    )
    expect((await server.fetch('/icon.png')).headers.get('content-type')).toBe('image/png')
    for (const path of [
      '/assets/gone-Abc123de.js',
      '/../package.json',
      '/%2e%2e/package.json',
      '/identitytoolkit.googleapis.com/x',
      '/securetoken.googleapis.com/v1/token',
    ])
      expect((await server.fetch(path)).status, path).toBe(404)
    expect(
      (await server.fetch('/identitytoolkit.googleapis.com/v1/accounts:signUp', { method: 'POST' }))
        .status,
    ).toBe(200)
  })

  test('hashed files never expire, the worker and the page are asked for again', async () => {
    expect((await server.fetch('/assets/index-Abc123de.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    const worker = await server.fetch('/service-worker.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(
      (
        await server.fetch('/service-worker.js', {
          headers: { 'if-none-match': worker.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304)
  })

  test('source maps are served to nobody', async () => {
    expect((await server.fetch('/assets/index-Abc123de.js.map')).status).toBe(404)
  })

  test('travel compressed where the browser takes it', async () => {
    const path = '/assets/index-Abc123de.js'
    const brotli = await server.fetch(path, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    const gzip = await server.fetch(path, { headers: { 'accept-encoding': 'gzip' } })
    const plain = await server.fetch(path)
    expect([brotli, gzip, plain].map((answer) => answer.headers.get('content-encoding'))).toEqual([
      'br',
      'gzip',
      null,
    ])
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(script)
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(script)
    expect(await plain.text()).toBe(script)
  })
})

describe('headers and log', () => {
  test('every answer carries the security headers', async () => {
    for (const path of ['/', '/Prod/maintenance', '/Prod/nope', '/health', '/assets/gone.js']) {
      const { headers } = await server.fetch(path)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';.*object-src 'none'; require-trusted-types-for 'script'; trusted-types default; frame-ancestors 'none'; report-uri \/Prod\/policy-reports$/,
      )
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(
        Object.fromEntries(
          ['cross-origin-opener-policy', 'x-content-type-options', 'referrer-policy'].map(
            (name) => [name, headers.get(name)],
          ),
        ),
      ).toEqual({
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      expect(headers.get('permissions-policy')).toContain('camera=()')
    }
  })

  describe('what a browser reports of the policy', () => {
    const report = (body: unknown) =>
      server.fetch('/Prod/policy-reports', {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify(body),
      })
    const entries = (): readonly Record<string, unknown>[] =>
      server.logged
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ event }) => event === 'policy-violation')

    test('stands in the log without query, id or refused text', async () => {
      const before = entries().length
      const sent = await report({
        'csp-report': {
          'effective-directive': 'require-trusted-types-for',
          'blocked-uri': 'https://elsewhere.example/x.js?token=secret-1',
          'source-file': 'https://portal.example/assets/app-1.js',
          'line-number': 7,
          'document-uri': 'https://portal.example/patients/9434765919/notes',
          'script-sample': 'Zoë Neill',
        },
      })
      expect(sent.status).toBe(204)
      await report({ 'csp-report': { 'blocked-uri': 'trusted-types-sink' } })
      const written = entries().slice(before)
      expect(
        written.map(({ directive, blocked, source, line, page }) => [
          directive,
          blocked,
          source,
          line,
          page,
        ]),
      ).toEqual([
        [
          'require-trusted-types-for',
          'https://elsewhere.example/x.js',
          'https://portal.example/assets/app-1.js',
          7,
          'https://portal.example/patients',
        ],
        ['', 'trusted-types-sink', '', null, ''],
      ])
      expect(JSON.stringify(written)).not.toMatch(/secret-1|9434765919|Neill/)
    })

    test('is short and rare: what is long, wrong or too much is not written', async () => {
      const before = entries().length
      expect((await report({ sample: 'x'.repeat(20_000) })).status).toBe(413)
      expect((await report('nonsense')).status).toBe(204)
      expect(entries()).toHaveLength(before)
      const one = { 'csp-report': { 'effective-directive': 'img-src' } }
      const statuses = []
      for (let turn = 0; turn < 70; turn += 1) statuses.push((await report(one)).status)
      expect(statuses.at(-1)).toBe(429)
      expect(entries().length - before).toBeLessThanOrEqual(60)
    })
  })

  test('the policy names Google only for a Firebase project', async () => {
    const policy = (answer: Response) => answer.headers.get('content-security-policy')
    expect(policy(await server.fetch('/health'))).not.toContain('googleapis')
    expect(policy(await server.fetch('/health'))).toContain("connect-src 'self' https://*.ably.io")
    expect(policy(await (await startServer(database)).fetch('/health'))).toContain(
      "connect-src 'self';",
    )
  })

  test('a header of a proxy that nobody trusts is warned of once, and no address is told', async () => {
    const warned = (one: TestServer) =>
      one.logged.filter((line) => line.includes('proxy-not-trusted'))
    const from = { headers: { 'X-Forwarded-For': '203.0.113.9' } }
    const alone = await startServer(database)
    await alone.fetch('/health')
    expect(warned(alone)).toEqual([])
    await alone.fetch('/health', from)
    await alone.fetch('/health', from)
    expect(warned(alone)).toHaveLength(1)
    expect(warned(alone)[0]).toContain('TRUSTED_PROXIES')
    expect(warned(alone)[0]).not.toContain('203.0.113.9')
    const behind = await startServer(database, { trustedProxies: 1 })
    await behind.fetch('/health', from)
    expect(warned(behind)).toEqual([])
  })

  test('a request is logged with its id, without its query', async () => {
    const answer = await server.fetch('/Prod/organizations?nameOrNhsNumber=9434765919', {
      as: 'nurse',
      headers: { 'x-request-id': 'request-0001' },
    })
    expect(answer.headers.get('x-request-id')).toBe('request-0001')
    const line = server.logged.findLast((entry) => entry.includes('request-0001')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      event: 'request',
      method: 'GET',
      path: '/Prod/organizations',
      status: 200,
    })
    expect(line).not.toContain('9434765919')
    expect(
      (await server.fetch('/health', { headers: { 'x-request-id': 'bad id\n' } })).headers.get(
        'x-request-id',
      ),
    ).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('names, texts, identifiers and credentials handed to the log are redacted', () => {
    const lines: string[] = []
    const log = createLog('info', {
      write: (line: string) => {
        lines.push(line)
      },
    })
    const canary = {
      firstName: 'CANARY',
      nhsNumber: 'CANARY',
      text: 'CANARY',
      password: 'CANARY',
      address: { address: 'CANARY' },
      telephone: 'CANARY',
      email: 'CANARY',
    }
    log.info({
      ...canary,
      event: 'x',
      variables: canary,
      input: canary,
      deep: { input: canary },
      authorization: 'CANARY',
    })
    expect(lines.join('')).toContain('"event":"x"')
    expect(lines.join('')).not.toContain('CANARY')
  })
})

describe('starting', () => {
  const env = (more: Record<string, string>) => ({
    ...process.env,
    DATA_DIR: join(directory, 'data'),
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    ...more,
  })
  const run = (more: Record<string, string>) =>
    spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      env: env(more),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  /** Whether a server on that port is heard at another address of this machine. */
  const isHeardAt = (host: string, port: number): Promise<boolean> =>
    fetch(`http://${host}:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  const ended = async (child: ReturnType<typeof run>) => {
    let text = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    const code = await new Promise((resolve) => {
      child.on('exit', resolve)
    })
    return { code, text }
  }

  test('settings have defaults, and every bad one is named without its value', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      dataDir: '.data',
      basePath: '/Prod',
      demonstration: false,
      publicDir: 'dist',
      databaseUrl: undefined,
    })
    expect(readConfig({ DATABASE_URL: '', DEMONSTRATION: '1', PORT: '9' })).toMatchObject({
      databaseUrl: undefined,
      demonstration: true,
      port: 9,
      portalUrl: undefined,
    })
    expect(readConfig({ DEMONSTRATION: '1' }).host).toBe('127.0.0.1')
    expect(readConfig({ DEMONSTRATION: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(readConfig({ PORTAL_URL: 'https://portal.example' })).toMatchObject({
      portalUrl: 'https://portal.example',
    })
    expect(() =>
      readConfig({
        PORT: '70000',
        DATABASE_URL: 'mysql://user:hunter2@x/y',
        BASE_PATH: 'Prod',
        ABLY_API_KEY: 'hunter2',
      }),
    ).toThrow(
      /PORT: [^]*DATABASE_URL: [^]*BASE_PATH: Must be a path like \/Prod[^]*ABLY_API_KEY: Must be name:secret/,
    )
    expect(() => readConfig({ ABLY_API_KEY: 'hunter2', INGEST_KEY_SECRET: 'hunter2' })).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('hunter2') as string,
      }) as Error,
    )
  })

  test('the demonstration tells the portal, and is heard at this machine’s own address alone; a start without it on its database ends with one sentence', async () => {
    const DATA_DIR = join(directory, 'demonstration')
    // Where nobody says otherwise this machine alone reaches it.
    const child = run({ PORT: '0', DATA_DIR, DEMONSTRATION: '1', HOST: '' })
    child.stdout?.resume()
    const { port } = await new Promise<{ port: number }>((resolve) => {
      child.on('message', (message: { event?: string; port: number }) => {
        if (message.event === 'started') resolve(message)
      })
    })
    expect(await isHeardAt('127.0.0.2', port)).toBe(false)
    const version = await fetch(`http://127.0.0.1:${port}/version.json`)
    expect(await version.json()).toMatchObject({ demonstration: true })
    child.kill('SIGTERM')
    expect((await ended(child)).code).toBe(0)
    const after = await ended(run({ PORT: '0', DATA_DIR, DEMONSTRATION: '0' }))
    expect([after.code, after.text]).toEqual([
      1,
      expect.stringMatching(/^The server was not started\. This database holds the demonstration/),
    ])
  })

  test('a bad setting and a port in use end the start with one sentence', async () => {
    const bad = await ended(run({ PORT: 'eighty' }))
    expect([bad.code, bad.text]).toEqual([1, expect.stringContaining('PORT: ') as string])
    expect(bad.text).not.toContain('    at ')
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const { port } = other.address() as AddressInfo
    const taken = await ended(run({ PORT: String(port) }))
    other.close()
    expect([taken.code, taken.text]).toEqual([
      1,
      `Port ${port} is in use. Stop what listens there, or choose another PORT.\n`,
    ])
  })

  test('what it makes in its data directory is its owner’s alone, also where that was wider; HOST says where it is heard', async () => {
    const DATA_DIR = join(directory, 'wide')
    mkdirSync(DATA_DIR)
    chmodSync(DATA_DIR, 0o755)
    const child = run({ PORT: '0', DATA_DIR, INGEST_KEY_SECRET: '', HOST: '127.0.0.2' })
    child.stdout?.resume()
    const { port } = await new Promise<{ port: number }>((resolve) => {
      child.on('message', (message: { event?: string; port: number }) => {
        if (message.event === 'started') resolve(message)
      })
    })
    expect([await isHeardAt('127.0.0.2', port), await isHeardAt('127.0.0.1', port)]).toEqual([
      true,
      false,
    ])
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(modeOf(DATA_DIR)).toBe(0o700)
    // Most of it is written without a mode of its own (epoch.json, the lock, the database's
    // directory): the umask is what it has.
    const made = readdirSync(DATA_DIR)
    expect(made).toEqual(expect.arrayContaining(['epoch.json', 'ingest-key.secret', 'pglite']))
    for (const name of made) expect([name, modeOf(join(DATA_DIR, name)) & 0o077]).toEqual([name, 0])
    child.kill('SIGTERM')
    expect((await ended(child)).code).toBe(0)
  })

  test('for port 0 it reports the free port to its log and its parent process; SIGTERM takes it out of service, lets it finish and release its data directory', async () => {
    const child = run({ PORT: '0', HOST: '', DRAIN_SECONDS: '5' })
    let log = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const { port } = await new Promise<{ port: number }>((resolve) => {
      child.on('message', (message: { event?: string; port: number }) => {
        if (message.event === 'started') resolve(message)
      })
    })
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
    // No demonstration: it is there to be reached.
    expect(await isHeardAt('127.0.0.2', port)).toBe(true)
    await expect
      .poll(() => log, { timeout: 10_000 })
      .toMatch(new RegExp(`"event":"started","port":${port},`))
    child.kill('SIGTERM')
    // It still answers, and asks to be sent nothing more.
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).json())
      .toEqual({ status: 'stopping' })
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
    expect(await ended(child)).toEqual({ code: 0, text: '' })
    await (await openDatabase({ dataDir: join(directory, 'data') })).close()
  })
})
