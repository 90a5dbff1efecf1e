import { sql } from 'kysely'
import type { DeliveryTroubles } from '../../../schema/generated/resolvers'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { toldNotUsable } from '../../../src/domain/checkup/not-usable'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'

const listedMs = 7 * 86_400_000

/** Query fields of schema/refused-delivery.graphql. */
export const refusedDeliveryQueries = {
  async deliveryTroubles(scope: Scope): Promise<DeliveryTroubles> {
    const { trx, acting, clock } = scope
    const since = new Date(clock.now() - listedMs).toISOString()
    const refused = await trx
      .selectFrom('refused_delivery')
      .selectAll()
      .where('organization_id', '=', acting.organizationId)
      .where('last_at', '>=', since)
      .orderBy('last_at', 'desc')
      .orderBy('first_at', 'desc')
      .limit(pageLimit)
      .execute()
    const cut = await trx
      .selectFrom('checkup')
      .innerJoin('patient', 'patient.id', 'checkup.patient_id')
      .select([
        'checkup.id',
        'checkup.patient_id',
        'checkup.received_at',
        'checkup.readings',
        'patient.first_name',
        'patient.last_name',
      ])
      .where('checkup.organization_id', '=', acting.organizationId)
      .where('checkup.received_at', '>=', since)
      // As the index checkup_cut has it.
      .where(sql<boolean>`checkup.readings->'notUsable' <> '[]'::jsonb`)
      .where(mayOpen(acting, sql.ref('checkup.patient_id')))
      .orderBy('checkup.received_at', 'desc')
      .orderBy('checkup.id')
      .limit(pageLimit)
      .execute()
    return {
      refused: refused.map((row) => ({
        id: JSON.stringify([row.day, row.kind, row.code, row.api_key, row.patient, row.fields]),
        kind: row.kind,
        code: row.code,
        patientId: row.patient === '' ? null : row.patient,
        fields: [...row.fields],
        apiKey: row.api_key,
        times: row.times,
        firstAt: row.first_at,
        lastAt: row.last_at,
      })),
      cut: cut.map((row) => ({
        id: row.id,
        patient: { id: row.patient_id, firstName: row.first_name, lastName: row.last_name },
        receivedAt: row.received_at,
        notUsable: toldNotUsable(storedReadings(row.readings).notUsable),
      })),
    }
  },
}
