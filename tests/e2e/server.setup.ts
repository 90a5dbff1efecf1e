import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRealServer, type RealServer } from './real-server'
import { tellServerUrls } from './server.urls'

const start = (dataDir: string): Promise<RealServer> =>
  startRealServer({
    dataDir,
    publicDir: process.env.E2E_DIST ?? 'dist',
    verbose: process.env.E2E_VERBOSE !== undefined,
  })

/**
 * The demonstration with two days of readings, sent by the real simulator through the real ingest
 * API.
 */
const fill = async (dataDir: string): Promise<void> => {
  const server = await start(dataDir)
  const filling = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'server/demonstration/simulator.ts',
      '--url',
      server.url,
      '--state',
      join(dataDir, 'simulator'),
      '--days',
      '2',
      '--once',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const code = await new Promise((resolve) => filling.on('exit', resolve))
  if (code !== 0) throw new Error(`The simulator ended with ${String(code)}`)
  await server.stop()
}

/**
 * The real servers with the demonstration. It is filled once and copied, since that costs half a
 * minute of a core. With E2E_URL set, the tests drive what runs there instead.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const home = mkdtempSync(join(tmpdir(), 'lamplight-e2e-'))
  const [first, second] = [join(home, 'first'), join(home, 'second')]
  await fill(first)
  cpSync(first, second, { recursive: true })
  const servers = await Promise.all([first, second].map(start))
  tellServerUrls(servers.map(({ url }) => url))
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(home, { recursive: true, force: true })
  }
}
