import type { Hono } from 'hono'
import { createApp } from '../../server/app'
import { callKind } from '../../server/areas/calling'
import type { Database } from '../../server/db/database'
import { createLog } from '../../server/http/log'
import { IdentityError } from '../../server/identity/errors'
import { createIngest } from '../../server/ingest'
import { runDue } from '../../server/jobs'
import { hearsNow } from '../../server/jobs/hearing'
import { createMailer, mailKind, type Deliver } from '../../server/outgoing'
import type { Push } from '../../server/push'
import { pushKind } from '../../server/push/kind'
import { workOff } from '../../server/queue'
import type { SecretBox } from '../../server/secret-box'

/** A process that was killed: nothing it does any more comes to the database. */
class Killed extends Error {
  override readonly name = 'Killed'
}

/** Where a server dies: so many transactions from now, before or after the last one commits. */
export interface Death {
  readonly after: number
  readonly moment: 'before-commit' | 'after-commit'
}

/** The same database as one process sees it. */
interface Process {
  readonly database: Database
  /** It dies there; left out: now. */
  kill(at?: Death): void
  isDead(): boolean
}

const processOver = (whole: Database): Process => {
  let isDead = false
  let death: { left: number; readonly moment: Death['moment'] } | null = null
  const alive = (): void => {
    if (isDead) throw new Killed()
  }
  const dieAt = (moment: Death['moment']): void => {
    if (death?.moment !== moment || death.left > 0) return
    isDead = true
    throw new Killed()
  }
  const over = (database: Database): Database => {
    const within = async <Value>(
      begin: (
        work: (trx: Parameters<Parameters<Database['asSystem']>[0]>[0]) => Promise<Value>,
      ) => Promise<Value>,
      work: (trx: Parameters<Parameters<Database['asSystem']>[0]>[0]) => Promise<Value>,
    ): Promise<Value> => {
      alive()
      const value = await begin(async (trx) => {
        const made = await work(trx)
        if (death !== null) death.left -= 1
        dieAt('before-commit')
        return made
      })
      dieAt('after-commit')
      alive()
      return value
    }
    return {
      engine: database.engine,
      ownsTables: database.ownsTables,
      get kysely() {
        alive()
        return database.kysely
      },
      asOrganization: (organizationId, work) =>
        within((begin) => database.asOrganization(organizationId, begin), work),
      asSystem: (work) => within((begin) => database.asSystem(begin), work),
      lane: (name) => over(database.lane(name)),
      listen: (channel, listener) => database.listen(channel, listener),
      close: () => Promise.resolve(),
    }
  }
  return {
    database: over(whole),
    isDead: () => isDead,
    kill: (at) => {
      if (at === undefined) isDead = true
      else death = { left: at.after, moment: at.moment }
    },
  }
}

export interface ServerParts {
  readonly database: Database
  readonly clock: { now(): number }
  readonly secrets: SecretBox
  readonly deliver: Deliver
  readonly push: Push
  /** Who is refused at the door. */
  readonly isRefused: (uid: string) => boolean
}

/** The real server in this process, whose work is done when the play says so. */
export interface WeekServer {
  readonly app: Hono
  /** What it logged as an error. */
  readonly errors: readonly string[]
  /** Does what is due now: the jobs of a round, where the play asks for them, and the queue. */
  work(round: boolean): Promise<void>
  kill(at?: Death): void
  isDead(): boolean
}

/** Starts a server over a database. */
export const startWeekServer = async (parts: ServerParts): Promise<WeekServer> => {
  const { database, kill, isDead } = processOver(parts.database)
  const { clock, secrets } = parts
  const errors: string[] = []
  const log = createLog('error', {
    write: (line: string) => {
      if (!isDead()) errors.push(line)
    },
  })
  const mailer = createMailer({ clock, secrets })
  const app = await createApp({
    database,
    clock,
    log,
    secrets,
    mailer,
    ingest: createIngest({
      database: database.lane('ingest'),
      clock,
      secrets,
      log,
      requestsPerMinute: 1_000_000,
    }),
    verify: (token) => {
      const [uid = ''] = token.split('~')
      return parts.isRefused(uid)
        ? Promise.reject(new IdentityError('TOKEN_EXPIRED'))
        : Promise.resolve({
            uid,
            email: `${uid}@week.example`,
            authTime: Math.floor(clock.now() / 1000),
            claims: {},
          })
    },
    settings: {
      basePath: '/Prod',
      publicDir: '/nonexistent',
      gitHash: 'week',
      firebase: false,
      openGraphql: true,
      asksDatabase: false,
      staffNeedSecondFactor: false,
      signInsPerMinute: 1_000_000,
      perMinute: { operations: 10_000_000, rows: 10_000_000, lookups: 1_000_000 },
      strangersPerMinute: 1_000_000,
      idlePerMinute: { group: 1_000_000, address: 1_000_000 },
    },
  })
  const jobs = { clock, asksDatabase: false }
  const ofJobs = database.lane('jobs')
  const queue = { ...jobs, database: ofJobs, log }
  const kinds = [
    callKind({ mailer, link: (page) => `https://week.example/${page}` }),
    mailKind(secrets, parts.deliver, log),
    pushKind(secrets, parts.push),
  ]
  return {
    app,
    errors,
    kill,
    isDead,
    work: async (round) => {
      try {
        if (round) await runDue(ofJobs, jobs, await hearsNow(ofJobs, jobs))
        for (const kind of kinds) await workOff(queue, kind)
      } catch (error) {
        if (!isDead()) throw error
      }
    },
  }
}
