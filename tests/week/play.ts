import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../server/db/database'
import { createEgress, foreignAddressFault } from '../../server/ehr'
import { createPush, pushIdentity } from '../../server/push'
import { secretBox } from '../../server/secret-box'
import { startPushService, type Browser } from '../server/calling/push-service'
import { randomOf, type Random } from '../sim/random'
import { newLedger, type Ledger, type Reading, type SeenAlert, type Vitals } from './ledger'
import { startWeekServer, type Death, type WeekServer } from './server'
import {
  buildWeek,
  callIn,
  dayFrom,
  hour,
  ingestKeyOf,
  iso,
  minute,
  nightFrom,
  north,
  people,
  personOf,
  wardOf,
  wards,
  zone,
} from './world'

/** No server answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}
/** The server said no. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

export interface Given {
  readonly seed: number
  readonly database: Database
  /** Epoch milliseconds: the week, or an hour of it. */
  readonly fromMs: number
  readonly untilMs: number
  /** How many patients each ward has; wards that are not named are not played. */
  readonly patients: Readonly<Record<string, number>>
  /** How often, in hours: somebody falls ill, and a server is killed. */
  readonly pace: {
    readonly illEveryHours: number
    readonly killEveryHours: number
    /** And an administrator admits, moves or discharges somebody. */
    readonly turnEveryHours: number
    /** And a nurse with a tablet visits somebody. */
    readonly visitEveryHours: number
  }
  /** A fault that a test plants, which must be found. */
  readonly plant?: Plant
  readonly say?: (line: string) => void
}

/** A fault: put in once the world is there, or done at each start of a server. */
export interface Plant {
  readonly once?: (database: Database) => Promise<void>
  readonly atStart?: (database: Database) => Promise<void>
}

/** A patient of the play. */
export interface Patient {
  readonly id: string
  /** Who has them now, and on which ward they are, or were last. */
  organization: string
  ward: string
  /** The ward whose care pathway they are under. */
  pathwayOf: string
  /** On a ward now. */
  isHere: boolean
  /** How ill they are at an instant. */
  levelAt: (ms: number) => 0 | 1 | 2
}

/** The play: its clock, its server, and what was written down. */
export interface Play {
  readonly given: Given
  readonly random: Random
  readonly ledger: Ledger
  readonly patients: Patient[]
  now(): number
  /** Something that happens at an instant. What its program throws is told, and does not stop the play. */
  at(ms: number, who: string, happens: () => Promise<void>): void
  /** Asks the server as somebody. @throws NoAnswer, Refused */
  ask<Data>(by: string, query: string, variables?: object, key?: string): Promise<Data>
  /** One request of somebody's device, as the page sends it. @throws NoAnswer */
  request(url: string, init: RequestInit): Promise<Response>
  /** Notes what somebody was given. */
  note(by: string, text: string): void
  /** A device sends a reading. @throws NoAnswer */
  send(reading: Reading): Promise<void>
  /** Writes down how the alerts of a patient are now. */
  look(patient: string): Promise<void>
  /** The wards of this play. */
  readonly wards: readonly string[]
  kill(at?: Death): void
  /** Is told of each call that comes: to which address, and about whom. */
  hear(hears: (to: string, patient: string | null) => void): void
  /** How often each kind of thing happened. */
  readonly counts: Map<string, number>
  count(what: string, by?: number): void
  /** What went wrong by itself: errors that the server logged, and what programs threw. */
  readonly faults: string[]
}

const alertFields = `id severity type startedAt alertRule { id } acknowledgedAt acknowledgedBy { id } snoozedUntil endedHold { at reason } triggers { startedAt raisedAt }`
interface WireAlert {
  readonly id: string
  readonly severity: number
  readonly type: string
  readonly alertRule: { readonly id: string } | null
  readonly acknowledgedAt: string | null
  readonly acknowledgedBy: { readonly id: string } | null
  readonly endedHold: { readonly at: string; readonly reason: string } | null
  readonly triggers: readonly { readonly startedAt: string; readonly raisedAt: string }[]
}
const seenOf = (alert: WireAlert): SeenAlert => ({
  id: alert.id,
  severity: alert.severity,
  type: alert.type,
  rule: alert.alertRule?.id ?? null,
  heldBy: alert.acknowledgedBy?.id ?? null,
  heldSinceMs: alert.acknowledgedAt === null ? null : Date.parse(alert.acknowledgedAt),
  ended:
    alert.endedHold === null
      ? null
      : { atMs: Date.parse(alert.endedHold.at), reason: alert.endedHold.reason },
  triggers: alert.triggers
    .map(({ startedAt, raisedAt }) => ({
      causeMs: Date.parse(startedAt),
      raisedMs: Date.parse(raisedAt),
    }))
    .toSorted((a, b) => a.causeMs - b.causeMs),
})

interface Happening {
  readonly ms: number
  readonly nth: number
  readonly who: string
  readonly happens: () => Promise<void>
}

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hour: '2-digit',
  hourCycle: 'h23',
})
/** The hour of the day by the wall clock of the wards. */
export const hourOf = (ms: number): number => Number(format.format(ms))
export const isDay = (ms: number): boolean => hourOf(ms) >= dayFrom && hourOf(ms) < nightFrom

/** Which administrator sees all of an organisation. */
export const adminOf = (organization: string): string => (organization === north ? 'adam' : 'sara')

const readingsOf = (vitals: Vitals) => ({
  onOxygen: false,
  consciousness: vitals.consciousness,
  temperature: { value: vitals.temperature },
  pulseRate: { value: vitals.pulse },
  pulseOxiData: { averageSpO2: vitals.saturation, confidence: 'HIGH' },
  respiratoryRate: { value: vitals.breaths },
  bloodPressureData: { systolic: vitals.systolic, diastolic: vitals.diastolic },
})

/** Makes the world and its server; nothing has happened yet. */
export const prepare = async (given: Given): Promise<Play & { run(): Promise<void> }> => {
  const random = randomOf(given.seed)
  const ledger = newLedger()
  const secrets = secretBox(new Uint8Array(32).fill(9))
  let time = given.fromMs - hour
  const clock = { now: () => time }
  const queue: Happening[] = []
  const counts = new Map<string, number>()
  const faults: string[] = []
  let nth = 0
  let server: WeekServer | null = null
  await buildWeek(given.database, secrets, time)
  await given.plant?.once?.(given.database)

  const say = (line: string): void => {
    const told = `${iso(time)} ${line}`
    ledger.lines.push(told)
    given.say?.(told)
  }
  const count = (what: string, by = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + by)
  }
  const arrive = (by: 'mail' | 'push', id: string, to: string, subject: string, text: string) => {
    const patient = /patient\/([\w-]+)/u.exec(text)?.[1] ?? null
    ledger.arrivals.push({ by, id, to, patient, subject, atMs: time })
    say(`${by} to ${to}${patient === null ? '' : ` about ${patient}`}: ${subject}`)
    count(by === 'mail' ? 'mails' : 'pushes')
    for (const hears of listeners) hears(to, patient)
  }
  const listeners: ((to: string, patient: string | null) => void)[] = []

  const service = await startPushService()
  const push = createPush(
    pushIdentity(secrets),
    'mailto:week@week.example',
    createEgress({ allowsLoopback: true, timeoutMs: 5_000, faultOf: foreignAddressFault }),
    () => time,
  )
  const browsers = new Map(
    people
      .filter(({ hasBrowser }) => hasBrowser)
      .map(({ id }): [string, { readonly browser: Browser; heard: number }] => [
        id,
        { browser: service.browser(), heard: 0 },
      ]),
  )
  for (const [who, { browser }] of browsers) {
    await callIn(given.database, secrets, who, browser.subscription, time)
    ledger.browsers.push({ who, fromMs: time })
  }
  /** What came to the browsers of those on call. */
  const hearPushes = (): void => {
    for (const [who, kept] of browsers) {
      const arrived = kept.browser.arrived()
      for (const { headers } of arrived.slice(kept.heard))
        arrive('push', String(headers['topic']), who, 'push', '')
      kept.heard = arrived.length
    }
  }

  const start = async (): Promise<void> => {
    server = await startWeekServer({
      database: given.database,
      clock,
      secrets,
      isRefused: (uid) => ledger.gone.has(uid),
      deliver: ({ id, to, subject, text }) => {
        if (server?.isDead() === true) return Promise.resolve({ kind: 'failed', problem: 'killed' })
        arrive('mail', id, to, subject, text)
        return Promise.resolve({ kind: 'sent' })
      },
      push,
    })
  }
  await start()

  /** Notices that the server died, and has it started again. */
  const notice = (): void => {
    if (server?.isDead() !== true) return
    faults.push(...server.errors.map((line) => `server: ${line}`))
    server = null
    const outage = { fromMs: time, untilMs: Infinity }
    ledger.outages.push(outage)
    const downMs = random.chance(0.5) ? random.between(3, 40) * 1000 : random.between(1, 8) * minute
    say('the server was killed')
    count('kills')
    at(time + downMs, 'operator', async () => {
      await given.plant?.atStart?.(given.database)
      await start()
      outage.untilMs = time
      await lookAtAll()
      say('a server was started')
    })
  }
  const at: Play['at'] = (ms, who, happens) => {
    queue.push({ ms: Math.max(Math.round(ms), time), nth: (nth += 1), who, happens })
  }

  const request: Play['request'] = async (url, init) => {
    if (server === null) throw new NoAnswer('No server runs')
    const asked = server
    const answer = await asked.app.request(url, init)
    if (asked.isDead()) {
      notice()
      throw new NoAnswer('The server was killed')
    }
    if (answer.status >= 502) throw new NoAnswer(`${answer.status}`)
    return answer
  }

  const givenAt = new Map<string, number>()
  const note: Play['note'] = (by, text) => {
    for (const { id: patient } of patients) {
      if (!text.includes(`"${patient}"`)) continue
      const key = `${by} ${patient}`
      const before = givenAt.get(key)
      if (before !== undefined && time - before < 60_000) continue
      givenAt.set(key, time)
      ledger.given.push({ to: by, patient, atMs: time })
    }
  }
  const ask: Play['ask'] = async <Data>(
    by: string,
    query: string,
    variables: object = {},
    key?: string,
  ) => {
    const answer = await request('http://week.example/Prod/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${by}`,
        'x-acting-organization-id': personOf(by).organization,
      },
      body: JSON.stringify({
        query,
        variables,
        ...(key === undefined ? {} : { extensions: { idempotencyKey: key } }),
      }),
    })
    const text = await answer.text()
    note(by, text)
    const said = JSON.parse(text) as {
      data?: Data
      errors?: { message: string; extensions?: { code?: string; reason?: string } }[]
    }
    const [error] = said.errors ?? []
    if (error !== undefined)
      throw new Refused(
        error.extensions?.reason ?? error.extensions?.code ?? String(answer.status),
        error.message,
      )
    if (said.data === undefined) throw new Refused(String(answer.status), text)
    return said.data
  }

  const send: Play['send'] = async (reading) => {
    const { organization } = patientOf(reading.patient)
    const key = ingestKeyOf(organization)
    const path = '/Prod/ingest/v1/checkups'
    const body = JSON.stringify({
      id: reading.id,
      patientId: reading.patient,
      startedAt: iso(reading.endedMs - 3 * minute),
      endedAt: iso(reading.endedMs),
      ...readingsOf(reading.vitals),
    })
    const timestamp = String(Math.floor(time / 1000))
    reading.tries += 1
    const answer = await request(path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-api-key': key.id,
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha256', key.secret)
          .update(`${timestamp}\nPOST\n${path}\n${body}`)
          .digest('hex'),
      },
    })
    if (!answer.ok) throw new Refused(String(answer.status), await answer.text())
    reading.acceptedMs ??= time
  }

  const patients: Patient[] = []
  const patientOf = (id: string): Patient => {
    const found = patients.find((one) => one.id === id)
    if (found === undefined) throw new RangeError(`No patient ${id}`)
    return found
  }

  const isSame = (a: readonly SeenAlert[], b: readonly SeenAlert[]): boolean =>
    JSON.stringify(a) === JSON.stringify(b)
  const noteLook = (patient: string, alerts: readonly SeenAlert[]): void => {
    const looks = ledger.looks.get(patient) ?? []
    ledger.looks.set(patient, looks)
    const sorted = alerts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (isSame(looks.at(-1)?.alerts ?? [], sorted)) return
    looks.push({ atMs: time, alerts: sorted })
  }
  const look: Play['look'] = async (patient) => {
    const { alerts } = await ask<{ alerts: { alerts: readonly WireAlert[] } }>(
      adminOf(patientOf(patient).organization),
      `query ($patientId: ID!) { alerts(patientId: $patientId) { alerts { ${alertFields} } } }`,
      { patientId: patient },
    )
    noteLook(patient, alerts.alerts.map(seenOf))
  }
  const lookAtAll = async (): Promise<void> => {
    for (const organization of new Set(used.map((ward) => wardOf(ward).organization))) {
      const { virtualWardPatients: board } = await ask<{
        virtualWardPatients: {
          patients: readonly { id: string; alerts: readonly WireAlert[] }[]
        }
      }>(
        adminOf(organization),
        `{ virtualWardPatients(take: 50, skip: 0) { patients { id alerts { ${alertFields} } } } }`,
      )
      const shown = new Map(board.patients.map(({ id, alerts }) => [id, alerts.map(seenOf)]))
      for (const { id, organization: of } of patients)
        if (of === organization) noteLook(id, shown.get(id) ?? [])
    }
  }

  const used = wards.flatMap(({ id }) => (given.patients[id] === undefined ? [] : [id]))

  /** Does what is due; notices a death in it. */
  const work = async (round: boolean): Promise<void> => {
    if (server === null) return
    await server.work(round)
    hearPushes()
    notice()
  }
  const nextJob = async (): Promise<number> => {
    const { rows } = await sql<{ at: string | null }>`
      select min(greatest(due_at, coalesce(claimed_until, due_at))) as at from job where kind in ('call', 'mail', 'push')`.execute(
      given.database.kysely,
    )
    const [row] = rows
    return row?.at == null ? Infinity : Date.parse(row.at)
  }

  const play: Play = {
    given,
    random,
    ledger,
    patients,
    now: () => time,
    at,
    ask,
    request,
    note,
    send,
    look,
    wards: used,
    counts,
    count,
    faults,
    hear: (hears) => void listeners.push(hears),
    kill: (death) => {
      server?.kill(death)
      notice()
    },
  }
  const take = (): Happening | undefined => {
    let best = -1
    for (const [index, one] of queue.entries()) {
      const other = queue[best]
      if (other === undefined || one.ms < other.ms || (one.ms === other.ms && one.nth < other.nth))
        best = index
    }
    return best < 0 ? undefined : queue.splice(best, 1)[0]
  }

  const run = async (): Promise<void> => {
    let tickMs = time
    for (;;) {
      const dueMs = server === null ? Infinity : await nextJob()
      const soonest = queue.reduce((least, { ms }) => Math.min(least, ms), Infinity)
      const nextMs = Math.min(tickMs, dueMs, soonest)
      if (nextMs > given.untilMs) break
      time = Math.max(time, nextMs)
      if (soonest <= time) {
        const happening = take()
        try {
          await happening?.happens()
        } catch (error) {
          if (!(error instanceof NoAnswer))
            faults.push(
              `${iso(time)} ${happening?.who}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
            )
        }
        count('events')
        notice()
        await work(false)
      } else if (tickMs <= time) {
        tickMs = time + minute
        await work(true)
        try {
          await lookAtAll()
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error
        }
        notice()
        await work(false)
      } else await work(false)
    }
    time = given.untilMs
    await service.close()
    if (server !== null) {
      const { errors } = server as WeekServer
      faults.push(...errors.map((line) => `server: ${line}`))
    }
  }
  return Object.assign(play, { run })
}
