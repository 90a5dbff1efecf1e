import { sql } from 'kysely'
import { may } from '../../src/domain/access/may'
import type { Database } from '../db/database'
import type { Acting } from '../graphql/acting'

/** A patient's ward (null: none) in an organisation, and whether that organisation admitted. */
interface Place {
  readonly wardId: string | null
  readonly isAdmittedByOwn: boolean
}

/** Of patients who changed, those whose record somebody may open: only they are named to them. */
export interface Sight {
  /** Rejects where the database cannot be asked. */
  of(acting: Acting, patients: readonly string[]): Promise<readonly string[]>
}

/** Answers are reused for this long, milliseconds: all listeners ask at the same moment. */
const foundForMs = 500

/** Keeps the answer to a question for a moment, so that all who ask it then ask once. */
const forAMoment = <Value>() => {
  const found = new Map<string, Promise<Value>>()
  return {
    get: (key: string): Promise<Value> | undefined => found.get(key),
    keep: (key: string, value: Promise<Value>): void => {
      found.set(key, value)
      const forget = (): void => {
        if (found.get(key) === value) found.delete(key)
      }
      value.catch(forget)
      setTimeout(forget, foundForMs).unref()
    },
  }
}

/**
 * The board's permission and the rule of server/graphql/visibility.ts (a test compares them),
 * shared by all listeners: a poke costs one query.
 */
export const createSight = (database: Pick<Database, 'asOrganization'>): Sight => {
  const places = forAMoment<Place | null>()
  const wards = forAMoment<ReadonlySet<string>>()

  const placesOf = (
    organizationId: string,
    patients: readonly string[],
  ): Promise<readonly (Place | null)[]> => {
    const unknown = patients.filter((id) => places.get(`${organizationId} ${id}`) === undefined)
    if (unknown.length > 0) {
      const asked = database.asOrganization(organizationId, async (trx) => {
        const { rows } = await sql<{
          id: string
          ward_id: string | null
          admitted_by_own: boolean
        }>`
          select asked.id, place.ward_id, place.admitted_by_own from unnest(${unknown}::text[]) as asked (id) cross join lateral app_patient_place(asked.id) as place`.execute(
          trx,
        )
        return new Map(
          rows.map((row) => [
            row.id,
            { wardId: row.ward_id, isAdmittedByOwn: row.admitted_by_own },
          ]),
        )
      })
      for (const id of unknown)
        places.keep(
          `${organizationId} ${id}`,
          asked.then((rows) => rows.get(id) ?? null),
        )
    }
    return Promise.all(patients.map((id) => places.get(`${organizationId} ${id}`) ?? null))
  }
  /** Wards whose patients the user sees: those assigned to, or every one. */
  const wardsOf = ({ organizationId, userId, principal }: Acting): Promise<ReadonlySet<string>> => {
    const seesAll = may(principal, 'ward.oversee')
    const key = seesAll ? organizationId : `${organizationId} ${userId}`
    const known = wards.get(key)
    if (known !== undefined) return known
    const asked = database.asOrganization(
      organizationId,
      async (trx) =>
        new Set(
          (seesAll
            ? await trx
                .selectFrom('ward')
                .select('id')
                .where('organization_id', '=', organizationId)
                .where('deleted_at', 'is', null)
                .execute()
            : await trx
                .selectFrom('ward_staff')
                .select('ward_id as id')
                .where('user_id', '=', userId)
                .where('organization_id', '=', organizationId)
                .execute()
          ).map(({ id }) => id),
        ),
    )
    wards.keep(key, asked)
    return asked
  }

  return {
    of: async (acting, patients) => {
      if (!may(acting.principal, 'patient.view')) return []
      const { features, permissions } = acting.principal
      const [found, own] = await Promise.all([
        placesOf(acting.organizationId, patients),
        features.has('wards') ? wardsOf(acting) : null,
      ])
      return patients.filter((_, at) => {
        const place = found[at]
        if (place == null) return false
        if (own === null || (place.wardId !== null && own.has(place.wardId))) return true
        return permissions.has('view_patient_archive') && !place.isAdmittedByOwn
      })
    },
  }
}
