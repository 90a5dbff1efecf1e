import { fork, type ChildProcess } from 'node:child_process'
import { z } from 'zod'

/**
 * The real server as a process of its own: for what needs a deployment, a kill or a restart in the
 * middle of a test.
 */
export interface RealServer {
  readonly url: string
  readonly port: number
  /** Ends it as a deployment does. */
  stop(): Promise<void>
  /** Ends it as a power cut of the process does. */
  kill(): Promise<void>
  /**
   * Puts the clock of a server that was started with one of its own at that instant, epoch
   * milliseconds; it runs on from there. Returns once it does.
   */
  moveClock(to: number): Promise<void>
}

export interface RealServerOptions {
  /**
   * Where it listens; absent: on a free port of its own choice. Only for one that comes back to
   * where pages already know it.
   */
  readonly port?: number
  readonly dataDir: string
  readonly publicDir: string
  /** Where its clock starts, epoch milliseconds; the machine's where none is given. */
  readonly startsAt?: number
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Also shows what it logs. */
  readonly verbose?: boolean
}

const saidSchema = z.union([
  z.object({ event: z.literal('started'), port: z.number() }),
  z.object({ event: z.literal('clock-moved'), to: z.number() }),
])
type Said = z.infer<typeof saidSchema>

/** What a server process says to whoever started it. Rejects where it ends before. */
export const heardFrom = <Event extends Said['event']>(
  child: ChildProcess,
  event: Event,
  isMeant: (said: Extract<Said, { event: Event }>) => boolean = () => true,
): Promise<Extract<Said, { event: Event }>> =>
  new Promise((resolve, reject) => {
    const end = (code: number | null): void =>
      reject(new Error(`The server ended with ${code} before it said '${event}'`))
    const listen = (raw: unknown): void => {
      const { data } = saidSchema.safeParse(raw)
      if (data?.event !== event || !isMeant(data as Extract<Said, { event: Event }>)) return
      child.off('message', listen).off('exit', end)
      resolve(data as Extract<Said, { event: Event }>)
    }
    child.on('message', listen).once('exit', end)
  })

/**
 * Starts it with the demonstration's people and wards and resolves when it is ready. Rejects when
 * it ends before.
 */
export const startRealServer = async ({
  port = 0,
  dataDir,
  publicDir,
  startsAt,
  env = {},
  verbose = false,
}: RealServerOptions): Promise<RealServer> => {
  const clock = startsAt === undefined ? [] : ['--import', './tests/e2e/shifted-clock.ts']
  const child = fork('server/main.ts', {
    execArgv: ['--import', './scripts/end-with-parent.mjs', '--import', 'tsx', ...clock],
    stdio: ['pipe', verbose ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...(startsAt === undefined ? {} : { CLOCK_SHIFT_MS: String(startsAt - Date.now()) }),
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_DIR: publicDir,
      DEMONSTRATION: '1',
      ...env,
    },
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const { port: taken } = await heardFrom(child, 'started')
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    moveClock: async (to) => {
      const moved = heardFrom(child, 'clock-moved', (said) => said.to === to)
      child.send({ to })
      await moved
    },
  }
}
