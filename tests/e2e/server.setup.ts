import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverUrls } from './server.urls'

const until = async (url: string, child: ChildProcess): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready`)
    try {
      if ((await fetch(url)).ok) return
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** One server on a database of its own. @returns the way to end it */
const start = async (url: string): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-e2e-'))
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    stdio: ['ignore', process.env.E2E_VERBOSE ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, PORT: new URL(url).port, DATA_DIR: dataDir, PUBLIC_DIR: process.env.E2E_DIST ?? 'dist', DEMONSTRATION: '1' },
  })
  await until(`${url}/ready`, server)
  const filling = spawn(process.execPath, ['--import', 'tsx', 'server/demonstration/simulator.ts', '--url', url, '--state', join(dataDir, 'simulator'), '--days', '2', '--once'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => filling.on('exit', resolve))
  if (code !== 0) throw new Error(`The simulator ended with ${String(code)}`)
  return async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.on('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * The real servers with the demonstration, filled with two days of readings by the real simulator
 * through the real ingest API. With E2E_URL set, the tests drive what runs there instead.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const ends = await Promise.all(serverUrls.map(start))
  return async () => { await Promise.all(ends.map((end) => end())) }
}
