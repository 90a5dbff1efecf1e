import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import type { LogKey } from '../db/log-key'
import { sealReads } from '../db/sealed-rows'
import { AnchorError, verifyLog } from '../db/verify-log'
import type { Mailer } from '../identity'

export interface WitnessParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly mailer: Mailer
  readonly key: LogKey
  /** The file of the anchor. */
  readonly anchor: string
  /** Who is told, by mail; null: the server's log alone. */
  readonly auditMail: string | null
}

const everyMs = 3_600_000
/** The first round after a start, milliseconds. */
const firstMs = 120_000
/** From the first entry on the log is read once in so many rounds, and with the first one. */
const wholeEvery = 24

/**
 * Has the action log watched from outside of the database. Every hour the looks at records that were
 * told are sealed, and the ends of the chains are checked, signed and told to the server's log, which an
 * operator keeps elsewhere; once a day the whole log is read, and the ends are mailed. Where an entry was changed or removed, both tell so
 * every hour until somebody has looked into it.
 * @returns a round
 */
export const createWitness = ({
  database,
  clock,
  log,
  mailer,
  key,
  anchor,
  auditMail,
}: WitnessParts): (() => Promise<void>) => {
  let round = 0
  const mail = (subject: string, text: string): Promise<void> =>
    auditMail === null
      ? Promise.resolve()
      : database.asSystem((trx) => mailer.send({ to: auditMail, subject, text }, trx))
  const alarm = async (found: readonly string[]): Promise<void> => {
    log.error({ event: 'action-log-broken', found })
    await mail(
      'Lamplight: the action log is broken',
      [
        'An entry of the action log, a look at a record or an emergency access was changed, removed or put in in the database, or the anchor was changed:',
        '',
        ...found,
        '',
        'Keep the database and its backups as they are, and find out who had access. This is told every hour until the log is whole again, or its anchor was moved away.',
        '',
      ].join('\n'),
    )
  }
  return async () => {
    const isWholeRound = round % wholeEvery === 0
    await sealReads(database, clock.now())
    const lines: string[] = []
    const statement = await verifyLog(
      { database, anchor, key, nowMs: clock.now(), say: (line) => lines.push(line) },
      isWholeRound ? 'all' : 'since-heads',
    ).catch((thrown: unknown) => {
      // The database may be away for a moment; an anchor that was changed is none of its faults.
      if (!(thrown instanceof AnchorError)) throw thrown
      lines.push(thrown.message)
      return null
    })
    round += 1
    if (statement === null) {
      await alarm(lines.filter((line) => !line.startsWith('whole ')))
      return
    }
    log.info({ event: 'action-log-ends', statement })
    if (isWholeRound)
      await mail(
        'Lamplight: ends of the action log',
        `Keep this mail. \`npm run verify-log -- --anchor FILE\` checks the log against the lines below.\n\n${statement}`,
      )
  }
}

/** Plays rounds of the witness. @returns how it is stopped: it waits for the round */
export const startWitness = (parts: WitnessParts): (() => Promise<void>) => {
  const watch = createWitness(parts)
  let running: Promise<void> | null = null
  const round = (): void => {
    running ??= watch()
      .catch((error: unknown) =>
        parts.log.error({
          event: 'witness-failed',
          failure: error instanceof Error ? error.name : 'unknown',
        }),
      )
      .finally(() => {
        running = null
      })
  }
  const timers = [setTimeout(round, firstMs), setInterval(round, everyMs)]
  for (const timer of timers) timer.unref()
  return async () => {
    timers.forEach(clearInterval)
    await running
  }
}
