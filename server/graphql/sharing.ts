import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { may } from '../../src/domain/access/may'
import { features, type Feature } from '../../src/domain/access/permissions'
import { linkStops } from '../../src/domain/share-link/share-link'
import type { Database } from '../db/database'
import { findActing, type Acting } from './acting'
import { openedOf } from './visibility'

/** What is kept of a link's token: nobody who reads the table has the link. */
export const shareTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

const columns = [
  's.id',
  's.organization_id',
  's.patient_id',
  's.user_id',
  's.created_at',
  's.expires_at',
  'p.deleted_at as patient_deleted_at',
  'po.patient_id as linked',
  'o.name',
  'o.type',
  'o.features',
] as const

const tokens = (kysely: Database['kysely']) =>
  kysely
    .selectFrom('share_token as s')
    .innerJoin('organization as o', 'o.id', 's.organization_id')
    .innerJoin('patient as p', 'p.id', 's.patient_id')
    .leftJoin('patient_organization as po', (on) =>
      on
        .onRef('po.patient_id', '=', 's.patient_id')
        .onRef('po.organization_id', '=', 's.organization_id'),
    )
    .select(columns)

/** Whose link, and to whose record. */
export interface SharedBy {
  readonly userId: string
  readonly patientId: string
}

/**
 * Those of the links' makers who may make theirs now: what they made works as long. They have an
 * account that nobody disabled, the right to share, and may open the record.
 * @returns what tells of each of `links` whether its maker may
 */
export const mayStillShare = async (
  database: Pick<Database, 'kysely'>,
  organizationId: string,
  links: readonly SharedBy[],
): Promise<(link: SharedBy) => boolean> => {
  const makers: Acting[] = []
  for (const userId of new Set(links.map((link) => link.userId))) {
    const maker = await findActing(database, userId, organizationId)
    if (!('kind' in maker) && may(maker.principal, 'share-token.change')) makers.push(maker)
  }
  if (makers.length === 0) return () => false
  const asked = links.map(({ userId, patientId }) => ({ user_id: userId, patient_id: patientId }))
  const { rows } = await sql<{ user_id: string; patient_id: string }>`
    with opened as materialized (${openedOf(
      makers,
      sql`select distinct a.user_id, a.patient_id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (user_id text, patient_id text)`,
    )})
    select o.user_id, o.patient_id from opened o where not app_has_no_account(o.user_id)`.execute(
    database.kysely,
  )
  return ({ userId, patientId }) =>
    rows.some((row) => row.user_id === userId && row.patient_id === patientId)
}

/**
 * Who reads by a link: read from the database at every request, so that a deleted link, a removed
 * patient, and a maker who may not share or open the record any more count at once. Nobody's id is theirs: what is a
 * user's own, such as a watch list, they do not see.
 * @param by the token of a request, or the id of the link that an address of a file was made for
 * @returns null where the link is unknown, or stopped
 */
export async function findSharing(
  database: Database,
  by: { readonly token: string } | { readonly id: string },
  nowMs: number,
): Promise<Acting | null> {
  const row = await tokens(database.kysely)
    .$if('token' in by, (query) =>
      query.where('s.token_hash', '=', shareTokenHash('token' in by ? by.token : '')),
    )
    .$if('id' in by, (query) => query.where('s.id', '=', 'id' in by ? by.id : ''))
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, organization_id: organizationId, name, type, features: flags } = row
  const link = { userId: row.user_id, patientId: row.patient_id }
  const stop = linkStops(
    {
      expiresAt: row.expires_at,
      hasPatient: row.patient_deleted_at === null && row.linked !== null,
      mayMakerShare: (await mayStillShare(database, organizationId, [link]))(link),
    },
    nowMs,
  )
  if (stop !== null) return null
  return {
    principal: {
      kind: 'share',
      userId: id,
      organizationId,
      isInternalStaff: false,
      isSelfCare: false,
      acceptedTerms: true,
      permissions: new Set(['view_patients', 'view_wards']),
      features: new Set<Feature>(features.filter((flag) => flags[flag] === true)),
      sharedPatientId: row.patient_id,
    },
    userId: id,
    organizationId,
    organizationType: type,
    roles: [],
    memberships: [{ id: organizationId, name, type }],
    link: {
      makerId: row.user_id,
      subjectId: row.patient_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    },
  }
}
