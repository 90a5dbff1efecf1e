import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { warnOfClearLine } from '../../server/clear-line'

afterEach(() => vi.unstubAllEnvs())

const warned = (url: string | undefined): readonly unknown[] => {
  const entries: unknown[] = []
  warnOfClearLine('DATABASE_URL', url, { warn: (entry: unknown) => void entries.push(entry) })
  return entries
}
const warning = {
  event: 'database-without-tls',
  setting: 'DATABASE_URL',
  add: 'sslmode=verify-full',
}

test('a database on another machine without TLS is warned of, by the name of the setting and without its value', () => {
  for (const url of [
    'postgres://ward:secret@db.ward.example/lamplight',
    'postgresql://ward:secret@192.0.2.7:5432/lamplight',
    'postgres://ward:secret@db.ward.example/lamplight?sslmode=disable',
    'postgres://ward:secret@db.ward.example/lamplight?ssl=0',
    'postgres://ward:secret@localhost/lamplight?host=db.ward.example',
  ])
    expect(warned(url), url).toEqual([warning])
})

test('one with TLS, one on this machine and none are not', () => {
  for (const url of [
    undefined,
    'postgres://ward:secret@db.ward.example/lamplight?sslmode=verify-full',
    'postgres://ward:secret@db.ward.example/lamplight?ssl=true',
    'postgres://ward:secret@localhost/lamplight',
    'postgres://ward:secret@127.0.0.1:5433/lamplight?sslmode=disable',
    'postgres://ward:secret@[::1]/lamplight',
    'postgres://ward:secret@localhost/lamplight?host=/var/run/postgresql',
  ])
    expect(warned(url), url).toEqual([])
  vi.stubEnv('PGSSLMODE', 'verify-full')
  expect(warned('postgres://ward:secret@db.ward.example/lamplight')).toEqual([])
})

test('the server says it as it starts, before it asks the database', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-clear-line-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: directory,
      // Nothing listens there, and it is no name of this machine's.
      DATABASE_URL: 'postgres://ward:secret@127.0.0.2:1/lamplight',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise((resolve) => {
    child.on('close', resolve)
  })
  expect(code).toBe(1)
  const entries = said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
  expect(entries).toContainEqual(expect.objectContaining(warning))
  expect(said).not.toContain('secret')
})
