import type { Logger } from 'pino'
import { purgeNotifications } from './areas/notification'
import { purgeVideoCalls } from './areas/video-call'
import type { Clock } from './clock'
import type { Config } from './config'
import type { Database } from './db/database'
import { openLogKey } from './db/log-key'
import { purgeMails } from './db/mail-outbox'
import { anchorOf } from './db/verify-log'
import { purgeEhrEvents } from './ehr'
import { purgeSync } from './engine'
import type { Mailer } from './identity'
import { startWitness } from './jobs/witness'

/** How often the position is noted outside the database, to notice a restored backup. */
const epochMarkMs = 5_000
/** How often what no device can ask for any more is purged. */
const purgeMs = 6 * 3_600_000
/** The first purge after a start, milliseconds. */
const firstPurgeMs = 60_000

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown')

export interface UpkeepParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly mailer: Mailer
  readonly epoch: { readonly mark: () => Promise<void> }
}

/** What has to be done again and again while the server runs. @returns how it is stopped */
export const startUpkeep = (
  { dataDir, auditMail }: Pick<Config, 'dataDir' | 'auditMail'>,
  { database, clock, log, epoch, mailer }: UpkeepParts,
): (() => Promise<void>) => {
  const mark = (): void => {
    epoch
      .mark()
      .catch((error: unknown) => log.error({ event: 'epoch-mark-failed', failure: nameOf(error) }))
  }
  const purge = (): void => {
    purgeMails({ database, clock }).catch((error: unknown) =>
      log.error({ event: 'mail-purge-failed', failure: nameOf(error) }),
    )
    purgeEhrEvents(database, clock.now()).catch((error: unknown) =>
      log.error({ event: 'ehr-purge-failed', failure: nameOf(error) }),
    )
    purgeNotifications({ database, clock }).catch((error: unknown) =>
      log.error({ event: 'notification-purge-failed', failure: nameOf(error) }),
    )
    purgeVideoCalls({ database, clock }).catch((error: unknown) =>
      log.error({ event: 'video-call-purge-failed', failure: nameOf(error) }),
    )
    purgeSync({ database, clock }).then(
      (purged) => log.info({ event: 'sync-purged', ...purged }),
      (error: unknown) => log.error({ event: 'sync-purge-failed', failure: nameOf(error) }),
    )
  }
  const timers = [
    setInterval(mark, epochMarkMs),
    setInterval(purge, purgeMs),
    // Also of a server that is restarted more often.
    setTimeout(purge, firstPurgeMs),
  ]
  for (const timer of timers) timer.unref()
  const stopWitness = startWitness({
    ...{ database, clock, log, mailer },
    key: openLogKey(dataDir),
    anchor: anchorOf(dataDir),
    auditMail: auditMail ?? null,
  })
  return async () => {
    timers.forEach(clearInterval)
    await stopWitness()
  }
}
