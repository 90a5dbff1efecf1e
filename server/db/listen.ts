import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { RefusedStart } from './refused-start'

/** Who listens to a channel. */
export interface Listener {
  readonly heard: (payload: string) => void
  /** True once nothing is missed from now on; false while messages may be lost. */
  readonly listening: (is: boolean) => void
  /** For what one server does for all of them. */
  readonly alone?: Alone
}

/** The one listener of all processes that holds a database lock. The next takes it over. */
export interface Alone {
  /** Any number that nothing else locks. */
  readonly lock: number
  readonly is: (is: boolean) => void
  /** How often who is not asks again, milliseconds. */
  readonly everyMs?: number
}

const firstRetryMs = 250
const longestRetryMs = 5_000
/** A connection that died without a word is found by asking. */
const askEveryMs = 5_000

const plain = (channel: string): string => {
  if (!/^[a-z_]{1,63}$/.test(channel))
    throw new Error('A channel is lower-case letters and underscores')
  return channel
}

/** Who waits for a lock of the embedded database, the holder first. */
const inLine = new WeakMap<PGlite, Map<number, readonly Alone[]>>()

const lineUp = (pglite: PGlite, alone: Alone): (() => void) => {
  const locks = inLine.get(pglite) ?? new Map<number, readonly Alone[]>()
  inLine.set(pglite, locks)
  const line = (): readonly Alone[] => locks.get(alone.lock) ?? []
  locks.set(alone.lock, [...line(), alone])
  if (line()[0] === alone) alone.is(true)
  return () => {
    const wasFirst = line()[0] === alone
    locks.set(
      alone.lock,
      line().filter((one) => one !== alone),
    )
    if (!wasFirst) return
    alone.is(false)
    line()[0]?.is(true)
  }
}

/** The embedded database: everything that is said is said in this process. */
export const listenToPGlite = (
  pglite: PGlite,
  channel: string,
  listener: Listener,
): (() => Promise<void>) => {
  let stopped = false
  let leave: () => void = () => undefined
  const opened = pglite.listen(plain(channel), listener.heard).then(
    (stop) => {
      if (!stopped) {
        listener.listening(true)
        if (listener.alone !== undefined) leave = lineUp(pglite, listener.alone)
      }
      return stop
    },
    () => undefined,
  )
  return async () => {
    stopped = true
    leave()
    await (await opened)?.().catch(() => undefined)
  }
}

/**
 * Says something to a connection over another one. A pooler that pools by transaction takes a
 * `listen`, and hands on nothing that is said.
 * @returns whether it arrived
 */
const hearsItself = async (url: string, client: Client, waitMs = askEveryMs): Promise<boolean> => {
  const channel = `lamplight_${randomUUID().replaceAll('-', '')}`
  const arrived = new Promise<boolean>((resolve) => {
    const heard = (message: { readonly channel: string }): void => {
      if (message.channel !== channel) return
      client.off('notification', heard)
      resolve(true)
    }
    client.on('notification', heard)
    setTimeout(() => resolve(false), waitMs).unref()
  })
  await client.query(`listen ${channel}`)
  const other = new Client({ connectionString: url, connectionTimeoutMillis: askEveryMs })
  other.on('error', () => undefined)
  try {
    await other.connect()
    await other.query(`notify ${channel}`)
    return await arrived
  } finally {
    await other.end().catch(() => undefined)
    await client.query(`unlisten ${channel}`).catch(() => undefined)
  }
}

/** @throws RefusedStart where what one connection says does not arrive at another one */
export const requireNotifications = async (url: string, waitMs?: number): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: askEveryMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (await hearsItself(url, client, waitMs)) return
  } finally {
    await client.end().catch(() => undefined)
  }
  throw new RefusedStart(
    'What a connection listens to does not arrive (LISTEN): name the database itself in DATABASE_URL, or a pooler that pools by session.',
  )
}

/** A connection outside the pool, reopened for ever. A pooler must pool by session. */
export const listenToPostgres = (
  url: string,
  channel: string,
  listener: Listener,
): (() => Promise<void>) => {
  let client: Client | null = null
  let stopped = false
  let failures = 0
  let timer: NodeJS.Timeout | null = null
  let isAlone = false
  const { alone } = listener

  const setAlone = (is: boolean): void => {
    if (isAlone === is) return
    isAlone = is
    alone?.is(is)
  }
  const later = (ms: number, call: () => void): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(call, ms)
    timer.unref()
  }
  const lost = (which: Client): void => {
    if (client !== which) return
    client = null
    setAlone(false)
    listener.listening(false)
    void which.end().catch(() => undefined)
    if (!stopped) later(Math.min(longestRetryMs, firstRetryMs * 2 ** failures++), () => void open())
  }
  /** Asks whether the connection lives, and for the lock where another one has it. */
  const look = async (which: Client): Promise<void> => {
    if (alone === undefined || isAlone) {
      await which.query('select 1')
      return
    }
    const { rows } = await which.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1::bigint) as mine',
      [alone.lock],
    )
    if (client === which && rows[0]?.mine === true) setAlone(true)
  }
  const ask = (which: Client): void =>
    later(isAlone ? askEveryMs : (alone?.everyMs ?? askEveryMs), () => {
      let answered = false
      const late = setTimeout(() => {
        if (!answered) lost(which)
      }, askEveryMs)
      late.unref()
      look(which).then(
        () => {
          answered = true
          clearTimeout(late)
          if (client === which) ask(which)
        },
        () => {
          clearTimeout(late)
          lost(which)
        },
      )
    })
  const open = async (): Promise<void> => {
    const opening = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client = opening
    opening.on('error', () => lost(opening))
    opening.on('end', () => lost(opening))
    opening.on('notification', ({ channel: heard, payload }) => {
      if (client === opening && heard === channel) listener.heard(payload ?? '')
    })
    try {
      await opening.connect()
      await opening.query(`listen ${plain(channel)}`)
      if (!(await hearsItself(url, opening))) throw new Error('Nothing that is said arrives')
      if (client !== opening) return
      failures = 0
      listener.listening(true)
      await look(opening)
      if (client === opening) ask(opening)
    } catch {
      lost(opening)
    }
  }
  void open()
  return async () => {
    stopped = true
    if (timer !== null) clearTimeout(timer)
    const open = client
    client = null
    setAlone(false)
    await open?.end().catch(() => undefined)
  }
}
