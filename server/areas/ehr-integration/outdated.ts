import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../db/database'

const messages = {
  removed: 'The patient was removed.',
  discharged: 'The patient was discharged.',
  changed: "The patient's details changed. Send again.",
  struckOut: 'A check-up of that time was struck out. Send again.',
}

/**
 * Why an event `e` is not to be sent any more (K33): what it says of its patient is frozen, and who
 * that is, or whether they are cared for here, may have changed since. Null: nothing of that is seen.
 */
const whyOutdated: RawBuilder<string | null> = sql<string | null>`(
  select case
    when p.deleted_at is not null then ${messages.removed}::text
    when not exists (
      select from ward_admission a
      where a.patient_id = p.id and a.organization_id = e.organization_id and a.discharged_at is null
    ) then ${messages.discharged}::text
    when (e.body #>> '{patient,firstName}') is distinct from p.first_name
      or (e.body #>> '{patient,lastName}') is distinct from p.last_name
      or (e.body #>> '{patient,birthDate}') is distinct from p.birth_date::text
      or (e.body #>> '{patient,nationalIdentifier,value}') is distinct from
        (case when p.national_identifier_type is null then null else p.national_identifier_value end)
      or (e.body #>> '{patient,nationalIdentifier,type}') is distinct from
        (case when p.national_identifier_value is null then null else p.national_identifier_type end)
      then ${messages.changed}::text
    when exists (
      select from checkup c
      where c.patient_id = p.id and c.struck_out_at > e.created_at and c.ended_at >= e.period_from and c.ended_at <= e.period_to
    ) then ${messages.struckOut}::text
  end
  from patient p where p.id = e.patient_id)`

/** Why an event is not to be sent any more; null: it is. */
export const outdatedWords = async (trx: Trx, id: string): Promise<string | null> =>
  (
    await trx
      .selectFrom('ehr_integration_event as e')
      .select(whyOutdated.as('why'))
      .where('e.id', '=', id)
      .executeTakeFirstOrThrow()
  ).why

/** Locks what waits for an approver of an integration, with why it is not to be sent any more. */
export const lockWaiting = (
  trx: Trx,
  integrationId: string,
): Promise<readonly { readonly id: string; readonly why: string | null }[]> =>
  trx
    .selectFrom('ehr_integration_event as e')
    .select(['e.id', whyOutdated.as('why')])
    .where('e.ehr_integration_id', '=', integrationId)
    .where('e.status', '=', 'action_required')
    .orderBy('e.id')
    .forNoKeyUpdate('e')
    .execute()

/** Skips an event that nobody is sending: it is not sent any more, by nobody's retry. */
export const skipOutdated = async (
  trx: Trx,
  id: string,
  message: string,
  at: string,
): Promise<void> => {
  await trx
    .updateTable('ehr_integration_event')
    .set({
      status: 'skipped',
      is_retryable: false,
      response: JSON.stringify({ message, innerError: null }),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}
