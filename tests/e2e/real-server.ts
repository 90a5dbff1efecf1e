import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'

/** The real server as a process of its own: for what needs a deployment, a kill or a restart in the middle of a test. */
export interface RealServer {
  readonly url: string
  readonly port: number
  /** Ends it as a deployment does. */
  stop(): Promise<void>
  /** Ends it as a power cut of the process does. */
  kill(): Promise<void>
  /** Puts the clock of a server that was started with one of its own at that instant, epoch milliseconds; it runs on from there. */
  moveClock(to: number): void
}

export interface RealServerOptions {
  readonly port: number
  readonly dataDir: string
  readonly publicDir: string
  /** Where its clock starts, epoch milliseconds; the machine's where none is given. */
  readonly startsAt?: number
}

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> => new Promise((resolve, reject) => {
  const probe = createServer()
  probe.on('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resolve(port))
  })
})

/** Starts it with the demonstration's people and wards and resolves when it is ready. Rejects when it ends before. */
export const startRealServer = async ({ port, dataDir, publicDir, startsAt }: RealServerOptions): Promise<RealServer> => {
  const clock = startsAt === undefined ? [] : ['--import', './tests/e2e/shifted-clock.ts']
  const child = spawn(process.execPath, ['--import', 'tsx', ...clock, 'server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit', ...(startsAt === undefined ? [] : ['ipc' as const])],
    env: { ...process.env, ...(startsAt === undefined ? {} : { CLOCK_SHIFT_MS: String(startsAt - Date.now()) }), PORT: String(port), DATA_DIR: dataDir, PUBLIC_DIR: publicDir, DEMONSTRATION: '1' },
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready`)
    if (await fetch(`${url}/ready`).then((answer) => answer.ok, () => false)) break
    await new Promise((resolve) => { setTimeout(resolve, 100) })
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return { url, port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), moveClock: (to) => { child.send(to - Date.now()) } }
}
