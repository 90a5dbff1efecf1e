import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raiseAlerts } from '../../../server/areas/alert/raise'
import { callKind } from '../../../server/areas/calling'
import { queueMail } from '../../../server/db/outgoing'
import { nextRevision } from '../../../server/db/revision'
import { createEgress, foreignAddressFault } from '../../../server/ehr'
import { createPush, pushIdentity } from '../../../server/push'
import { pushKind } from '../../../server/push/kind'
import { runDue } from '../../../server/jobs'
import { workOff, type Kind } from '../../../server/queue'
import { secretBox } from '../../../server/secret-box'
import { IdentityError } from '../../../server/identity/errors'
import { codeOf, startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { buildWorld } from '../world'
import { startPushService, type Browser, type PushService } from './push-service'

const minute = 60_000
const three = Date.parse('2026-03-02T03:00:00.000Z')
const never = (): Promise<never> => new Promise(() => undefined)
const silent = { warn: () => undefined, error: () => undefined }

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let service: PushService
  let time = three
  const clock = { now: () => time }
  const iso = (ms = time): string => new Date(ms).toISOString()
  const secrets = secretBox(randomBytes(32))
  const calls = callKind({
    mailer: {
      send: ({ to, subject, text }, trx) =>
        queueMail(trx, { id: randomUUID(), to, subject, sealed: text }, iso()),
    },
    link: (page) => `https://portal.example/${page}`,
  })
  /** Pushes to this machine, which nothing but a test does. */
  const toHere = createEgress({
    allowsLoopback: true,
    timeoutMs: 2_000,
    faultOf: foreignAddressFault,
  })
  const pushesBy = (send = toHere): Kind =>
    pushKind(
      secrets,
      createPush(pushIdentity(secrets), 'mailto:ward@riverside.example', send, () => time),
    )
  const pushes = pushesBy()
  const work = (kind: Kind) =>
    workOff({ database: opened.database, clock, asksDatabase: false, log: silent }, kind)
  const rowsOf = async <Row>(text: string): Promise<readonly Row[]> =>
    (await sql.raw<Row>(text).execute(opened.database.kysely)).rows
  /** Who signs in, and their sessions. */
  const signedIn = (uid: string, session: string, untilMs = three + 12 * 60 * minute) =>
    opened.database.asSystem(async (trx) => {
      await sql`insert into identity_account (uid, email, tokens_valid_after, password_changed_at, created_at)
        values (${uid}, ${`${uid}@example.test`}, 0, 0, 0) on conflict do nothing`.execute(trx)
      await sql`insert into identity_session (id, uid, started_at, last_used_at, expires_at)
        values (${session}, ${uid}, ${three}, ${three}, ${untilMs})`.execute(trx)
    })
  /** The browser is called as that of a sign-in, without asking whether its address is of the public network. */
  const calledIn = async (browser: Browser, uid = 'nurse', session = `session-${uid}`) => {
    const id = randomUUID()
    const { subscription } = browser
    await opened.database.asOrganization('w', (trx) =>
      sql`select app_register_push(${id}, ${uid}, ${session}, ${secrets.nameOf('push-endpoint', subscription.endpoint)},
        ${secrets.seal(id, JSON.stringify(subscription))}, ${iso()}::timestamptz)`.execute(trx),
    )
    return id
  }
  const calledBrowsers = () =>
    rowsOf<{ user_id: string; identity_session_id: string }>(
      'select user_id, identity_session_id from push_subscription order by made_at, id',
    )
  const results = () =>
    rowsOf<{ sent: boolean; problem: string | null }>(
      'select sent_at is not null as sent, problem from call_push order by made_at, id',
    )

  beforeAll(async () => {
    service = await startPushService()
    server = await startServer(opened.database, {
      clock,
      secrets,
      verify: async (idToken) => {
        const [, uid, session] = /^token-([a-z]+)(?:-(\w+))?$/u.exec(idToken) ?? []
        if (uid === undefined) throw new IdentityError('INVALID_ID_TOKEN')
        return {
          uid,
          email: null,
          authTime: three / 1000,
          claims: {},
          sessionId: `session-${session ?? uid}`,
        }
      },
    })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    time = three
    await opened.database.asSystem(async (trx) => {
      for (const table of [
        'call_push',
        'push_subscription',
        'calling_step',
        'calling',
        'on_call_plan',
        'outgoing',
        'alert_trigger',
        'alert',
        'job',
        'identity_account',
      ])
        await sql`delete from ${sql.table(table)}`.execute(trx)
      await sql`insert into on_call_plan (ward_id, organization_id, slots, minutes_of_severity4, minutes_of_severity3, changed_at, changed_by)
        values ('ward-A', 'w', ${JSON.stringify([
          {
            days: [1, 2, 3, 4, 5, 6, 7],
            from: '00:00',
            until: '00:00',
            line: ['nurse', 'multi'].map((userId) => ({ userId, provider: null })),
          },
        ])}::jsonb, 5, 10, ${iso()}::timestamptz, 'admin')`.execute(trx)
    })
    await signedIn('nurse', 'session-nurse')
    await signedIn('multi', 'session-multi')
  })

  const raise = (severity = 4, patientId = 'a1') =>
    opened.database.asSystem(async (trx) =>
      raiseAlerts(
        trx,
        'w',
        [
          {
            organizationId: 'w',
            patientId,
            type: 'PatientCallbackRequest',
            key: 'callback',
            source: randomUUID(),
            occurredAt: iso(),
            severity,
            escalateAfterMinutes: null,
          },
        ],
        iso(),
        await nextRevision(trx, 'w'),
      ),
    )

  describe('a call', () => {
    test('is pushed at once to each browser of who is called, with its severity and random texts and nothing else', async () => {
      const [phone, desk] = [service.browser(), service.browser()]
      await signedIn('nurse', 'session-desk')
      await calledIn(phone)
      await calledIn(desk, 'nurse', 'session-desk')
      await raise()
      await work(calls)
      await work(pushes)
      const [first, second] = [phone.messages(), desk.messages()]
      expect(first).toEqual([
        {
          id: expect.stringMatching(/^[\w-]{36}$/),
          token: expect.stringMatching(/^[\w-]{43}$/),
          severity: 4,
        },
      ])
      expect(second).toMatchObject([{ severity: 4 }])
      expect(second[0]?.id).not.toBe(first[0]?.id)
      expect(phone.arrived().map(({ headers }) => [headers.urgency, headers.ttl])).toEqual([
        ['high', '1800'],
      ])
      expect([...service.senders]).toEqual([pushIdentity(secrets).publicKey])
      expect(await results()).toEqual([
        { sent: true, problem: null },
        { sent: true, problem: null },
      ])
      expect(await rowsOf('select 1 from outgoing')).toHaveLength(1)
      // The next in line, who has no browser, is called by mail.
      time += 5 * minute
      await work(calls)
      expect(await work(pushes)).toBe(0)
      expect(await rowsOf('select 1 from outgoing')).toHaveLength(2)
    })

    test('is not pushed once somebody deals with it, nor half an hour later', async () => {
      const phone = service.browser()
      await calledIn(phone)
      await raise()
      await work(calls)
      const [alert] = await rowsOf<{ id: string }>('select id from alert')
      await server.ask(
        `mutation { acknowledgeAlert(id: "${alert?.id}", isAcknowledged: true) { id } }`,
        { as: 'multi', in: 'w' },
      )
      await work(calls)
      await work(pushes)
      expect([phone.arrived(), await results()]).toEqual([[], [{ sent: false, problem: 'late' }]])
      await raise(4, 'a2')
      await work(calls)
      phone.answers(500)
      await work(pushes)
      phone.answers(201)
      time += 30 * minute
      await work(pushes)
      expect(phone.messages()).toEqual([])
      expect((await results()).map(({ problem }) => problem)).toEqual(['late', 'late'])
    })

    test('goes to no browser whose sign-in is over by its time, or whose user was disabled', async () => {
      const phone = service.browser()
      await signedIn('nurse', 'session-short', three + minute)
      await calledIn(phone, 'nurse', 'session-short')
      await calledIn(service.browser(), 'multi')
      await opened.database.asSystem((trx) =>
        sql`update identity_account set is_disabled = true where uid = 'multi'`.execute(trx),
      )
      expect((await calledBrowsers()).map(({ user_id }) => user_id)).toEqual(['nurse'])
      time += minute
      await raise()
      await work(calls)
      expect([await work(pushes), await results()]).toEqual([0, []])
      // Over between the step and the push.
      time = three
      await raise(4, 'a2')
      await work(calls)
      time += minute
      await work(pushes)
      expect([phone.arrived(), await results()]).toEqual([[], [{ sent: false, problem: 'gone' }]])
    })
  })

  describe('a push service', () => {
    test('that knows the browser no more ends its calls (404, 410)', async () => {
      for (const status of [404, 410]) {
        const phone = service.browser()
        await calledIn(phone)
        phone.answers(status)
        await raise(4, status === 404 ? 'a1' : 'a2')
        await work(calls)
        await work(pushes)
        time += minute
        await work(pushes)
        expect(phone.arrived()).toHaveLength(1)
        expect(await calledBrowsers()).toEqual([])
      }
      expect(await results()).toEqual([
        { sent: false, problem: 'gone' },
        { sent: false, problem: 'gone' },
      ])
    })

    test('that fails is tried again under the same topic, with the same call (500)', async () => {
      const phone = service.browser()
      await calledIn(phone)
      phone.answers(500)
      await raise()
      await work(calls)
      await work(pushes)
      time += 4_999
      expect(await work(pushes)).toBe(0)
      time += 1
      await work(pushes)
      phone.answers(201)
      time += 10_000
      await work(pushes)
      expect(new Set(phone.arrived().map(({ headers }) => headers.topic)).size).toBe(1)
      expect(phone.arrived().map(({ status }) => status)).toEqual([500, 500, 201])
      expect([phone.messages().length, await results()]).toEqual([
        1,
        [{ sent: true, problem: null }],
      ])
    })

    test('that asks to come back later is asked then (429, Retry-After)', async () => {
      const phone = service.browser()
      await calledIn(phone)
      phone.answers({ status: 429, retryAfter: '90' })
      await raise()
      await work(calls)
      await work(pushes)
      phone.answers(201)
      time += 89_999
      expect(await work(pushes)).toBe(0)
      time += 1
      await work(pushes)
      expect(phone.messages()).toHaveLength(1)
    })

    test('that refuses is not asked again (403)', async () => {
      const phone = service.browser()
      await calledIn(phone)
      phone.answers(403)
      await raise()
      await work(calls)
      await work(pushes)
      time += minute
      expect(await work(pushes)).toBe(0)
      expect(await results()).toEqual([{ sent: false, problem: 'refused' }])
      expect(await calledBrowsers()).toHaveLength(1)
    })

    test('that hangs holds up no other browser', async () => {
      const [dead, phone] = [service.browser(), service.browser()]
      await signedIn('nurse', 'session-desk')
      await calledIn(dead)
      await calledIn(phone, 'nurse', 'session-desk')
      dead.answers('hang')
      await raise()
      await work(calls)
      const patient = pushesBy(
        createEgress({ allowsLoopback: true, timeoutMs: 60_000, faultOf: foreignAddressFault }),
      )
      const stopping = new AbortController()
      const running = workOff(
        { database: opened.database, clock, asksDatabase: false, log: silent },
        { ...patient, isFinishedAtStop: false },
        stopping.signal,
      )
      await expect.poll(() => [phone.messages().length, dead.arrived().length]).toEqual([1, 1])
      stopping.abort()
      await running
      // It is tried again by whoever comes next.
      dead.answers(201)
      time += minute
      await work(pushes)
      expect(dead.messages()).toHaveLength(1)
    })

    test('at an address that is none of the public network is not asked', async () => {
      const phone = service.browser()
      await calledIn(phone)
      await raise()
      await work(calls)
      await work(pushesBy(createEgress({ allowsLoopback: false, faultOf: foreignAddressFault })))
      expect([phone.arrived(), await results()]).toEqual([
        [],
        [{ sent: false, problem: 'refused' }],
      ])
    })
  })

  describe('each call is there once', () => {
    test('of two servers one pushes', async () => {
      const phone = service.browser()
      await calledIn(phone)
      await raise()
      await Promise.all([work(calls), work(calls)])
      await Promise.all([work(pushes), work(pushes), work(pushes)])
      expect(phone.arrived()).toHaveLength(1)
    })

    test('after 20 kills, before and after the push service took it', async () => {
      const phone = service.browser()
      await calledIn(phone)
      for (let nth = 0; nth < 20; nth += 1) {
        const killed: Kind = {
          ...pushes,
          leaseMs: 30,
          work: async (...asked) => {
            if (nth % 2 === 1) await pushes.work(...asked)
            return never()
          },
        }
        await raise(4, nth % 4 < 2 ? 'a1' : 'a2')
        await work(calls)
        await work(killed)
        time += minute
        await Promise.all([work(pushes), work(pushes)])
        const waiting = phone.messages()
        expect(waiting).toHaveLength(nth + 1)
        expect(new Set(waiting.map(({ id }) => id)).size).toBe(nth + 1)
        await opened.database.asSystem(async (trx) => {
          for (const table of ['calling', 'alert_trigger', 'alert', 'job'])
            await sql`delete from ${sql.table(table)}`.execute(trx)
        })
      }
    })
  })

  describe('that a browser shows a call', () => {
    const say = async (body: unknown, path = 'received') =>
      (
        await server.fetch(`/Prod/calls/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status
    const told = async () => {
      const { data, errors } = await server.ask(
        '{ callings(patientId: "a1") { calls { user { id } calledAt receivedAt } } }',
        { as: 'multi', in: 'w' },
      )
      expect(errors).toEqual([])
      const callings = data?.['callings'] as readonly { calls: readonly unknown[] }[] | undefined
      return callings?.[0]?.calls
    }

    test('is told with the call, once, by the token of the push, without a sign-in', async () => {
      const [phone, desk] = [service.browser(), service.browser()]
      await signedIn('nurse', 'session-desk')
      await calledIn(phone)
      await calledIn(desk, 'nurse', 'session-desk')
      await raise()
      await work(calls)
      await work(pushes)
      const [{ id, token } = { id: '', token: '' }] = phone.messages()
      time += 20_000
      const others = [
        await say({ id, token: 'x'.repeat(43) }),
        await say({ id: randomUUID(), token }),
      ]
      expect(await told()).toEqual([
        { user: { id: 'nurse' }, calledAt: iso(three), receivedAt: null },
      ])
      expect([...others, await say({ id, token })]).toEqual([204, 204, 204])
      time += minute
      expect(await say({ id, token })).toBe(204)
      const [second] = desk.messages()
      expect(await say({ id: second?.id, token: second?.token })).toBe(204)
      expect(
        (
          await rowsOf<{ at: string }>(
            'select received_at as at from call_push order by received_at',
          )
        ).map(({ at }) => new Date(at).toISOString()),
      ).toEqual([iso(three + 20_000), iso()])
      expect(await told()).toEqual([
        { user: { id: 'nurse' }, calledAt: iso(three), receivedAt: iso(three + 20_000) },
      ])
    })

    test('is heard of one address 120 times a minute, and not in other words', async () => {
      const app = await startServer(opened.database, { clock, secrets })
      const post = async (body: string) =>
        (await app.fetch('/Prod/calls/received', { method: 'POST', body })).status
      expect(await post('no')).toBe(400)
      expect(await post(`{"id":"${'x'.repeat(65)}","token":"x"}`)).toBe(400)
      const said: number[] = []
      for (let nth = 2; nth < 122; nth += 1) said.push(await post('{"id":"x","token":"x"}'))
      expect([new Set(said.slice(0, 118)), said.slice(118)]).toEqual([new Set([204]), [429, 429]])
    })

    test('at another address from now on is believed of whoever knows the one until now', async () => {
      const [before, after] = [service.browser(), service.browser()]
      await calledIn(before)
      const to = { ...after.subscription, endpoint: 'https://push.example.com/new' }
      const names = () =>
        rowsOf<{ endpoint_name: string }>('select endpoint_name from push_subscription')
      const until = await names()
      expect(
        await say({ from: { ...before.subscription, auth: 'x'.repeat(22) }, to }, 'moved'),
      ).toBe(204)
      expect(
        await say(
          { from: before.subscription, to: { ...to, endpoint: 'https://10.0.0.1/' } },
          'moved',
        ),
      ).toBe(204)
      expect(await names()).toEqual(until)
      expect(await say({ from: before.subscription, to }, 'moved')).toBe(204)
      expect(await names()).toEqual([
        { endpoint_name: secrets.nameOf('push-endpoint', to.endpoint) },
      ])
      const [row] = await rowsOf<{ id: string; sealed: string }>(
        'select id, sealed from push_subscription',
      )
      expect(JSON.parse(secrets.open(row?.id ?? '', row?.sealed ?? '') ?? '')).toEqual(to)
    })

    test('leads who was called to the patient, where they may open the record', async () => {
      await calledIn(service.browser())
      await raise()
      await work(calls)
      const [push] = await rowsOf<{ id: string }>('select id from call_push')
      const leadsTo = async (as: string, organization = 'w') =>
        (await server.ask(`{ pushedPatient(callId: "${push?.id}") }`, { as, in: organization }))
          .data?.['pushedPatient']
      expect([await leadsTo('nurse'), await leadsTo('multi')]).toEqual(['a1', null])
      const isOf = async (as: string, organization: string) =>
        (
          await server.ask(`{ pushedOrganization(callId: "${push?.id}") { id } }`, {
            as,
            in: organization,
          })
        ).data?.['pushedOrganization']
      expect([await isOf('nurse', 'w'), await isOf('multi', 'h')]).toEqual([null, null])
      await opened.database.asSystem((trx) =>
        sql`update call_push set user_id = 'multi'`.execute(trx),
      )
      expect([await isOf('multi', 'w'), await isOf('multi', 'h')]).toEqual([null, { id: 'w' }])
      await opened.database.asSystem((trx) =>
        sql`update call_push set user_id = 'nurse'`.execute(trx),
      )
      expect(await leadsTo('multi', 'h')).toBe(null)
      await opened.database.asSystem((trx) =>
        sql`update ward_staff set user_id = 'admin' where user_id = 'nurse'`.execute(trx),
      )
      expect(await leadsTo('nurse')).toBe(null)
      await opened.database.asSystem((trx) =>
        sql`update ward_staff set user_id = 'nurse' where user_id = 'admin'`.execute(trx),
      )
      await opened.database.asSystem((trx) =>
        sql`update calling set storm_of = 'kind'`.execute(trx),
      )
      expect(await leadsTo('nurse')).toBe(null)
    })
  })

  describe('a sign-in that ends in a quarter of an hour', () => {
    const round = () => runDue(opened.database, { clock, asksDatabase: false })
    test('is told in its browser to whoever is on call then, once, and to nobody else', async () => {
      const [phone, desk] = [service.browser(), service.browser()]
      await signedIn('nurse', 'session-short', three + 16 * minute)
      await signedIn('manager', 'session-manager', three + 16 * minute)
      await calledIn(phone, 'nurse', 'session-short')
      await calledIn(desk, 'manager')
      await round()
      expect(await work(pushes)).toBe(0)
      time += minute
      await round()
      await round()
      await work(pushes)
      expect(phone.messages()).toMatchObject([{ severity: null, isEnding: true }])
      expect(desk.messages()).toEqual([])
      time += minute
      await round()
      await work(pushes)
      expect(phone.messages()).toHaveLength(1)
    })

    test('is not told to whoever is on call now and no more from its end on', async () => {
      const phone = service.browser()
      await opened.database.asSystem((trx) =>
        sql`update on_call_plan set slots = ${JSON.stringify([
          {
            // Monday.
            days: [1],
            from: '00:00',
            until: '03:10',
            line: [{ userId: 'nurse', provider: null }],
          },
        ])}::jsonb`.execute(trx),
      )
      await signedIn('nurse', 'session-short', three + 14 * minute)
      await calledIn(phone, 'nurse', 'session-short')
      await round()
      expect(await work(pushes)).toBe(0)
    })
  })

  describe('a test call', () => {
    const fields = 'id sentAt problem receivedAt'
    const send = async (as = 'nurse') =>
      server.ask(`mutation { sendTestCall { ${fields} } }`, { as, in: 'w' })
    const idOf = (answer: Awaited<ReturnType<typeof send>>): string =>
      (answer.data?.['sendTestCall'] as { id: string } | undefined)?.id ?? ''
    const state = async (id: string, as = 'nurse') =>
      (await server.ask(`{ testCall(id: "${id}") { ${fields} } }`, { as, in: 'w' })).data?.[
        'testCall'
      ]

    test('goes the whole way to the browser that asked for it, and says that it came', async () => {
      const [phone, desk] = [service.browser(), service.browser()]
      await signedIn('nurse', 'session-desk')
      await calledIn(phone)
      await calledIn(desk, 'nurse', 'session-desk')
      const id = idOf(await send())
      expect(await state(id)).toEqual({ id, sentAt: null, problem: null, receivedAt: null })
      await work(pushes)
      expect(await state(id)).toEqual({ id, sentAt: iso(), problem: null, receivedAt: null })
      const [said] = phone.messages()
      expect([said, desk.messages()]).toEqual([
        { id, token: expect.any(String), severity: null },
        [],
      ])
      time += 1_000
      await server.fetch('/Prod/calls/received', {
        method: 'POST',
        body: JSON.stringify({ id, token: said?.token }),
      })
      expect(await state(id)).toMatchObject({ receivedAt: iso() })
      expect(await state(id, 'multi')).toBe(undefined)
    })

    test('comes after every call', async () => {
      const [phone, desk] = [service.browser(), service.browser()]
      await calledIn(phone, 'multi')
      await calledIn(desk)
      await send('multi')
      await raise()
      await work(calls)
      const order: string[] = []
      const oneByOne = pushesBy(async (outward) => {
        order.push(outward.address)
        return toHere(outward)
      })
      await work({ ...oneByOne, atOnce: 1 })
      expect(order).toEqual([desk.subscription.endpoint, phone.subscription.endpoint])
    })

    test.each<[string, Parameters<Browser['answers']>[0], number]>([
      ['fails', 500, 2],
      ['does not answer', 'hang', 2],
      ['asks to come back later', { status: 429, retryAfter: '90' }, 1],
    ])('whose push service %s is tried twice at most', async (_what, answer, tries) => {
      const phone = service.browser()
      await calledIn(phone)
      phone.answers(answer)
      const id = idOf(await send())
      for (let nth = 0; nth < 5; nth += 1) {
        await work(pushes)
        time += 2 * minute
      }
      expect(phone.arrived()).toHaveLength(tries)
      expect(await state(id)).toMatchObject({ sentAt: null, problem: 'unheard' })
    })

    test('says what went wrong', async () => {
      const phone = service.browser()
      await calledIn(phone)
      phone.answers(410)
      const id = idOf(await send())
      await work(pushes)
      expect(await state(id)).toMatchObject({ sentAt: null, problem: 'gone' })
      expect((await send()).errors[0]?.extensions).toMatchObject({ reason: 'NOT_CALLED_HERE' })
    })
  })

  describe('a browser', () => {
    const endpoint = 'https://push.example.com/send/abc?token=1'
    const register = (as: string, more: Record<string, unknown> = {}) =>
      server.ask(
        'mutation ($endpoint: String!, $p256dh: String!, $auth: String!) { registerPush(endpoint: $endpoint, p256dh: $p256dh, auth: $auth) }',
        { as, in: 'w', variables: { ...service.browser().subscription, endpoint, ...more } },
      )

    test('is given the key of the server, and registered for the sign-in; then it is its user’s alone', async () => {
      const { data } = await server.ask('{ pushKey }', { as: 'nurse', in: 'w' })
      expect(data).toEqual({ pushKey: pushIdentity(secrets).publicKey })
      expect((await register('nurse')).data).toEqual({ registerPush: true })
      expect((await register('multi')).data).toEqual({ registerPush: true })
      expect(await calledBrowsers()).toEqual([
        { user_id: 'multi', identity_session_id: 'session-multi' },
      ])
      expect(JSON.stringify(await rowsOf('select * from push_subscription'))).not.toContain(
        'push.example.com',
      )
    })

    test('is ended by its own sign-in alone', async () => {
      await register('nurse')
      await signedIn('nurse', 'session-desk')
      await register('nurse-desk', { endpoint: `${endpoint}2` })
      const end = async (as: string) =>
        (await server.ask('mutation { endPush }', { as, in: 'w' })).data
      expect([await end('multi'), await end('nurse'), await end('nurse')]).toEqual([
        { endPush: false },
        { endPush: true },
        { endPush: false },
      ])
      expect((await calledBrowsers()).map((row) => row.identity_session_id)).toEqual([
        'session-desk',
      ])
    })

    const renew = async (as: string, organization = 'w') =>
      (
        await server.ask(
          'mutation ($endpoint: String!, $p256dh: String!, $auth: String!) { registerPush(endpoint: $endpoint, p256dh: $p256dh, auth: $auth, renews: true) }',
          { as, in: organization, variables: { ...service.browser().subscription, endpoint } },
        )
      ).data?.['registerPush']

    test('goes on with the next sign-in of the same user', async () => {
      await signedIn('nurse', 'session-next')
      expect(await renew('nurse')).toBe(false)
      await register('nurse')
      expect(await renew('nurse-next')).toBe(true)
      expect((await calledBrowsers()).map((row) => row.identity_session_id)).toEqual([
        'session-next',
      ])
    })

    test('is called for nobody once somebody else signs in, of whatever organisation', async () => {
      await register('nurse')
      expect(await renew('multi', 'h')).toBe(false)
      expect(await calledBrowsers()).toEqual([])
    })

    test('says whether it is called, and the plan of a ward who is called by mail alone', async () => {
      const isCalled = async (as: string, at: string | null = endpoint) =>
        (
          await server.ask('query ($at: String) { isCalledHere(endpoint: $at) }', {
            as,
            in: 'w',
            variables: { at },
          })
        ).data?.['isCalledHere']
      const inPlan = async () => {
        const { data } = await server.ask(
          '{ onCallPlan(wardId: "ward-A") { slots { line { user { id } hasBrowser } } } }',
          { as: 'manager', in: 'w' },
        )
        const plan = data?.['onCallPlan'] as {
          slots: { line: { user: { id: string }; hasBrowser: boolean }[] }[]
        }
        return plan.slots[0]?.line.map(({ user, hasBrowser }) => [user.id, hasBrowser])
      }
      await register('nurse')
      await signedIn('nurse', 'session-desk')
      expect([
        await isCalled('nurse'),
        await isCalled('nurse-desk'),
        await isCalled('multi'),
      ]).toEqual([true, false, false])
      // What the browser was given instead is not called.
      expect([await isCalled('nurse', `${endpoint}2`), await isCalled('nurse', null)]).toEqual([
        false,
        false,
      ])
      expect(await inPlan()).toEqual([
        ['nurse', true],
        ['multi', false],
      ])
      time += 12 * 60 * minute
      expect(await inPlan()).toEqual([
        ['nurse', false],
        ['multi', false],
      ])
    })

    test('of a user there are ten, the newest', async () => {
      for (let nth = 0; nth < 12; nth += 1) {
        time += 1_000
        await signedIn('nurse', `session-n${nth}`)
        await register(`nurse-n${nth}`, { endpoint: `${endpoint}${nth}` })
      }
      expect((await calledBrowsers()).map((row) => row.identity_session_id)).toEqual(
        Array.from({ length: 10 }, (_, nth) => `session-n${nth + 2}`),
      )
    })

    test.each([
      ['http://push.example.com/a', 'endpoint'],
      ['https://10.0.0.1/a', 'endpoint'],
      ['https://[::1]/a', 'endpoint'],
      ['https://localhost/a', 'endpoint'],
      ['https://user:secret@push.example.com/a', 'endpoint'],
      ['file:///etc/passwd', 'endpoint'],
      [`https://push.example.com/${'a'.repeat(1_000)}`, 'endpoint'],
    ])('at %s is refused', async (address, path) => {
      const { errors } = await register('nurse', { endpoint: address })
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argErrors: [{ path }] })
      expect(await calledBrowsers()).toEqual([])
    })

    test('with keys of another length is refused', async () => {
      for (const more of [{ p256dh: 'a' }, { auth: 'a'.repeat(23) }])
        expect(codeOf(await register('nurse', more))).toBe('BAD_USER_INPUT')
    })

    test('of a sign-in that is over meanwhile, or of a server that hears of no end of it, is not called', async () => {
      await opened.database.asSystem((trx) =>
        sql`update identity_session set ended_because = 'signed-out' where id = 'session-nurse'`.execute(
          trx,
        ),
      )
      expect((await register('nurse')).errors[0]?.extensions).toMatchObject({
        code: 'CONFLICT',
        reason: 'NOT_CALLED_HERE',
      })
      const google = await startServer(opened.database, { clock })
      const { data, errors } = await google.ask('{ pushKey }', { as: 'nurse', in: 'w' })
      expect([data, errors]).toEqual([{ pushKey: null }, []])
    })
  })
})
