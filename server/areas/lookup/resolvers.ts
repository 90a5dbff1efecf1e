import type {
  LookupMatch,
  PatientLookup,
  QueryLookupPatientArgs,
} from '../../../schema/generated/resolvers'
import { todayAnywhere } from '../../../src/domain/patient/expected-discharge'
import { readLookup, type LookupCriteria } from '../../../src/domain/patient/lookup'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import type { Admitted } from '../../graphql/caller'
import { badInput, conflict } from '../../graphql/errors'
import type { WholeFunction } from '../../graphql/guard'
import type { Scope, ServerParts } from '../../graphql/scope'
import { findElsewhere, findOwn, toldOf, type Stranger } from './repository'

/** @throws BAD_USER_INPUT naming each wrong field; CONFLICT LOOKUP_NO_FIELD where all are empty */
const readCriteria = (args: QueryLookupPatientArgs, nowMs: number): LookupCriteria => {
  const { criteria, faults, identifierFault } = readLookup(
    {
      nhsNumber: args.nhsNumber ?? '',
      birthDate: args.birthDate ?? '',
      firstName: args.firstName ?? '',
      lastName: args.lastName ?? '',
    },
    todayAnywhere(nowMs).latest,
  )
  const wrong = [
    ...(identifierFault === null
      ? []
      : [{ path: 'nhsNumber', message: `Not a valid number (${identifierFault})` }]),
    ...Object.entries(faults).map(([path, message]) => ({ path, message })),
  ]
  if (wrong.length > 0) throw badInput(wrong)
  if (Object.values(criteria).every((value) => value === null))
    throw conflict('LOOKUP_NO_FIELD', 'Lookup requires at least one field')
  return criteria
}

type Found =
  | { readonly kind: 'own'; readonly id: string; readonly match: LookupMatch }
  | { readonly kind: 'elsewhere'; readonly id: string; readonly stranger: Stranger }
  | { readonly kind: 'none' | 'too-many'; readonly id: null }

const find = async (scope: Scope, criteria: LookupCriteria): Promise<Found> => {
  const [own, another] = await findOwn(scope, criteria)
  if (another !== undefined) return { kind: 'too-many', id: null }
  if (own !== undefined)
    return {
      kind: 'own',
      id: own.id,
      match: {
        firstName: own.first_name,
        lastName: own.last_name,
        birthDate: own.birth_date,
        patient: await toldOf(scope, own),
      },
    }
  const { nhsNumber, birthDate } = criteria
  if (nhsNumber === null || birthDate === null) return { kind: 'none', id: null }
  const [stranger, twin] = await findElsewhere(scope, nhsNumber, birthDate)
  if (twin !== undefined) return { kind: 'too-many', id: null }
  return stranger === undefined
    ? { kind: 'none', id: null }
    : { kind: 'elsewhere', id: stranger.id, stranger }
}

/** What was asked by, never what was asked for. */
const namesOf = (criteria: LookupCriteria): readonly string[] =>
  Object.entries(criteria)
    .filter(([, value]) => value !== null)
    .map(([name]) => name)

const matchOf = (found: Found): LookupMatch | null => {
  if (found.kind === 'own') return found.match
  if (found.kind !== 'elsewhere') return null
  const { first_name: firstName, last_name: lastName, birth_date: birthDate } = found.stranger
  return { firstName, lastName, birthDate, patient: null }
}

/**
 * Query fields of schema/lookup.graphql. The look-up is logged before it is answered, also where
 * the answer is a refusal; at the other organisation in a transaction of its own.
 */
export const createLookupQueries = (parts: ServerParts) =>
  ({
    async lookupPatient(admitted: Admitted, args: QueryLookupPatientArgs): Promise<PatientLookup> {
      const { acting, loggedInAs } = admitted
      const asOf = isoNow(parts.clock)
      const criteria = readCriteria(args, parts.clock.now())
      const entry = {
        at: asOf,
        actorId: acting.userId,
        loggedInAs,
        action: 'lookupPatient',
        entityType: 'patient',
      }
      const by = namesOf(criteria)
      const { found, organizationName } = await parts.database.asOrganization(
        acting.organizationId,
        async (trx) => {
          const scope: Scope = { ...parts, ...admitted, trx, idempotencyKey: null }
          const result = await find(scope, criteria)
          await appendAction(trx, {
            ...entry,
            organizationId: acting.organizationId,
            entityId: result.id,
            patientId: result.id,
            details: { by, result: result.kind },
          })
          const own = await trx
            .selectFrom('organization')
            .select('name')
            .where('id', '=', acting.organizationId)
            .executeTakeFirstOrThrow()
          return { found: result, organizationName: own.name }
        },
      )
      if (found.kind === 'elsewhere') {
        const { organization_id: organizationId } = found.stranger
        await parts.database.asOrganization(organizationId, (trx) =>
          appendAction(trx, {
            ...entry,
            organizationId,
            entityId: found.id,
            patientId: found.id,
            // The other organisation cannot read this one's name: the two share nobody yet.
            details: { by, organizationId: acting.organizationId, organizationName },
          }),
        )
      }
      if (found.kind === 'too-many')
        throw conflict('LOOKUP_TOO_MANY', 'Lookup returned too many results')
      return { asOf, match: matchOf(found) }
    },
  }) satisfies Readonly<Record<string, WholeFunction>>
