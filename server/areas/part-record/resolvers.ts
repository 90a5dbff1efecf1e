import { sql } from 'kysely'
import type {
  MutationOpenWholeRecordArgs,
  MutationReleasePartRecordArgs,
  QueryPartRecordsArgs,
  AnsweredPart,
  PartRecord,
} from '../../../schema/generated/resolvers'
import { othersClosed, othersOpenFrom } from '../../../src/domain/access/part-record'
import { narrowTo } from '../../db/database'
import { nextRevisions } from '../../db/revision'
import { notFound } from '../../graphql/errors'
import { logged, loggedAt } from '../../graphql/logged'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { mayRead, requirePatient } from '../../graphql/visibility'

/** Query fields of schema/part-record.graphql. */
export const partRecordQueries = {
  async partRecords(scope: Scope, { patientId }: QueryPartRecordsArgs): Promise<PartRecord[]> {
    const own = scope.acting.organizationId
    if (patientId != null) await requirePatient(scope, patientId)
    const rows = await scope.trx
      .selectFrom('part_record')
      .innerJoin('organization as h', 'h.id', 'home_id')
      .select(['patient_id', 'organization_id', 'organization_name', 'home_id', 'h.name as home'])
      .select(['first_name', 'last_name', 'birth_date', 'admitted_at', 'held_since'])
      .where((eb) =>
        eb.or([
          eb.and([eb('home_id', '=', own), eb('others_from', '<', othersClosed)]),
          eb('held_since', 'is not', null),
        ]),
      )
      .where(mayRead(scope, sql.ref('patient_id')))
      .$if(patientId != null, (of) => of.where('patient_id', '=', patientId ?? ''))
      .orderBy(sql`admitted_at desc nulls last`)
      .orderBy('patient_id')
      .orderBy('organization_id')
      .limit(pageLimit)
      .execute()
    return rows.map((row) => ({
      id: `${row.patient_id} ${row.organization_id}`,
      patient: {
        id: row.patient_id,
        firstName: row.first_name,
        lastName: row.last_name,
        birthDate: row.birth_date,
      },
      home: { id: row.home_id, name: row.home },
      organization: { id: row.organization_id, name: row.organization_name },
      isOwn: row.organization_id === own,
      admittedAt: row.admitted_at,
      heldSince: row.held_since,
    }))
  },
}

const partOf = (scope: Scope, patientId: string, organizationId: string) =>
  scope.trx
    .selectFrom('part_record')
    .select(['admitted_at', 'held_since'])
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', organizationId)

/** Mutation fields of schema/part-record.graphql. */
export const partRecordMutations = {
  async openWholeRecord(
    scope: Scope,
    { patientId, organizationId }: MutationOpenWholeRecordArgs,
  ): Promise<AnsweredPart> {
    const { trx, acting, idempotencyKey } = scope
    await requirePatient(scope, patientId)
    const requirePart = async (): Promise<void> => {
      const found = await partOf(scope, patientId, organizationId)
        .where('home_id', '=', acting.organizationId)
        .where('organization_id', '<>', acting.organizationId)
        .executeTakeFirst()
      if (found === undefined) throw notFound()
    }
    // Nobody's counter is taken but of an organisation that has a part.
    await requirePart()
    // The counters first, as everybody takes them: nobody links or closes it meanwhile.
    await nextRevisions(trx, [acting.organizationId, organizationId])
    await requirePart()
    await narrowTo(trx, organizationId)
    await trx
      .updateTable('patient_organization')
      .set({ others_from: null, held_since: null })
      .where('patient_id', '=', patientId)
      .where('organization_id', '=', organizationId)
      .execute()
    await narrowTo(trx, acting.organizationId)
    await loggedAt(scope, [acting.organizationId, organizationId], {
      action: 'openWholeRecord',
      entityType: 'patient',
      entityId: patientId,
      patientId,
      details: {
        command: idempotencyKey,
        organizationId,
        byOrganizationId: acting.organizationId,
      },
    })
    return { patientId, organizationId }
  },

  async releasePartRecord(
    scope: Scope,
    { patientId }: MutationReleasePartRecordArgs,
  ): Promise<AnsweredPart> {
    const { trx, acting, idempotencyKey } = scope
    const { organizationId } = acting
    await requirePatient(scope, patientId)
    await nextRevisions(trx, [organizationId])
    const held = await partOf(scope, patientId, organizationId)
      .where('held_since', 'is not', null)
      .executeTakeFirst()
    if (held?.held_since == null) throw notFound()
    await trx
      .updateTable('patient_organization')
      // As if it had been opened with the admission.
      .set({ others_from: othersOpenFrom(Date.parse(held.held_since)), held_since: null })
      .where('patient_id', '=', patientId)
      .where('organization_id', '=', organizationId)
      .execute()
    await logged(scope, {
      action: 'releasePartRecord',
      entityType: 'patient',
      entityId: patientId,
      patientId,
      details: { command: idempotencyKey },
    })
    return { patientId, organizationId }
  },
}

/** What a repeat of a mutation is answered with. */
export const partRecordRereads = {
  openWholeRecord: async (
    _scope: Scope,
    { patientId, organizationId }: MutationOpenWholeRecordArgs,
  ): Promise<AnsweredPart> => ({ patientId, organizationId }),
  releasePartRecord: async (
    { acting }: Scope,
    { patientId }: MutationReleasePartRecordArgs,
  ): Promise<AnsweredPart> => ({ patientId, organizationId: acting.organizationId }),
}
