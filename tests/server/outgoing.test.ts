import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeMails } from '../../server/db/mail-outbox'
import { createIdentity } from '../../server/identity'
import { createDelivery, createMailer, mailKind } from '../../server/outgoing'
import type { Deliver } from '../../server/outgoing'
import { startQueue, workOff } from '../../server/queue'
import { secretBox } from '../../server/secret-box'
import { startFakeSmtp, type FakeSmtp } from './fake-smtp'
import { onBothEngines } from './engines'
import { startServer } from './client'
import { buildWorld, now } from './world'

const secrets = secretBox(new Uint8Array(32).fill(7))
const minute = 60_000

onBothEngines(buildWorld, (opened) => {
  let smtp: FakeSmtp
  let time = now
  const clock = { now: () => time }
  const logged: unknown[] = []
  const log = {
    info: () => {},
    warn: (fields: unknown) => void logged.push(fields),
    error: (fields: unknown) => void logged.push(fields),
  }
  beforeAll(async () => {
    smtp = await startFakeSmtp()
  })
  afterAll(() => smtp.close())
  beforeEach(async () => {
    Object.assign(smtp, { isDown: false, onTaken: null })
    smtp.taken.length = 0
    smtp.refused.clear()
    logged.length = 0
    time = now
    for (const table of ['outgoing', 'job', 'mail_outbox', 'identity_attempt'] as const)
      await opened.database.kysely
        .withTables<{ identity_attempt: object }>()
        .deleteFrom(table)
        .execute()
  })

  const mailer = createMailer({ clock, secrets })
  const write = (to: string | null, text = 'Hello') =>
    opened.database.asSystem((trx) => mailer.send({ to, subject: 'A mail', text }, trx))
  const bySmtp = (): Deliver =>
    createDelivery({ database: opened.database, clock, smtpUrl: smtp.url })
  const parts = () => ({ database: opened.database, clock, asksDatabase: false, log })
  const kind = (deliver: Deliver = bySmtp(), box = secrets) => mailKind(box, deliver, log)
  const sendDue = (...given: Parameters<typeof kind>) => workOff(parts(), kind(...given))
  /** A server that is killed where this one says so: nothing is heard of it again. */
  const killed = async (deliver: (dies: () => Promise<never>) => Deliver): Promise<void> => {
    await new Promise<void>((isDead) => {
      const dies = (): Promise<never> => {
        isDead()
        return new Promise(() => undefined)
      }
      void sendDue(deliver(dies)).then(() => isDead())
    })
  }
  const queue = () => opened.database.kysely.selectFrom('outgoing').selectAll().execute()
  const jobs = () => opened.database.kysely.selectFrom('job').selectAll().execute()

  test('a mail is sent once, to whom it is for, and its text is kept no longer', async () => {
    await write('a@example.test', 'Follow https://p.example/x?oobCode=secret')
    expect((await queue())[0]?.sealed).not.toContain('secret')
    await sendDue()
    await sendDue()
    expect(smtp.taken.map(({ to }) => to)).toEqual(['a@example.test'])
    expect(smtp.taken[0]?.text).toContain('oobCode=secret')
    expect(await queue()).toMatchObject([{ sealed: null, attempts: 1, problem: null }])
  })

  test('to a mail server elsewhere nothing is sent without TLS, unless its address says so', async () => {
    const elsewhere = await startFakeSmtp('127.0.0.2')
    const letter = { id: 'l', to: 'a@example.test', subject: 'x', text: 'oobCode=secret' }
    const by = (smtpUrl: string) =>
      createDelivery({ database: opened.database, clock, smtpUrl })(letter)
    expect(await by(elsewhere.url.replace('?ignoreTLS=true', ''))).toMatchObject({ kind: 'failed' })
    expect(elsewhere.taken).toEqual([])
    expect(await by(elsewhere.url)).toEqual({ kind: 'sent' })
    await elsewhere.close()
  })

  test('what is undone with its transaction is not sent', async () => {
    const undone = opened.database.asSystem(async (trx) => {
      await mailer.send({ to: 'a@example.test', subject: 'x', text: 'x' }, trx)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await sendDue()
    expect(smtp.taken).toEqual([])
  })

  test('an organisation’s own transaction may write one, and reads none', async () => {
    await opened.database.asOrganization('w', (trx) =>
      mailer.send({ to: 'a@example.test', subject: 'x', text: 'x' }, trx),
    )
    await expect(
      opened.database.asOrganization('w', (trx) =>
        trx.selectFrom('outgoing').selectAll().execute(),
      ),
    ).rejects.toThrow(/permission denied/)
    await sendDue()
    expect(smtp.taken).toHaveLength(1)
  })

  test('the mail server is down for an hour, and this one killed twenty times: each mail arrives once, none is lost', async () => {
    smtp.isDown = true
    const addresses = Array.from({ length: 6 }, (_none, index) => `n${index}@example.test`)
    for (const address of addresses) await write(address)
    for (let kill = 0; kill < 20; kill += 1) {
      await killed((dies) => dies)
      await sendDue()
      time += 3 * minute
    }
    expect(smtp.taken).toEqual([])
    smtp.isDown = false
    for (let look = 0; look < 3; look += 1) {
      time += 10 * minute
      await sendDue()
    }
    expect(smtp.taken.map(({ to }) => to).toSorted()).toEqual(addresses)
  })

  test('killed after the mail server took it and before that was noted: it comes again under the same Message-ID', async () => {
    await write('a@example.test')
    const deliver = bySmtp()
    await killed((dies) => async (letter) => {
      await deliver(letter)
      return dies()
    })
    await sendDue()
    expect(smtp.taken).toHaveLength(1)
    time += 3 * minute
    await sendDue()
    expect(new Set(smtp.taken.map(({ messageId }) => messageId)).size).toBe(1)
    await sendDue()
    expect(smtp.taken).toHaveLength(2)
  })

  test('several servers send each mail once', async () => {
    for (let index = 0; index < 12; index += 1) await write(`s${index}@example.test`)
    await Promise.all([sendDue(), sendDue(), sendDue()])
    expect(smtp.taken).toHaveLength(12)
    expect(new Set(smtp.taken.map(({ to }) => to)).size).toBe(12)
  })

  test('tries wait longer each time, ten minutes at most', async () => {
    smtp.isDown = true
    await write('a@example.test')
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries += 1) {
      await sendDue()
      const due = Date.parse((await jobs())[0]?.due_at ?? '')
      waits.push((due - time) / 1000)
      time = due
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600])
  })

  test('an address that is refused for good is not tried again, and internal staff see it', async () => {
    smtp.refused.set('gone@example.test', '550 5.1.1 No such user')
    await write('gone@example.test')
    await write('a@example.test')
    await sendDue()
    time += 60 * minute
    await sendDue()
    expect(smtp.taken.map(({ to }) => to)).toEqual(['a@example.test'])
    const server = await startServer(opened.database)
    const { data } = await server.ask('{ mailTroubles { to subject attempts problem dueAt } }', {
      as: 'staff',
      path: '/Prod/graphql-internal',
    })
    expect(data?.mailTroubles).toEqual([
      {
        to: 'gone@example.test',
        subject: 'A mail',
        attempts: 1,
        problem: '550 5.1.1 No such user',
        dueAt: null,
      },
    ])
  })

  test('a relay that does not take our sender, or sends nothing for us, is tried again', async () => {
    for (const [to, answer] of [
      ['policy@example.test', '550 5.7.1 Not for you'],
      ['relay@example.test', '554 5.7.1 Relay access denied'],
    ] as const)
      smtp.refused.set(to, answer)
    await write('policy@example.test')
    await write('relay@example.test')
    smtp.refusedSender = '553 5.1.8 Sender address rejected'
    await write('sender@example.test')
    await sendDue()
    expect((await queue()).map(({ dead_at, sealed }) => [dead_at, sealed === null])).toEqual([
      [null, false],
      [null, false],
      [null, false],
    ])
    smtp.refused.clear()
    smtp.refusedSender = null
    time += minute
    await sendDue()
    expect(smtp.taken).toHaveLength(3)
  })

  test('one that is put off is tried again', async () => {
    smtp.refused.set('busy@example.test', '451 Try again later')
    await write('busy@example.test')
    await sendDue()
    expect(await queue()).toMatchObject([{ dead_at: null, problem: '451 Try again later' }])
    const server = await startServer(opened.database)
    const { data } = await server.ask('{ mailTroubles { attempts dueAt } }', {
      as: 'staff',
      path: '/Prod/graphql-internal',
    })
    expect(data?.mailTroubles).toEqual([
      { attempts: 1, dueAt: new Date(time + 10_000).toISOString() },
    ])
    smtp.refused.clear()
    time += minute
    await sendDue()
    expect(smtp.taken).toHaveLength(1)
  })

  test('after three days a mail is given up, and its text is gone', async () => {
    smtp.isDown = true
    await write('a@example.test')
    time += 3 * 86_400_000
    await sendDue()
    expect(await queue()).toMatchObject([{ sealed: null, dead_at: new Date(time).toISOString() }])
  })

  test('a mail to nobody is the same work and goes nowhere', async () => {
    await write(null)
    await sendDue()
    expect(smtp.taken).toEqual([])
    expect((await queue())[0]?.sent_at).not.toBeNull()
  })

  test('without a mail server it is kept, once, to be read', async () => {
    await write('a@example.test', 'Hello there')
    const deliver = createDelivery({ database: opened.database, clock, keepsCodes: true })
    await sendDue(async (letter) => {
      await deliver(letter)
      return deliver(letter)
    })
    const kept = await opened.database.kysely.selectFrom('mail_outbox').selectAll().execute()
    expect(kept).toMatchObject([{ to_address: 'a@example.test', body: 'Hello there' }])
  })

  test('one that was sealed under another key is told, not sent', async () => {
    await write('a@example.test')
    await sendDue(bySmtp(), secretBox(new Uint8Array(32)))
    expect(await queue()).toMatchObject([{ problem: 'It was sealed under another key' }])
    expect(smtp.taken).toEqual([])
  })

  test('no log names whom a mail is for', async () => {
    smtp.refused.set('gone@example.test', '550 No gone@example.test here')
    await write('gone@example.test')
    await sendDue()
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain('gone@')
  })

  test('a running server sends what is written at once, and stops without losing any', async () => {
    const stop = startQueue(parts(), [kind()], 3_600_000)
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
    const arrived = new Promise<void>((resolve) => {
      smtp.onTaken = resolve
    })
    await write('a@example.test')
    await arrived
    await stop()
    await write('later@example.test')
    expect(smtp.taken).toHaveLength(1)
    await sendDue()
    expect(smtp.taken).toHaveLength(2)
  })

  test('sent mails are forgotten after 30 days', async () => {
    await write('a@example.test')
    await sendDue()
    await purgeMails({ database: opened.database, clock: { now: () => now + 29 * 86_400_000 } })
    expect(await queue()).toHaveLength(1)
    await purgeMails({ database: opened.database, clock: { now: () => now + 31 * 86_400_000 } })
    expect(await queue()).toEqual([])
  })

  describe('the identity server', () => {
    test('asked for a reset, a known and an unknown address write the same rows; one mail leaves', async () => {
      const identity = createIdentity({
        secrets,
        database: opened.database,
        clock,
        mailer,
        config: {
          projectId: 'p',
          portalUrl: 'https://portal.example',
          passwordCost: { logN: 4, r: 1, p: 1 },
        },
      })
      const email = `k${opened.database.engine}@example.test`
      await identity.createAccount({ email })
      for (const address of [email, 'unknown@example.test'])
        await identity.routes.request(
          '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k',
          {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: address }),
          },
        )
      expect(await queue()).toHaveLength(2)
      await sendDue()
      expect(smtp.taken.map(({ to }) => to)).toEqual([email])
      expect(smtp.taken[0]?.text).toMatch(/portal\.example\/account-action\?mode=resetPassword/)
    })
  })
})
