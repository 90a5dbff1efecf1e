import { sql } from 'kysely'
import { z } from 'zod'
import type {
  MutationNoteRecordReadsArgs,
  QueryRecordReadsArgs,
  RecordReadPage,
} from '../../../schema/generated/resolvers'
import {
  isByLink,
  readsAtOnce,
  readWindow,
  recordReadSchema,
} from '../../../src/domain/record-read/record-read'
import { badInput } from '../../graphql/errors'
import { keepLooks } from '../../graphql/given'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { nameOf, readActors } from '../action-log'

const given = z.object({
  device: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'Must be 8 to 64 letters, digits, - or _'),
  reads: z.array(recordReadSchema).min(1).max(readsAtOnce),
})

interface From {
  readonly at: string
  readonly seq: number
}
/** @throws BAD_USER_INPUT unless it is where a page ended */
const readFrom = (id: string | null | undefined): From | null => {
  if (id == null) return null
  const [, at, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(id) ?? []
  if (at === undefined || seq === undefined || Number(at) > 8.64e15)
    throw badInput([{ path: 'fromReadId', message: 'Must be a nextReadId' }])
  return { at: new Date(Number(at)).toISOString(), seq: Number(seq) }
}

/**
 * When the user's emergency access began by which a patient was looked at then, epoch milliseconds; 0:
 * by none. A look by it is one of its own, also in the same ten minutes.
 */
const emergencyBegins = async (
  { trx, acting }: Scope,
  patientIds: readonly string[],
): Promise<(patientId: string, at: number) => number> => {
  const rows =
    patientIds.length === 0
      ? []
      : await trx
          .selectFrom('emergency_access')
          .select(['patient_id', 'opened_at', 'ends_at'])
          .where('organization_id', '=', acting.organizationId)
          .where('user_id', '=', acting.userId)
          .where('patient_id', 'in', patientIds)
          .execute()
  return (patientId, at) =>
    Math.max(
      0,
      ...rows.flatMap((row) => {
        const begin = Date.parse(row.opened_at)
        const is = row.patient_id === patientId && begin <= at && at < Date.parse(row.ends_at)
        return is ? [begin] : []
      }),
    )
}

/** Query fields of schema/record-read.graphql. */
export const recordReadQueries = {
  async recordReads(
    scope: Scope,
    { patientId, from, to, fromReadId }: QueryRecordReadsArgs,
  ): Promise<RecordReadPage> {
    const page = readFrom(fromReadId)
    await requirePatient(scope, patientId)
    const { trx, acting } = scope
    let query = trx
      .selectFrom('record_read')
      .selectAll()
      .where('organization_id', '=', acting.organizationId)
      .where('patient_id', '=', patientId)
    if (from != null) query = query.where('read_at', '>=', from)
    if (to != null) query = query.where('read_at', '<', to)
    if (page !== null)
      query = query.where(
        sql<boolean>`(read_at, seq) <= (${page.at}::timestamptz, ${page.seq}::bigint)`,
      )
    const rows = await query
      .orderBy('read_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(pageLimit + 1)
      .execute()
    const shown = rows.slice(0, pageLimit)
    const names = await readActors(
      scope,
      shown.flatMap(({ user_id, logged_in_as }) =>
        [user_id, logged_in_as].map((id) => (id === '' ? null : id)),
      ),
    )
    const userOf = (id: string) => ({ id, name: nameOf(names, { type: 'user', id }) })
    const next = rows[pageLimit]
    return {
      reads: shown.map((row) => ({
        id: String(row.seq),
        user: userOf(row.user_id),
        roles: [...row.roles],
        loggedInAs: row.logged_in_as === '' ? null : userOf(row.logged_in_as),
        screen: row.screen,
        readAt: row.read_at,
        receivedAt: row.received_at,
        device: row.device,
        isByShareLink: isByLink(row.device),
      })),
      nextReadId: next === undefined ? null : `${Date.parse(next.read_at)}.${next.seq}`,
    }
  },
}

/** Mutation fields of schema/record-read.graphql. */
export const recordReadMutations = {
  /**
   * Whether the record might be opened is not asked: it was on the screen. Whoever lost the right
   * since looked all the same.
   */
  async noteRecordReads(scope: Scope, args: MutationNoteRecordReadsArgs): Promise<boolean> {
    const read = given.safeParse(args)
    if (!read.success)
      throw badInput(
        read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
    const { trx, acting, clock } = scope
    const now = clock.now()
    const known = new Set(
      (
        await trx
          .selectFrom('patient_organization')
          .select('patient_id')
          .where('organization_id', '=', acting.organizationId)
          .where('patient_id', 'in', [...new Set(read.data.reads.map((one) => one.patientId))])
          .execute()
      ).map(({ patient_id }) => patient_id),
    )
    const opened = await emergencyBegins(scope, [...known])
    const looks = read.data.reads
      .filter(({ patientId }) => known.has(patientId))
      .map(({ patientId, screen, at }) => {
        const readMs = Math.min(Date.parse(at), now)
        const windowMs = Math.max(readWindow(readMs), opened(patientId, readMs))
        return { patientId, screen, device: read.data.device, windowMs, readMs }
      })
    await keepLooks(trx, scope, looks, now)
    return true
  },
}

/** What a repeat of a mutation is answered with. */
export const recordReadRereads = {
  noteRecordReads: () => Promise.resolve(true),
}
