import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { z } from 'zod'
import { may } from '../../src/domain/access/may'
import { chunkIds, chunksSince, monitoringHead } from '../areas/monitoring/repository'
import { notesById } from '../areas/note/repository'
import { readPatient } from '../areas/patient/repository'
import { checkupsById } from '../graphql/rows'
import type { Scope } from '../graphql/scope'
import { requirePatient } from '../graphql/visibility'
import type { Entity } from './entities'
import { contentHash, roomForChunks } from './scope-pull'
import type { Removed, ScopePull } from './scope-pull'

/** Rows of each kind in a device's first answer. */
const firstPage = 50

const stateSchema = z.object({
  /** How far the changes of each writing organisation are held: each has its own counter. */
  h: z.record(z.string(), z.number()),
  /**
   * The oldest check-up and note that are held; '' where none is yet, null when there are no older
   * ones.
   */
  c: z.string().nullable(),
  n: z.string().nullable(),
  /**
   * How far monitoring is held: its version, and the oldest record (null: there are no older ones).
   * Null: none of it is.
   */
  m: z.object({ v: z.number(), c: z.number().nullable() }).nullable().default(null),
  /** The patient as held. */
  p: z.string(),
  /**
   * What the patient and the names in the record stood at: as long as it is the same, nothing can
   * have changed.
   */
  s: z.string(),
})
type State = z.infer<typeof stateSchema>

interface Change {
  readonly organization_id: string
  readonly v: number
  readonly entity: string
  readonly entity_id: string
}

const histories = ['checkup', 'patient_note'] as const

interface Standing {
  readonly heads: Readonly<Record<string, number>>
  /** Of the patient's monitoring; null: it is not the user's to see. */
  readonly monitoring: number | null
  readonly all: string
}

/**
 * Where the histories stand now, and in one line all that a record is made of. Read before any row:
 * all that is at or below it is committed and will be seen.
 */
async function standingOf(scope: Scope, patientId: string): Promise<Standing> {
  const { rows } = await sql<{
    names: string
    organization_id: string | null
    head: number | null
    newest: number | null
  }>`
    select stand.names, c.organization_id, c.head, c.newest from (select app_roster_versions(true) as names) stand left join (
      select organization_id, max(v) filter (where entity in (${sql.join([...histories])})) as head, max(v) as newest
      from change where patient_id = ${patientId} group by organization_id) c on true order by c.organization_id`.execute(
    scope.trx,
  )
  const monitoring = may(scope.acting.principal, 'monitoring.view')
    ? await monitoringHead(scope, patientId)
    : null
  return {
    monitoring,
    heads: Object.fromEntries(
      rows.flatMap(({ organization_id, head }) =>
        organization_id === null || head === null ? [] : [[organization_id, head] as const],
      ),
    ),
    all: contentHash([
      monitoring,
      ...rows.map(({ names, organization_id, newest }) => [names, organization_id, newest]),
    ]),
  }
}

/**
 * The changes after `from` up to `heads`, in commit order within each organisation; whole versions,
 * about `budget` rows.
 */
async function changesSince(
  scope: Scope,
  patientId: string,
  from: State['h'],
  heads: State['h'],
  budget: number,
): Promise<{
  readonly changes: readonly Change[]
  readonly reached: State['h']
  readonly more: boolean
}> {
  const reached: Record<string, number> = { ...from }
  const changes: Change[] = []
  for (const [organizationId, head] of Object.entries(heads).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const after = from[organizationId] ?? 0
    if (head <= after) continue
    const room = budget - changes.length
    if (room <= 0) return { changes, reached, more: true }
    const rows = await scope.trx
      .selectFrom('change')
      .select(['organization_id', 'v', 'entity', 'entity_id'])
      .where('patient_id', '=', patientId)
      .where('entity', 'in', histories)
      .where('organization_id', '=', organizationId)
      .where('v', '>', after)
      .where('v', '<=', head)
      .orderBy('v')
      .orderBy('entity')
      .orderBy('entity_id')
      .limit(room + 1)
      .execute()
    if (rows.length <= room) {
      changes.push(...rows)
      reached[organizationId] = head
      continue
    }
    // A version is never split: its last, cut one waits for the next answer, unless it is all there
    // is.
    const cut = rows.at(-1)?.v ?? head
    const whole = rows.filter(({ v }) => v < cut)
    const last = whole.at(-1)?.v
    if (last !== undefined) {
      changes.push(...whole)
      reached[organizationId] = last
      return { changes, reached, more: true }
    }
    const all = await scope.trx
      .selectFrom('change')
      .select(['organization_id', 'v', 'entity', 'entity_id'])
      .where('patient_id', '=', patientId)
      .where('entity', 'in', histories)
      .where('organization_id', '=', organizationId)
      .where('v', '=', cut)
      .execute()
    changes.push(...all)
    reached[organizationId] = cut
    return { changes, reached, more: true }
  }
  return { changes, reached, more: false }
}

/**
 * The next older ids of a history behind `last` ('' from the newest). By the row itself: an instant
 * of ours has lost its microseconds.
 */
async function olderIds(
  scope: Scope,
  table: 'checkup' | 'patient_note',
  patientId: string,
  last: string,
  take: number,
): Promise<readonly string[]> {
  const time = sql.ref(table === 'checkup' ? 'ended_at' : 'captured_at')
  const older =
    last === ''
      ? sql``
      : sql`and (${time}, id) < (select ${time}, id from ${sql.table(table)} where id = ${last})`
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(table)} where patient_id = ${patientId} ${older} order by ${time} desc, id desc limit ${take}`.execute(
    scope.trx,
  )
  return rows.map(({ id }) => id)
}

const readRows = async (
  scope: Scope,
  checkupIds: readonly string[],
  noteIds: readonly string[],
): Promise<Entity[]> => [
  ...[...(await checkupsById(scope.trx, checkupIds)).values()].map((checkup) => ({
    __typename: 'Checkup' as const,
    ...checkup,
  })),
  ...(await notesById(scope, noteIds)).map((note) => ({
    __typename: 'PatientNote' as const,
    ...note,
  })),
]

const mayOpenNow = async (scope: Scope, patientId: string): Promise<boolean> => {
  if (!may(scope.acting.principal, 'patient.view') || !may(scope.acting.principal, 'note.view'))
    return false
  try {
    await requirePatient(scope, patientId)
    return true
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions.code === 'NOT_FOUND') return false
    throw error
  }
}

/**
 * PATIENT:<id>: the patient, then check-ups, notes and records of monitoring, newest first; what is
 * new comes before what is older.
 */
export const patientScope: ScopePull<State> = {
  state: stateSchema,
  async pull({ scope, subject: patientId }, from, budget) {
    if (!(await mayOpenNow(scope, patientId))) return 'revoked'
    const { heads, monitoring, all } = await standingOf(scope, patientId)
    if (
      from !== null &&
      from.s === all &&
      from.c === null &&
      from.n === null &&
      (from.m === null || from.m.c === null)
    )
      return { state: from, put: [], remove: [], more: false }
    const patient = await readPatient(scope, patientId)
    const { asOf: _asOf, ...content } = patient
    const p = contentHash(content)
    const put: Entity[] = p === from?.p ? [] : [{ __typename: 'Patient', ...patient }]

    // Held, and not the user's to see any more: every record is named, whichever of them the device
    // has.
    const lost = monitoring === null && from?.m != null ? await chunkIds(scope, patientId) : []
    const remove = lost.map((id): Removed => ({
      type: 'MonitoringChunk',
      id,
      reason: 'REVOKED',
      mergedInto: null,
    }))
    const { changes, reached, more } =
      from === null
        ? { changes: [], reached: heads, more: false }
        : await changesSince(scope, patientId, from.h, heads, budget - put.length)
    const idsOf = (entity: string): string[] => [
      ...new Set(
        changes.filter((change) => change.entity === entity).map(({ entity_id }) => entity_id),
      ),
    ]
    put.push(...(await readRows(scope, idsOf('checkup'), idsOf('patient_note'))))
    const held = {
      h: reached,
      c: from === null ? '' : from.c,
      n: from === null ? '' : from.n,
      m: monitoring === null ? null : (from?.m ?? null),
      p,
      s: more ? '' : all,
    }
    if (more) return { state: held, put, remove, more }

    const page = async (
      table: 'checkup' | 'patient_note',
      last: string | null,
    ): Promise<{ readonly ids: readonly string[]; readonly last: string | null }> => {
      const take = Math.min(budget - put.length, from === null ? firstPage : budget)
      if (last === null || take <= 0) return { ids: [], last }
      const ids = await olderIds(scope, table, patientId, last, take)
      return { ids, last: ids.length < take ? null : (ids.at(-1) ?? null) }
    }
    const checkups = await page('checkup', held.c)
    put.push(...(await readRows(scope, checkups.ids, [])))
    const notes = await page('patient_note', held.n)
    put.push(...(await readRows(scope, [], notes.ids)))
    const isFull = put.length >= budget
    const m =
      monitoring === null || isFull
        ? { held: held.m, chunks: [], more: monitoring !== null && isFull }
        : await chunksSince(
            scope,
            patientId,
            held.m,
            monitoring,
            from === null ? 1 : roomForChunks(budget - put.length),
          )
    put.push(...m.chunks.map((chunk) => ({ __typename: 'MonitoringChunk' as const, ...chunk })))
    return {
      state: { ...held, c: checkups.last, n: notes.last, m: m.held, s: m.more ? '' : held.s },
      put,
      remove,
      more: checkups.last !== null || notes.last !== null || m.more,
    }
  },
}
