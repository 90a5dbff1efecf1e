import { sql } from 'kysely'
import type { Person, ShareToken, ShareTokenStop } from '../../../schema/generated/resolvers'
import {
  listedLinks,
  linkStops,
  mostWorkingLinks,
  type LinkStop,
} from '../../../src/domain/share-link/share-link'
import { isoNow } from '../../clock'
import { notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { mayStillShare } from '../../graphql/sharing'
import { mayOpen } from '../../graphql/visibility'

/** Any number that no other lock of two numbers begins with. */
const linkLock = 718_204_555

const stopped: Readonly<Record<LinkStop, ShareTokenStop>> = {
  expired: 'EXPIRED',
  'patient-gone': 'PATIENT_GONE',
  'maker-gone': 'MAKER_GONE',
}

const links = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('share_token as s')
    // Rows of patients that the organisation has not any more are not its own to see.
    .leftJoin('patient as p', (on) =>
      on.onRef('p.id', '=', 's.patient_id').on('p.deleted_at', 'is', null),
    )
    .select([
      's.id',
      's.user_id',
      's.patient_id as shared_id',
      's.created_at',
      's.expires_at',
      'p.id as patient_id',
      'p.first_name',
      'p.last_name',
      sql<Person>`app_person(s.user_id)`.as('maker'),
      mayOpen(acting, sql.ref('s.patient_id')).as('may_open'),
    ])
    .where('s.organization_id', '=', acting.organizationId)
    .where('s.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>

const read = async (scope: Scope, rows: readonly Row[]): Promise<ShareToken[]> => {
  const mayShare = await mayStillShare(
    { kysely: scope.trx },
    scope.acting.organizationId,
    rows.map((row) => ({ userId: row.user_id, patientId: row.shared_id })),
  )
  const nowMs = scope.clock.now()
  return rows.map((row) => {
    const {
      id,
      user_id: userId,
      shared_id: sharedId,
      created_at: createdAt,
      expires_at: expiresAt,
    } = row
    const { patient_id: patientId, first_name: firstName, last_name: lastName } = row
    const hasPatient = patientId !== null
    const mayMakerShare = mayShare({ userId, patientId: sharedId })
    const stop = linkStops({ expiresAt, hasPatient, mayMakerShare }, nowMs)
    return {
      id,
      token: null,
      createdAt,
      expiresAt,
      user: row.maker,
      patient:
        patientId === null || firstName === null || lastName === null || !row.may_open
          ? null
          : { id: patientId, firstName, lastName },
      stopped: stop === null ? null : stopped[stop],
    }
  })
}

/** The links of the acting organisation, as schema/share-token.graphql orders them. */
export const listLinks = async (scope: Scope): Promise<ShareToken[]> => {
  const rows = await links(scope)
    .orderBy(sql`s.expires_at <= ${isoNow(scope.clock)}::timestamptz`)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(listedLinks)
    .execute()
  const found = await read(scope, rows)
  return [
    ...found.filter(({ stopped: stop }) => stop === null),
    ...found.filter(({ stopped: stop }) => stop !== null),
  ]
}

/** A link that nobody deleted. @throws NOT_FOUND where the acting organisation has none of that id */
export const findLink = async (scope: Scope, id: string): Promise<ShareToken> => {
  const rows = await links(scope).where('s.id', '=', id).execute()
  const [found] = await read(scope, rows)
  if (found === undefined) throw notFound()
  return found
}

/** Until the transaction ends, nobody else makes a link. @returns whether there is room for one more */
export const holdRoom = async ({ trx, acting, clock }: Scope): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(${linkLock}::int, hashtext(${acting.organizationId}))`.execute(
    trx,
  )
  const { working } = await trx
    .selectFrom('share_token')
    .select(sql<number>`count(*)::int`.as('working'))
    .where('organization_id', '=', acting.organizationId)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', isoNow(clock))
    .executeTakeFirstOrThrow()
  return working < mostWorkingLinks
}

/** Keeps a new link. @param hash of its token, which is not kept */
export const insertLink = async (
  { trx, acting, clock }: Scope,
  link: { readonly id: string; readonly patientId: string; readonly hash: string },
  hours: number,
): Promise<{ readonly expiresAt: string }> => {
  const expiresAt = new Date(clock.now() + hours * 3_600_000).toISOString()
  await trx
    .insertInto('share_token')
    .values({
      id: link.id,
      organization_id: acting.organizationId,
      patient_id: link.patientId,
      user_id: acting.userId,
      token_hash: link.hash,
      created_at: isoNow(clock),
      expires_at: expiresAt,
    })
    .execute()
  return { expiresAt }
}

/**
 * Ends a link now.
 * @returns whose record it opened; null: it was deleted before
 * @throws NOT_FOUND where the acting organisation has none of that id
 */
export const endLink = async (
  { trx, acting, clock }: Scope,
  id: string,
): Promise<string | null> => {
  const row = await trx
    .selectFrom('share_token')
    .select(['patient_id', 'deleted_at'])
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  if (row.deleted_at !== null) return null
  await trx
    .updateTable('share_token')
    .set({ deleted_at: isoNow(clock) })
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .execute()
  return row.patient_id
}
