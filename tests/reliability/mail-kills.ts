import { randomUUID } from 'node:crypto'
import { systemClock } from '../../server/clock'
import { openDatabase } from '../../server/db/database'
import { createMailer } from '../../server/outgoing'
import { openSecretBox } from '../../server/secret-box'
import { startFakeSmtp } from '../server/fake-smtp'
import { randomOf } from '../sim/random'
import { createServerProcess } from './server-process'

interface MailKillsReport {
  readonly kills: number
  readonly written: number
  /** Mails that never arrived. */
  readonly lost: number
  /** Mails that came under two Message-IDs, or to somebody else: told twice. */
  readonly twice: number
  /** Mails that came again under their own Message-ID, by which a receiver knows them. */
  readonly repeated: number
}

const sleep = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })
/** Looks until it is so; a minute and a half at most. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (let left = 9_000; !(await isSo()); left -= 1) {
    if (left === 0) throw new Error('It did not come to it')
    await sleep(10)
  }
}

/**
 * Writes mails while the real server sends them and is killed with SIGKILL: in turn as the mail
 * server took one and had not said so, and at any moment.
 * @param seed what happens by chance
 */
export async function runMailKills(options: {
  readonly kills: number
  readonly dataDir: string
  readonly url: string
  readonly seed: number
}): Promise<MailKillsReport> {
  const { kills, dataDir, url } = options
  const chance = randomOf(options.seed)
  const smtp = await startFakeSmtp()
  const server = createServerProcess({
    dataDir,
    url,
    password: '',
    env: { SMTP_URL: smtp.url },
  })
  const database = await openDatabase({ url })
  const mailer = createMailer({ clock: systemClock, secrets: openSecretBox({ dataDir }) })
  const written: string[] = []
  const write = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      const to = `${randomUUID()}@example.test`
      written.push(to)
      await database.asSystem((trx) => mailer.send({ to, subject: 'A mail', text: to }, trx))
    }
  }
  /** As if the time that a server has for one mail were over. */
  const letClaimsEnd = (): Promise<unknown> =>
    database.kysely
      .updateTable('job')
      .set({ claim: null, claimed_until: null, due_at: new Date(0).toISOString() })
      .where('kind', '=', 'mail')
      .execute()
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await letClaimsEnd()
      await server.start()
      const [before, few] = [smtp.taken.length, chance.between(1, 6)]
      const isDead =
        kill % 2 === 0
          ? new Promise<void>((dead) => {
              smtp.onTaken = () => {
                if (smtp.taken.length >= before + few) {
                  smtp.onTaken = null
                  void server.kill().then(dead)
                }
              }
            })
          : until(() => smtp.taken.length >= before + few).then(async () => {
              await sleep(chance.between(0, 30))
              await server.kill()
            })
      await Promise.all([write(8), isDead])
    }
    await letClaimsEnd()
    await server.start()
    await until(
      async () =>
        (await database.kysely
          .selectFrom('outgoing')
          .select('id')
          .where('sent_at', 'is', null)
          .executeTakeFirst()) === undefined,
    )
    await server.stop()
  } finally {
    await server.kill()
    await database.close()
    await smtp.close()
  }
  const idsOf = (to: string) => smtp.taken.filter((mail) => mail.to === to)
  const unique = (to: string) => new Set(idsOf(to).map(({ messageId }) => messageId)).size
  return {
    kills,
    written: written.length,
    lost: written.filter((to) => idsOf(to).length === 0).length,
    twice:
      written.filter((to) => unique(to) > 1).length +
      smtp.taken.filter(({ to, text }) => !text.includes(to)).length,
    repeated: smtp.taken.length - new Set(smtp.taken.map(({ messageId }) => messageId)).size,
  }
}
