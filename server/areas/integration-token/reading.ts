import { sql, type RawBuilder } from 'kysely'
import {
  integrationPage,
  type IntegrationRoute,
} from '../../../src/domain/integration-token/reading'
import { patientDetailsSchema } from '../../../src/domain/patient/patient'
import { isoNow, type Clock } from '../../clock'
import { appendAction } from '../../db/action-log'
import type { Database, Trx } from '../../db/database'
import { plainFields } from '../../db/plain-fields'
import { alertsById } from '../alert'
import { checkupsById } from '../checkup'
import { activeAdmissions } from '../patient'
import { cursorText, readCursor, type Cursor, type Marks } from './cursor'
import type { ShownToken } from './repository'

/** One answer. */
export interface Reading {
  readonly items: readonly object[]
  /** What the reader sends the next time. */
  readonly next: string
  /** More of this round is there now. */
  readonly more: boolean
}

/** The cursor is of another reading, or of before the database was restored. */
export class StartAgain extends Error {}

/** The part of a round that is to be told. */
interface Part {
  readonly organizationId: string
  readonly has: Marks
  readonly to: Marks
  /** The patient, and what of them. */
  readonly after: readonly [string, string]
}

/** A thing of a page; null: it is not in this round any more. */
type Told = readonly [at: readonly [string, string], item: object | null]

interface Source {
  /** How far a round goes that begins now. */
  readonly marks: (trx: Trx, organizationId: string) => Promise<Marks>
  /** One more than a page, in order. */
  readonly page: (trx: Trx, part: Part) => Promise<readonly Told[]>
}

/** Stays of now: admitted by the organisation; of no removed and no test patient. */
const stays = (organizationId: string): RawBuilder<unknown> => sql`ward_admission a
  join patient p on p.id = a.patient_id and p.deleted_at is null and not p.is_test
  where a.organization_id = ${organizationId} and a.discharged_at is null`

/**
 * The rows of which a patient's entry is made, each with its organisation's revision: a patient may be
 * registered elsewhere, and a flag may be another's.
 */
const parts = (organizationId: string): RawBuilder<unknown> => sql`
  select s.id, x.counter, x.revision from (
    select p.id, p.organization_id, p.revision, a.organization_id as admitted_by, a.revision as admission_revision, a.admitted_at from ${stays(organizationId)}) s
  cross join lateral (
    select s.organization_id as counter, s.revision
    union all select s.admitted_by, s.admission_revision
    union all select f.organization_id, f.revision from patient_flag f where f.patient_id = s.id and (f.ended_at is null or f.ended_at >= s.admitted_at)) x`

const isNewerThan = (marks: Marks): RawBuilder<boolean> =>
  sql<boolean>`bool_or(x.revision > coalesce((${JSON.stringify(marks)}::jsonb ->> x.counter)::bigint, 0))`

const details = plainFields(patientDetailsSchema)

const patients: Source = {
  marks: async (trx, organizationId) => {
    const { rows } = await sql<{ counter: string; revision: number }>`
      select x.counter, max(x.revision) as revision from (${parts(organizationId)}) x group by x.counter`.execute(
      trx,
    )
    return Object.fromEntries(rows.map(({ counter, revision }) => [counter, revision]))
  },
  page: async (trx, { organizationId, has, to, after }) => {
    const due = sql`select x.id from (${parts(organizationId)}) x where x.id > ${after[0]} group by x.id
      having ${isNewerThan(has)} and not ${isNewerThan(to)} order by x.id limit ${sql.lit(integrationPage + 1)}`
    const rows = await trx
      .selectFrom('patient as p')
      .select([...details.from('p'), 'p.national_identifier_type', 'p.national_identifier_value'])
      .where(sql<boolean>`p.id in (${due})`)
      .orderBy('p.id')
      .execute()
    const admissions = await activeAdmissions(
      trx,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const { national_identifier_type: type, national_identifier_value: value } = row
      const wardAdmission = admissions.get(row.id)
      const isOver =
        wardAdmission === undefined || wardAdmission.revision > (to[organizationId] ?? 0)
      return [
        [row.id, ''],
        isOver
          ? null
          : {
              ...details.of(row),
              nationalIdentifier: type === null || value === null ? null : { type, value },
              wardAdmission,
            },
      ]
    })
  },
}

/**
 * What the organisation itself took or raised of its patients. A stay makes all that there is of the
 * patient new, and no later change of the stay does.
 */
const ownOf = (
  table: 'checkup' | 'alert',
  isTold: RawBuilder<boolean>,
  byId: (
    trx: Trx,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly revision: number }>>,
): Source => ({
  marks: async (trx, organizationId) => {
    const row = await trx
      .selectFrom('org_version')
      .select('version')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    return { [organizationId]: row?.version ?? 0 }
  },
  page: async (trx, { organizationId, has, to, after }) => {
    const [from, until] = [has[organizationId] ?? 0, to[organizationId] ?? 0]
    // Each half by its own index: a new stay's by patient, the others' by revision.
    const half = (condition: RawBuilder<boolean>): RawBuilder<unknown> => sql`(
      select x.patient_id, x.id from stay s join ${sql.table(table)} x on x.patient_id = s.patient_id
      where x.organization_id = ${organizationId} and x.revision <= ${until} and ${condition} and ${isTold}
        and (x.patient_id, x.id) > (${after[0]}, ${after[1]})
      order by x.patient_id, x.id limit ${sql.lit(integrationPage + 1)})`
    const { rows } = await sql<{ patient_id: string; id: string }>`
      with stay as (
        select a.patient_id, coalesce((select min(e.revision) from admission_event e where e.admission_id = a.id and e.type = 'Admission'), a.revision) as since
        from ${stays(organizationId)})
      select * from (
        ${half(sql<boolean>`s.since > ${from} and s.since <= ${until}`)}
        union all ${half(sql<boolean>`s.since <= ${from} and x.revision > ${from}`)}) due
      order by patient_id, id limit ${sql.lit(integrationPage + 1)}`.execute(trx)
    const items = await byId(
      trx,
      rows.map(({ id }) => id),
    )
    return rows.map(({ patient_id: patientId, id }) => {
      const item = items.get(id)
      return [[patientId, id], item === undefined || item.revision > until ? null : item]
    })
  },
})

const sources: Readonly<Record<IntegrationRoute, Source>> = {
  patients,
  checkups: ownOf('checkup', sql<boolean>`true`, checkupsById),
  // Nobody's since that integration ended (P232).
  alerts: ownOf('alert', sql<boolean>`x.type <> 'PacsanaEvent'`, alertsById),
}

/** Counts the use; the first of a day is in the action log. */
const noteUse = async (
  trx: Trx,
  { id, organizationId }: ShownToken,
  route: IntegrationRoute,
  clock: Clock,
): Promise<void> => {
  const at = isoNow(clock)
  const { calls } = await trx
    .insertInto('integration_token_use')
    .values({
      token_id: id,
      organization_id: organizationId,
      day: at.slice(0, 10),
      route,
      calls: 1,
      first_at: at,
      last_at: at,
    })
    .onConflict((on) =>
      on.columns(['token_id', 'day', 'route']).doUpdateSet({
        calls: sql<number>`integration_token_use.calls + 1`,
        last_at: sql<string>`greatest(integration_token_use.last_at, excluded.last_at)`,
      }),
    )
    .returning('calls')
    .executeTakeFirstOrThrow()
  if (calls === 1)
    await appendAction(trx, {
      organizationId,
      at,
      actorId: null,
      action: 'readByIntegrationToken',
      entityType: 'integrationToken',
      entityId: id,
      details: { route },
    })
}

/** Where a reader goes on. @throws StartAgain */
const placeOf = (
  since: string | null,
  { of, organization, epoch }: Pick<Cursor, 'of' | 'organization' | 'epoch'>,
): Cursor => {
  if (since === null) return { of, organization, epoch, has: {}, round: null }
  const cursor = readCursor(since)
  if (cursor?.of !== of || cursor.organization !== organization || cursor.epoch !== epoch)
    throw new StartAgain()
  return cursor
}

/**
 * A page of what is new to a reader since their last answer, of the patients whom the token's
 * organisation has admitted now. @param since the `next` of that answer; null: they have nothing
 * @throws StartAgain
 */
export const readForToken = (
  database: Database,
  clock: Clock,
  token: ShownToken,
  route: IntegrationRoute,
  since: string | null,
): Promise<Reading> =>
  database.asOrganization(token.organizationId, async (trx) => {
    const { organizationId: organization } = token
    const { rows } = await sql<{ id: string | null }>`select app_epoch() as id`.execute(trx)
    const cursor = placeOf(since, { of: route, organization, epoch: rows[0]?.id ?? '' })
    const source = sources[route]
    const { has } = cursor
    const { to, after } = cursor.round ?? {
      to: await source.marks(trx, organization),
      after: ['', ''] as [string, string],
    }
    const found = await source.page(trx, { organizationId: organization, has, to, after })
    const page = found.slice(0, integrationPage)
    const last = page.at(-1)
    const more = found.length > page.length && last !== undefined
    await noteUse(trx, token, route, clock)
    return {
      items: page.flatMap(([, item]) => (item === null ? [] : [item])),
      next: cursorText(
        more
          ? { ...cursor, round: { to, after: [...last[0]] } }
          : { ...cursor, has: to, round: null },
      ),
      more,
    }
  })
