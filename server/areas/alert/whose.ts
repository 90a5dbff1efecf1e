import { sql } from 'kysely'
import { areDealtWithElsewhere } from '../../../src/domain/alerts/whose'
import { forbidden } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'

/** @throws FORBIDDEN where the staff of another organisation alone deal with the patient's alerts */
export async function requireOwnAlerts(
  { trx, acting }: Pick<Scope, 'trx' | 'acting'>,
  patientId: string,
): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select organization_id as id from app_active_admission(${patientId})`.execute(trx)
  if (areDealtWithElsewhere(acting.principal, rows[0]?.id ?? null))
    throw forbidden(
      'The patient is on a ward of another organization, whose staff deal with alerts',
    )
}
