import type { Logger } from 'pino'
import type { Database } from '../db/database'

/** How often it is looked whether a try is due again, milliseconds. */
const everyMs = 5_000

/**
 * Works off a queue of the database: at once what comes into it, and at intervals what is due again.
 * @param channel what the database notifies, and the start of the event in the log
 * @param work does all that is due; a failure is logged, and what is left is due again
 * @returns how to stop: it waits for what is under way, which `abort` may cut short
 */
export function startQueue(
  {
    database,
    log,
    channel,
    work,
    abort = () => Promise.resolve(),
  }: {
    readonly database: Pick<Database, 'listen'>
    readonly log: Pick<Logger, 'error'>
    readonly channel: string
    readonly work: () => Promise<void>
    readonly abort?: () => Promise<void>
  },
  intervalMs = everyMs,
): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const look = (): void => {
    again = true
    running ??= (async () => {
      while (again) {
        again = false
        await work()
      }
    })()
      .catch((error: unknown) => {
        log.error({
          event: `${channel}-failed`,
          failure: error instanceof Error ? error.name : 'unknown',
        })
      })
      .finally(() => {
        running = null
      })
  }
  const unlisten = database.listen(channel, {
    heard: look,
    listening: (is) => {
      if (is) look()
    },
  })
  const timer = setInterval(look, intervalMs)
  timer.unref()
  look()
  return async () => {
    clearInterval(timer)
    await unlisten()
    again = false
    await abort()
    await running
  }
}
