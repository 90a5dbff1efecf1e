import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const port = process.env.E2E_PORT ?? '8190'

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

/**
 * The real server with the demonstration, on a database of its own, filled with two days of readings by the real simulator
 * through the real ingest API. With E2E_URL set, the tests drive what runs there instead.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-e2e-'))
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    stdio: ['ignore', process.env.E2E_VERBOSE ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, PORT: port, DATA_DIR: dataDir, PUBLIC_DIR: process.env.E2E_DIST ?? 'dist', DEMONSTRATION: '1' },
  })
  await until(`http://127.0.0.1:${port}/ready`, server)
  const filled = spawnSync(process.execPath,
    ['--import', 'tsx', 'server/demonstration/simulator.ts', '--url', `http://127.0.0.1:${port}`, '--state', join(dataDir, 'simulator'), '--days', '2', '--once'],
    { stdio: ['ignore', 'ignore', 'inherit'] })
  if (filled.status !== 0) throw new Error(`The simulator ended with ${filled.status}`)
  return async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.on('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}
