import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'

/** Who listens to a channel. */
export interface Listener {
  readonly heard: (payload: string) => void
  /** True once nothing that is said from now on is missed; false when the connection is gone and words may be lost until it is true again. */
  readonly listening: (is: boolean) => void
}

const firstRetryMs = 250
const longestRetryMs = 5_000
/** A connection that died without a word is found by asking. */
const askEveryMs = 5_000

const plain = (channel: string): string => {
  if (!/^[a-z_]{1,63}$/.test(channel)) throw new Error('A channel is lower-case letters and underscores')
  return channel
}

/** The embedded database: everything that is said is said in this process. */
export const listenToPGlite = (pglite: PGlite, channel: string, listener: Listener): (() => Promise<void>) => {
  let stopped = false
  const opened = pglite.listen(plain(channel), listener.heard).then(
    (stop) => {
      if (!stopped) listener.listening(true)
      return stop
    },
    () => undefined)
  return async () => {
    stopped = true
    await (await opened)?.().catch(() => undefined)
  }
}

/** A connection of its own, outside the pool, made again for ever when it is lost. A pooler in between must pool by session. */
export const listenToPostgres = (url: string, channel: string, listener: Listener): (() => Promise<void>) => {
  let client: Client | null = null
  let stopped = false
  let failures = 0
  let timer: NodeJS.Timeout | null = null

  const later = (ms: number, call: () => void): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(call, ms)
    timer.unref()
  }
  const lost = (which: Client): void => {
    if (client !== which) return
    client = null
    listener.listening(false)
    void which.end().catch(() => undefined)
    if (!stopped) later(Math.min(longestRetryMs, firstRetryMs * 2 ** failures++), () => void open())
  }
  const ask = (which: Client): void => later(askEveryMs, () => {
    let answered = false
    const late = setTimeout(() => { if (!answered) lost(which) }, askEveryMs)
    late.unref()
    which.query('select 1').then(() => { answered = true; clearTimeout(late); if (client === which) ask(which) }, () => { clearTimeout(late); lost(which) })
  })
  const open = async (): Promise<void> => {
    const opening = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    client = opening
    opening.on('error', () => lost(opening))
    opening.on('end', () => lost(opening))
    opening.on('notification', ({ payload }) => { if (client === opening) listener.heard(payload ?? '') })
    try {
      await opening.connect()
      await opening.query(`listen ${plain(channel)}`)
      if (client !== opening) return
      failures = 0
      listener.listening(true)
      ask(opening)
    } catch { lost(opening) }
  }
  void open()
  return async () => {
    stopped = true
    if (timer !== null) clearTimeout(timer)
    const open = client
    client = null
    await open?.end().catch(() => undefined)
  }
}
