import { sql } from 'kysely'
import type {
  NhsNumberResponseDetails,
  QueryNhsNumberResponseDetailsArgs,
} from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'

/** Query fields of schema/nhs-number.graphql. */
export const nhsNumberQueries = {
  async nhsNumberResponseDetails(
    scope: Scope,
    { patientId }: QueryNhsNumberResponseDetailsArgs,
  ): Promise<NhsNumberResponseDetails> {
    await requirePatient(scope, patientId)
    const { trx, acting } = scope
    const row = await trx
      .selectFrom('patient as p')
      // An answer about other details says nothing of these.
      .leftJoin('identifier_trace as t', (on) =>
        on.onRef('t.patient_id', '=', 'p.id').on('t.asked', '=', sql`app_trace_digest(p)`),
      )
      .select([
        'p.national_identifier_type',
        'p.national_identifier_value',
        't.status',
        't.fields',
        't.retrieved_at',
        sql<string | null>`app_patient_keeper(p.id)`.as('keeper'),
      ])
      .where('p.id', '=', patientId)
      .executeTakeFirstOrThrow()
    const isNhs = row.national_identifier_type === 'NhsNumber'
    return {
      nhsNumber: isNhs ? row.national_identifier_value : null,
      latestRetrievalTime: row.retrieved_at,
      editable: may(acting.principal, 'patient.edit') && row.keeper === acting.organizationId,
      latestStatus: { status: row.status ?? 'NotTraced', fields: [...(row.fields ?? [])] },
    }
  },
}
