import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ShownToken } from '../../server/areas/integration-token'
import { readForToken } from '../../server/areas/integration-token'
import type { Database, Trx } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import {
  integrationRoutes,
  type IntegrationRoute,
} from '../../src/domain/integration-token/reading'
import { isFull } from '../depth'
import { onBothEngines } from './engines'
import { addCheckup, addPatient, at, buildWorld, now } from './world'

// Pages of two: rounds are many pages long, and most changes come in the middle of one.
vi.mock('../../src/domain/integration-token/reading', async (original) => ({
  ...(await original<object>()),
  integrationPage: 2,
}))

const clock = { now: () => now }
const token: ShownToken = { id: 'token-w', organizationId: 'w', isInUse: true }
const people = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'] as const
/** Registered at `h`, admitted by `w`: their details count by another organisation's revisions. */
const isOfH = (id: string): boolean => id === 'r2' || id === 'r5'

const build = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await database.asSystem(async (trx) => {
    for (const id of people)
      await addPatient(trx, {
        id,
        of: isOfH(id) ? 'h' : 'w',
        first: id,
        last: 'Read',
        links: isOfH(id) ? ['w'] : [],
      })
    await trx
      .insertInto('integration_token')
      .values({
        id: token.id,
        organization_id: 'w',
        type: 'CareRecord',
        token_hash: 'x',
        created_at: at(0),
        created_by: 'admin',
      })
      .execute()
  })
}

const kinds = [
  'admit',
  'details',
  'admit',
  'discharge',
  'move',
  'details',
  'flag',
  'endFlags',
  'checkup',
  'rescore',
  'alert',
  'close',
  'foreign',
] as const
type Kind = (typeof kinds)[number]
type Step =
  | { readonly read: IntegrationRoute }
  | { readonly does: Kind; readonly who: (typeof people)[number]; readonly n: number }

let made = 0
const fresh = (what: string): string => `${what}-${String((made += 1)).padStart(5, '0')}`

const admit = async (trx: Trx, who: string): Promise<void> => {
  const open = await trx
    .selectFrom('ward_admission')
    .select('id')
    .where('patient_id', '=', who)
    .where('discharged_at', 'is', null)
    .executeTakeFirst()
  if (open !== undefined) return
  const stay = {
    patient_id: who,
    organization_id: 'w',
    ward_id: 'ward-A',
    care_pathway_id: 'pathway-w',
    created_at: at(10),
    revision: await nextRevision(trx, 'w'),
  }
  const id = fresh('stay')
  await trx
    .insertInto('ward_admission')
    .values({ ...stay, id, admitted_at: at(10) })
    .execute()
  await trx
    .insertInto('admission_event')
    .values({
      ...stay,
      id: fresh('event'),
      admission_id: id,
      type: 'Admission',
      effective_at: at(10),
    })
    .execute()
}

const flag = (trx: Trx, who: string, organizationId: string, revision: number) =>
  trx
    .insertInto('patient_flag')
    .values({
      id: fresh('flag'),
      patient_id: who,
      organization_id: organizationId,
      type: 'OnOxygen',
      title: 'On oxygen',
      description: fresh('why'),
      started_at: at(5),
      revision,
    })
    .execute()

const alert = async (trx: Trx, who: string): Promise<unknown> =>
  trx
    .insertInto('alert')
    .values({
      id: fresh('alert'),
      organization_id: 'w',
      patient_id: who,
      type: 'AlertRule',
      source_key: fresh('rule'),
      status: 'open',
      started_at: at(3),
      latest_at: at(3),
      severity: 2,
      open_triggers: 1,
      triggers: 1,
      created_at: at(3),
      revision: await nextRevision(trx, 'w'),
    })
    .execute()

/** What the product does to rows, each with the next revision of the row's own organisation. */
const changes: Readonly<Record<Kind, (trx: Trx, who: string, n: number) => Promise<unknown>>> = {
  admit,
  discharge: async (trx, who) =>
    sql`update ward_admission set discharged_at = ${at(0)}, revision = ${await nextRevision(trx, 'w')}
      where patient_id = ${who} and discharged_at is null`.execute(trx),
  move: async (trx, who, n) =>
    sql`update ward_admission set ward_id = ${n % 2 === 0 ? 'ward-A' : 'ward-B'}, revision = ${await nextRevision(trx, 'w')}
      where patient_id = ${who} and discharged_at is null`.execute(trx),
  details: async (trx, who) =>
    sql`update patient set telephone = ${fresh('tel')}, revision = ${await nextRevision(trx, isOfH(who) ? 'h' : 'w')}
      where id = ${who}`.execute(trx),
  flag: async (trx, who, n) => {
    const organizationId = n % 3 === 0 ? 'h' : 'w'
    await flag(trx, who, organizationId, await nextRevision(trx, organizationId))
  },
  endFlags: (trx, who) =>
    sql`update patient_flag set ended_at = ${at(0)}, revision = app_next_revision(organization_id)
      where patient_id = ${who} and ended_at is null`.execute(trx),
  checkup: async (trx, who, n) => {
    for (let more = 0; more <= n % 4; more += 1)
      await addCheckup(trx, {
        id: fresh('check'),
        organizationId: 'w',
        patientId: who,
        endedAt: at(2),
        total: 1,
      })
  },
  rescore: async (trx, who, n) =>
    sql`update checkup set rescored_at = ${at(1)}, rescored_by = 'nurse', scored_on_arrival = ews_scores, revision = ${await nextRevision(trx, 'w')}
      where id = (select id from checkup where patient_id = ${who} and organization_id = 'w' order by id offset ${n % 3} limit 1)`.execute(
      trx,
    ),
  alert,
  close: async (trx, who, n) =>
    sql`update alert set status = 'closed', open_triggers = 0, closed_at = ${at(0)}, closed_reason = 'resolved', closed_by = 'nurse', revision = ${await nextRevision(trx, 'w')}
      where id = (select id from alert where patient_id = ${who} and status = 'open' order by id offset ${n % 2} limit 1)`.execute(
      trx,
    ),
  foreign: (trx, who) =>
    addCheckup(trx, {
      id: fresh('other'),
      organizationId: 'h',
      patientId: who,
      endedAt: at(2),
      total: 1,
    }),
}

interface Thing {
  readonly id: string
  readonly patientId?: string
}

onBothEngines(build, (opened) => {
  /** What a reader has of a route, and each version that it was ever told. */
  const readers = new Map<
    IntegrationRoute,
    { since: string | null; has: Map<string, string>; told: Set<string> }
  >()
  const stayOf = async (who: string): Promise<string> => {
    const row = await opened.database.kysely
      .selectFrom('ward_admission')
      .select('id')
      .where('patient_id', '=', who)
      .where('discharged_at', 'is', null)
      .executeTakeFirst()
    return row?.id ?? 'none'
  }
  /** Reads one page. @returns whether there is more of the round */
  const readOn = async (route: IntegrationRoute): Promise<boolean> => {
    const reader = readers.get(route)
    if (reader === undefined) throw new Error(route)
    const { items, next, more } = await readForToken(
      opened.database,
      clock,
      token,
      route,
      reader.since,
    )
    expect(items.length).toBeLessThanOrEqual(2)
    reader.since = next
    for (const item of items as readonly Thing[]) {
      const stay = await stayOf(item.patientId ?? item.id)
      expect(stay).not.toBe('none')
      const version = `${stay} ${JSON.stringify(item)}`
      expect(reader.told.has(version), `told twice: ${version}`).toBe(false)
      reader.told.add(version)
      reader.has.set(item.id, JSON.stringify(item))
    }
    return more
  }
  /** All that there is now, as a reader is told who has nothing. */
  const whole = async (route: IntegrationRoute): Promise<ReadonlyMap<string, string>> => {
    const all = new Map<string, string>()
    let since: string | null = null
    for (let more = true; more;) {
      const page = await readForToken(opened.database, clock, token, route, since)
      for (const item of page.items as readonly Thing[]) {
        expect(all.has(item.id)).toBe(false)
        all.set(item.id, JSON.stringify(item))
      }
      ;({ next: since, more } = { next: page.next, more: page.more })
    }
    return all
  }

  beforeAll(() => {
    for (const route of integrationRoutes)
      readers.set(route, { since: null, has: new Map(), told: new Set() })
  })

  const steps = fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ read: fc.constantFrom(...integrationRoutes) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          does: fc.constantFrom(...kinds),
          who: fc.constantFrom(...people),
          n: fc.nat(11),
        }),
      },
    ),
    { minLength: 20, maxLength: 40 },
  ) as fc.Arbitrary<readonly Step[]>

  test('while rows change a reader is told each version once and loses none, however they come and go', async () => {
    await fc.assert(
      // Each script goes on with the reader and the rows of the one before.
      fc.asyncProperty(steps, async (script) => {
        for (const step of script)
          if ('read' in step) await readOn(step.read)
          else await opened.database.asSystem((trx) => changes[step.does](trx, step.who, step.n))
        for (const route of integrationRoutes) {
          while (await readOn(route));
          // A round may have begun before the last change: one more finds it.
          while (await readOn(route));
          expect(await readOn(route)).toBe(false)
          const has = readers.get(route)?.has
          for (const [id, item] of await whole(route)) expect(has?.get(id), id).toBe(item)
        }
      }),
      { numRuns: isFull ? 60 : 12, endOnFailure: true },
    )
  })

  test('what is there is what the record has: of the organisation, of those who are admitted', async () => {
    const ids = async (route: IntegrationRoute) => [...(await whole(route)).keys()].toSorted()
    const listed = async (query: ReturnType<typeof sql>) =>
      (await query.execute(opened.database.kysely)).rows.map((row) => (row as Thing).id).toSorted()
    const admitted = sql`(select patient_id from ward_admission where organization_id = 'w' and discharged_at is null)`
    expect(await ids('patients')).toEqual(
      await listed(sql`select id from patient where id in ${admitted}`),
    )
    for (const [route, table] of [
      ['checkups', 'checkup'],
      ['alerts', 'alert'],
    ] as const)
      expect(await ids(route)).toEqual(
        await listed(
          sql`select id from ${sql.table(table)} where organization_id = 'w' and patient_id in ${admitted}`,
        ),
      )
  })
})
