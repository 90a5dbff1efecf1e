import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { heardFrom } from '../e2e/real-server'
import type { Line, Said } from './line'

const root = resolve(import.meta.dirname, '../..')

export interface ServerOptions {
  readonly dataDir: string
  /** postgres://…; absent: PGlite in dataDir. */
  readonly url?: string
  /** A bundle of server/main.ts, which starts faster; absent: the sources. */
  readonly entry?: string
  /** Of every account. */
  readonly password: string
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** The real server as a process of its own, reached over HTTP alone. */
export interface ServerProcess {
  /** Returns once it is ready. @throws when it ends by itself. */
  start(): Promise<void>
  /** Begins to start it, and does not wait. */
  launch(): void
  /** SIGKILL: it has no time for anything. Returns once it is gone. */
  kill(): Promise<void>
  /** SIGTERM, as an administrator stops it. */
  stop(): Promise<void>
  /**
   * Signs users in, or in again. In a quiet moment: a sign-in that is killed counts as a wrong try.
   */
  signIn(users: readonly string[]): Promise<void>
  /** As a user who was signed in. */
  readonly line: Line
}

/**
 * A request never hangs for longer, in ms: this machine may be very busy, and a kill ends what
 * hangs.
 */
const patienceMs = 90_000

export function createServerProcess({
  dataDir,
  url,
  entry,
  password,
  env = {},
}: ServerOptions): ServerProcess {
  /** A free port of each start's own choice. */
  let origin = ''
  const tokens = new Map<string, string>()
  let child: ChildProcess | null = null
  let isGone: Promise<void> = Promise.resolve()

  const launch = (): void => {
    const program = entry === undefined ? ['--import', 'tsx', 'server/main.ts'] : [entry]
    const mine = spawn(
      process.execPath,
      ['--import', './scripts/end-with-parent.mjs', ...program],
      {
        cwd: root,
        stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
        env: {
          ...process.env,
          PORT: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: url ?? '',
          DRAIN_SECONDS: '0',
          DEMONSTRATION: '0',
          LOG_LEVEL: 'fatal',
          HOST: '127.0.0.1',
          ...env,
        },
      },
    )
    child = mine
    isGone = new Promise((gone) => {
      mine.on('exit', () => gone())
    })
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child?.kill(signal)
    await isGone
    child = null
  }
  const post = async (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
  const signIn = async (user: string): Promise<void> => {
    const answer = await post(
      '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test',
      { email: `${user}@example.test`, password, returnSecureToken: true },
    )
    const { idToken } = (await answer.json()) as { idToken?: string }
    if (idToken === undefined) throw new Error(`${user} was not signed in: ${answer.status}`)
    tokens.set(user, idToken)
  }
  const send = async (
    query: string,
    variables: Readonly<Record<string, unknown>>,
    token: string,
    key: string | undefined,
  ): Promise<Said> => {
    const answer = await post(
      '/Prod/graphql',
      {
        query,
        variables,
        ...(key === undefined ? {} : { extensions: { idempotencyKey: key } }),
      },
      { authorization: `Bearer ${token}` },
    )
    const body = (await answer.json()) as { data?: Said['data']; errors?: Said['errors'] }
    return { status: answer.status, data: body.data ?? null, errors: body.errors ?? [] }
  }

  return {
    launch,
    async start() {
      launch()
      if (child === null) throw new Error('The server was not launched')
      const { port } = await heardFrom(child, 'started')
      origin = `http://127.0.0.1:${port}`
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async signIn(users) {
      for (const user of users) await signIn(user)
    },
    line: (query, variables, user, key) => send(query, variables, tokens.get(user) ?? '', key),
  }
}
